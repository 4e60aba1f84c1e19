#include "untiled.h"

#include <amp.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

namespace milliamp::bench {

namespace {

using namespace concurrency;

// Large enough to be worth a launch, and small enough to stay in the caches, so that the quality of
// the inner loop shows: the data is a table of 1,024 x 1,024, or blocks of 256 x 256, or of 128 x
// 128, where the cost of a row shows most.
constexpr int side = 1024;
constexpr int size = side * side;
constexpr int border = 16;

/// Two arrays of the fast accelerator's, as a kernel has them and as a loop has them.
class two_arrays {
 public:
  array<float>& x() { return x_; }
  array<float>& y() { return y_; }

 private:
  accelerator_view place_ = accelerator(accelerator::direct3d_warp).default_view;
  std::vector<float> ones_ = std::vector<float>(size, 1.0f);
  array<float> x_{extent<1>(size), ones_.begin(), place_};
  array<float> y_{extent<1>(size), ones_.begin(), place_};
};

/// A workload that calls a function with the two arrays: all use the same ones, so that where they
/// lie in memory makes no difference between them.
template <class Function>
std::function<std::unique_ptr<workload>()> on_two_arrays(Function function) {
  static const auto the_arrays = lazily([] { return std::make_shared<two_arrays>(); });
  return [function] {
    return workload_of([function, arrays = the_arrays()] { function(arrays->x(), arrays->y()); });
  };
}

/// A workload that calls loop(x, y, begin, end) for parts of all elements, on all workers.
template <class Loop>
std::function<std::unique_ptr<workload>()> by_hand(int count, Loop loop) {
  return on_two_arrays([=](array<float>& x_array, array<float>& y_array) {
    const float* const x = x_array.data();
    float* const y = y_array.data();
    tbb::parallel_for(tbb::blocked_range<int>(0, count), [=](const tbb::blocked_range<int>& part) {
      loop(x, y, part.begin(), part.end());
    });
  });
}

constexpr float a = 0.5f;

/// Work that keeps a processor busy with few elements.
inline float polynomial(float x) {
  float sum = 1;
  for (int i = 0; i < 16; ++i) sum = sum * x + 0.25f;
  return sum;
}

const auto saxpy_by_hand = by_hand(size, [](const float* x, float* y, int begin, int end) {
  for (int i = begin; i < end; ++i) y[i] = a * x[i] + y[i];
});

/// saxpy_by_hand for data in rows, as index<2> and index<3> have: one row after another.
std::function<std::unique_ptr<workload>()> rows_by_hand(int rows, int row_length, int first,
                                                        int stride) {
  return by_hand(rows, [=](const float* x, float* y, int begin, int end) {
    for (int row = begin; row < end; ++row) {
      const float* const x_row = x + first + row * stride;
      float* const y_row = y + first + row * stride;
      for (int i = 0; i < row_length; ++i) y_row[i] = a * x_row[i] + y_row[i];
    }
  });
}

constexpr int inner_side = side - 2 * border;

const auto table_by_hand = rows_by_hand(side, side, 0, side);
const auto blocks_by_hand = [](int length) {
  return rows_by_hand(size / length, length, 0, length);
};
const auto section_by_hand = rows_by_hand(inner_side, inner_side, border* side + border, side);

const auto polynomial_by_hand = by_hand(size, [](const float* x, float* y, int begin, int end) {
  for (int i = begin; i < end; ++i) y[i] = polynomial(x[i]);
});

}  // namespace

std::vector<untiled_pair> MILLIAMP_BENCH_UNTILED() {
  const auto of_arrays = on_two_arrays([](array<float>& x, array<float>& y) {
    parallel_for_each(
        y.extent, [&x, &y ](index<1> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
  });
  const auto of_views = on_two_arrays([](array<float>& x_array, array<float>& y_array) {
    const array_view<const float> x(x_array);
    const array_view<float> y(y_array);
    parallel_for_each(
        y_array.accelerator_view,
        y.extent, [=](index<1> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
  });
  const auto of_tables = on_two_arrays([](array<float>& x_array, array<float>& y_array) {
    const array_view<float, 2> x = x_array.view_as(extent<2>(side, side));
    const array_view<float, 2> y = y_array.view_as(extent<2>(side, side));
    parallel_for_each(
        y_array.accelerator_view,
        y.extent, [=](index<2> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
  });
  const auto of_blocks = [](int length) {
    return on_two_arrays([=](array<float>& x_array, array<float>& y_array) {
      const extent<3> blocks(size / length / length, length, length);
      const array_view<float, 3> x = x_array.view_as(blocks);
      const array_view<float, 3> y = y_array.view_as(blocks);
      parallel_for_each(
          y_array.accelerator_view,
          y.extent, [=](index<3> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
    });
  };
  const auto of_sections = on_two_arrays([](array<float>& x_array, array<float>& y_array) {
    const index<2> corner(border, border);
    const extent<2> inner(inner_side, inner_side);
    const auto x = x_array.view_as(extent<2>(side, side)).section(corner, inner);
    const auto y = y_array.view_as(extent<2>(side, side)).section(corner, inner);
    parallel_for_each(
        y_array.accelerator_view,
        y.extent, [=](index<2> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
  });
  const auto of_polynomials = on_two_arrays([](array<float>& x_array, array<float>& y_array) {
    const array_view<const float> x(x_array);
    const array_view<float> y(y_array);
    parallel_for_each(
        y_array.accelerator_view,
        y.extent, [=](index<1> i) restrict(amp) { y[i] = polynomial(x[i]); });
  });
  return {{"saxpy of arrays", of_arrays, saxpy_by_hand},
          {"saxpy of views", of_views, saxpy_by_hand},
          {"saxpy of 2-D views", of_tables, table_by_hand},
          {"saxpy of 3-D views", of_blocks(256), blocks_by_hand(256)},
          {"saxpy of short rows", of_blocks(128), blocks_by_hand(128)},
          {"saxpy of sections", of_sections, section_by_hand},
          {"polynomial", of_polynomials, polynomial_by_hand}};
}

}  // namespace milliamp::bench
