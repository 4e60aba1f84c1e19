// Untiled kernels, in a program that Milliamp checks.

#include "timed_runs.h"

#include <amp.h>

namespace milliamp::bench {

namespace {

using namespace concurrency;

void saxpy(untiled_data& data) {
  const array_view<const float> x(data.x);
  const array_view<float> y(data.y);
  parallel_for_each(
      y.extent, [=](index<1> i) restrict(amp) { y[i] = 2 * x[i] + y[i]; });
  y.synchronize();
}

void stencil(untiled_data& data) {
  const array_view<const float, 2> x(side, side, data.x);
  const array_view<float, 2> y(side, side, data.y);
  parallel_for_each(
      extent<2>(side - 2, side - 2), [=](index<2> i) restrict(amp) {
        const int row = i[0] + 1, column = i[1] + 1;
        y(row, column) = x(row, column) + x(row - 1, column) + x(row + 1, column) +
                         x(row, column - 1) + x(row, column + 1);
      });
  y.synchronize();
}

void histogram(untiled_data& data) {
  const array_view<const int> keys(data.keys);
  const array_view<int> counts(data.histogram);
  parallel_for_each(
      keys.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&counts[keys[i]]); });
  counts.synchronize();
}

void gather(untiled_data& data) {
  const array_view<const int> from(data.keys);
  const array_view<const int> places(data.scattered);
  const array_view<int> to(data.values);
  parallel_for_each(
      to.extent, [=](index<1> i) restrict(amp) { to[i] = from[places[i]]; });
  to.synchronize();
}

}  // namespace

}  // namespace milliamp::bench

int main(int argc, char** argv) {
  using namespace milliamp::bench;
  return print_times(
      {{"saxpy", saxpy}, {"stencil", stencil}, {"histogram", histogram}, {"gather", gather}}, argc,
      argv);
}
