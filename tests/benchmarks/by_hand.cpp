#include "by_hand.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <boost/context/pooled_fixedsize_stack.hpp>
#include <boost/fiber/barrier.hpp>
#include <boost/fiber/fiber.hpp>
#include <cstddef>
#include <vector>

#include "fiber_ring.h"

namespace milliamp::bench {

namespace {

class saxpy_by_hand : public workload {
 public:
  explicit saxpy_by_hand(int size) : x_(size), y_(size) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = static_cast<float>(i % modulus);
  }

  void run() override {
    const float a = factor;
    const float* const x = x_.data();
    float* const y = y_.data();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, y_.size()), [=](const auto& range) {
      for (std::size_t i = range.begin(); i < range.end(); ++i) y[i] = a * x[i] + y[i];
    });
    ++runs_;
  }

  bool is_right() const override {
    for (std::size_t i = 0; i < y_.size(); i += 4095) {
      if (y_[i] != static_cast<float>(runs_) * factor * static_cast<float>(i % modulus)) {
        return false;
      }
    }
    return true;
  }

 private:
  static constexpr float factor = 2;
  static constexpr std::size_t modulus = 8;

  std::vector<float> x_;
  std::vector<float> y_;
  int runs_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_saxpy_by_hand(int size) {
  return std::make_unique<saxpy_by_hand>(size);
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
