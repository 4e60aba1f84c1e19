// The loops of kernels.cpp by hand, on as many threads, in a program that ThreadSanitizer checks.

#include "timed_runs.h"

#include <algorithm>
#include <thread>

namespace milliamp::bench {

namespace {

/// Calls part(begin, end) for parts of the numbers from 0 to count - 1, on all cores.
template <class Part>
void on_all_cores(int count, Part part) {
  const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    const auto bound = [&](int number) {
      return static_cast<int>(std::int64_t{count} * number / threads);
    };
    workers.emplace_back(part, bound(t), bound(t + 1));
  }
  for (std::thread& worker : workers) worker.join();
}

void saxpy(untiled_data& data) {
  const float* const x = data.x.data();
  float* const y = data.y.data();
  on_all_cores(elements, [=](int begin, int end) {
    for (int i = begin; i < end; ++i) y[i] = 2 * x[i] + y[i];
  });
}

void stencil(untiled_data& data) {
  const float* const x = data.x.data();
  float* const y = data.y.data();
  on_all_cores(side - 2, [=](int begin, int end) {
    for (int row = begin + 1; row <= end; ++row) {
      for (int i = row * side + 1; i < row * side + side - 1; ++i) {
        y[i] = x[i] + x[i - side] + x[i + side] + x[i - 1] + x[i + 1];
      }
    }
  });
}

void histogram(untiled_data& data) {
  const int* const keys = data.keys.data();
  int* const counts = data.histogram.data();
  on_all_cores(elements, [=](int begin, int end) {
    for (int i = begin; i < end; ++i) __atomic_fetch_add(&counts[keys[i]], 1, __ATOMIC_RELAXED);
  });
}

void gather(untiled_data& data) {
  const int* const from = data.keys.data();
  const int* const places = data.scattered.data();
  int* const to = data.values.data();
  on_all_cores(elements, [=](int begin, int end) {
    for (int i = begin; i < end; ++i) to[i] = from[places[i]];
  });
}

}  // namespace

}  // namespace milliamp::bench

int main(int argc, char** argv) {
  using namespace milliamp::bench;
  return print_times(
      {{"saxpy", saxpy}, {"stencil", stencil}, {"histogram", histogram}, {"gather", gather}}, argc,
      argv);
}
