#include "by_hand.h"

#include "fiber_ring.h"

#include <boost/context/pooled_fixedsize_stack.hpp>
#include <boost/fiber/barrier.hpp>
#include <boost/fiber/fiber.hpp>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace milliamp::bench {

namespace {

class saxpy_by_hand : public workload {
 public:
  explicit saxpy_by_hand(std::shared_ptr<saxpy_vectors> vectors) : vectors_(std::move(vectors)) {}

  void run() override {
    const float a = saxpy_vectors::a;
    const float* const x = vectors_->x.data();
    float* const y = vectors_->y.data();
    const std::size_t size = vectors_->y.extent.size();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, size), [=](const auto& range) {
      for (std::size_t i = range.begin(); i < range.end(); ++i) y[i] = a * x[i] + y[i];
    });
    ++vectors_->times;
  }

  bool is_right() const override { return vectors_->is_right(); }

 private:
  std::shared_ptr<saxpy_vectors> vectors_;
};

}  // namespace

std::unique_ptr<workload> make_saxpy_by_hand(std::shared_ptr<saxpy_vectors> vectors) {
  return std::make_unique<saxpy_by_hand>(std::move(vectors));
}

std::unique_ptr<workload> make_barriers_of_boost_fibers(int tiles, int threads, int barriers) {
  namespace fibers = boost::fibers;
  return workload_of([=, stacks = boost::context::pooled_fixedsize_stack(64 * 1024)]() mutable {
    for (int tile = 0; tile < tiles; ++tile) {
      fibers::barrier barrier(static_cast<std::size_t>(threads));
      std::vector<fibers::fiber> all;
      for (int thread = 0; thread < threads; ++thread) {
        all.emplace_back(std::allocator_arg, stacks, [&barrier, barriers] {
          for (int i = 0; i < barriers; ++i) barrier.wait();
        });
      }
      for (fibers::fiber& one : all) one.join();
    }
  });
}

std::unique_ptr<workload> make_barriers_of_bare_ring(int tiles, int threads, int barriers) {
  return workload_of([=, ring = std::make_unique<fiber_ring>(threads)] {
    for (int tile = 0; tile < tiles; ++tile) ring->run(barriers);
  });
}

}  // namespace milliamp::bench
