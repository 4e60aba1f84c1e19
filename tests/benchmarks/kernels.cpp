#include "kernels.h"

#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace milliamp::bench {

namespace {

using namespace concurrency;

/// Small whole numbers, whose sums and products floats hold exactly.
std::vector<float> small_numbers(std::size_t count, int modulus) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<float>(i % static_cast<std::size_t>(modulus));
  }
  return numbers;
}

// --- The product of two matrices -----------------------------------------------------------------

class matrix_product : public workload {
 public:
  matrix_product(const accelerator_view& place, int size)
      : size_(size),
        left_numbers_(small_numbers(static_cast<std::size_t>(size) * size, 7)),
        right_numbers_(small_numbers(static_cast<std::size_t>(size) * size, 5)),
        left_(size, size, left_numbers_.begin(), place),
        right_(size, size, right_numbers_.begin(), place),
        product_(size, size, place) {}

  void run() override {
    const int size = size_;
    const array_view<const float, 2> a(left_);
    const array_view<const float, 2> b(right_);
    const array_view<float, 2> product(product_);
    const auto threads = product.extent.tile<tile_size, tile_size>();
    parallel_for_each(
        product_.accelerator_view, threads, [=](tiled_index<tile_size, tile_size> t) restrict(amp) {
          const int row = t.local[0];
          const int column = t.local[1];
          float sum = 0;
          for (int k = 0; k < size; k += tile_size) {
            tile_static float a_tile[tile_size][tile_size];
            tile_static float b_tile[tile_size][tile_size];
            a_tile[row][column] = a(t.global[0], k + column);
            b_tile[row][column] = b(k + row, t.global[1]);
            t.barrier.wait();
            for (int i = 0; i < tile_size; ++i) sum += a_tile[row][i] * b_tile[i][column];
            t.barrier.wait();
          }
          product[t.global] = sum;
        });
  }

  bool is_right() const override {
    const std::vector<float> product = product_;
    for (int row = 0; row < size_; row += 37) {
      const int column = (row * 11) % size_;
      float expected = 0;
      for (int k = 0; k < size_; ++k) {
        expected += left_numbers_[row * size_ + k] * right_numbers_[k * size_ + column];
      }
      if (product[row * size_ + column] != expected) return false;
    }
    return true;
  }

 private:
  static constexpr int tile_size = 16;

  const int size_;
  const std::vector<float> left_numbers_;
  const std::vector<float> right_numbers_;
  array<float, 2> left_;
  array<float, 2> right_;
  array<float, 2> product_;
};

// --- Sums by a tree ------------------------------------------------------------------------------

class reduction : public workload {
 public:
  reduction(const accelerator_view& place, int size)
      : numbers_(small_numbers(size, 13)),
        input_(size, numbers_.begin(), place),
        sums_(size / threads, place) {}

  void run() override {
    const array_view<const float> input(input_);
    const array_view<float> sums(sums_);
    parallel_for_each(
        input_.accelerator_view,
        input.extent.tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
          const int me = t.local[0];
          tile_static float values[threads];
          values[me] = input[t.global];
          t.barrier.wait();
          for (int half = threads / 2; half > 0; half /= 2) {
            if (me < half) values[me] += values[me + half];
            t.barrier.wait();
          }
          if (me == 0) sums[t.tile] = values[0];
        });
  }

  bool is_right() const override {
    const std::vector<float> sums = sums_;
    for (std::size_t tile = 0; tile < sums.size(); ++tile) {
      const auto first = numbers_.begin() + static_cast<std::ptrdiff_t>(tile * threads);
      if (sums[tile] != std::accumulate(first, first + threads, 0.0f)) return false;
    }
    return true;
  }

 private:
  static constexpr int threads = 256;

  const std::vector<float> numbers_;
  array<float> input_;
  array<float> sums_;
};

// --- Barriers ------------------------------------------------------------------------------------

template <int threads>
std::unique_ptr<workload> make_barriers_of(accelerator_view place, int tiles, int barriers) {
  return workload_of([=] {
    parallel_for_each(
        place,
        extent<1>(tiles * threads).tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
          for (int i = 0; i < barriers; ++i) t.barrier.wait();
        });
  });
}

std::unique_ptr<workload> make_barriers(const accelerator_view& place, int tiles, int threads,
                                        int barriers) {
  switch (threads) {
    case 64:
      return make_barriers_of<64>(place, tiles, barriers);
    case 256:
      return make_barriers_of<256>(place, tiles, barriers);
    case 1024:
      return make_barriers_of<1024>(place, tiles, barriers);
    default:
      throw std::invalid_argument("no tiles of " + std::to_string(threads) +
                                  " threads; there are 64, 256 and 1024");
  }
}

// --- A scaled vector added to another ------------------------------------------------------------

class saxpy : public workload {
 public:
  explicit saxpy(std::shared_ptr<saxpy_vectors> vectors) : vectors_(std::move(vectors)) {}

  void run() override {
    const float a = saxpy_vectors::a;
    const array_view<const float> x(vectors_->x);
    const array_view<float> y(vectors_->y);
    parallel_for_each(
        vectors_->y.accelerator_view,
        y.extent, [=](index<1> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
    ++vectors_->times;
  }

  bool is_right() const override { return vectors_->is_right(); }

 private:
  std::shared_ptr<saxpy_vectors> vectors_;
};

std::unique_ptr<workload> make_saxpy(std::shared_ptr<saxpy_vectors> vectors) {
  return std::make_unique<saxpy>(std::move(vectors));
}

template <class Workload>
std::unique_ptr<workload> make(const accelerator_view& place, int size) {
  return std::make_unique<Workload>(place, size);
}

}  // namespace

const kernels MILLIAMP_BENCH_KERNELS{&make<matrix_product>, &make<reduction>, &make_barriers,
                                     &make_saxpy};

}  // namespace milliamp::bench
