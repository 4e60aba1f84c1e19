// Untiled kernels under Milliamp's checks compared with loops under ThreadSanitizer.

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "../comparisons.h"

namespace milliamp::bench {

namespace {

constexpr std::size_t runs = 5;
using times = std::array<double, runs>;

/// The times that a program prints.
times times_of(const std::string& program, const std::string& workload) {
  const std::string command = program + ' ' + workload;
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), &pclose);
  times result{};
  for (double& time : result) {
    if (output == nullptr || std::fscanf(output.get(), "%lf", &time) != 1) {
      throw std::runtime_error("no times from: " + command);
    }
  }
  return result;
}

/// The minimum of several processes, for each run of a process.
times best_times_of(const std::string& program, const std::string& workload) {
  constexpr int processes = 3;
  times best = times_of(program, workload);
  for (int process = 1; process < processes; ++process) {
    const times more = times_of(program, workload);
    for (std::size_t run = 0; run < runs; ++run) best[run] = std::min(best[run], more[run]);
  }
  return best;
}

}  // namespace

void add_thread_sanitizer(suite& all) {
  for (const char* const workload : {"saxpy", "stencil", "histogram", "gather"}) {
    const auto ours = lazily([=] {
      return std::make_shared<times>(best_times_of(MILLIAMP_BENCH_CHECKED_UNTILED, workload));
    });
    const auto theirs = lazily([=] {
      return std::make_shared<times>(best_times_of(MILLIAMP_BENCH_TSAN_LOOPS, workload));
    });
    for (const std::size_t run : {std::size_t{0}, runs - 1}) {
      const std::string row =
          std::string("untiled ") + workload + (run == 0 ? ", first run" : ", fifth run");
      all.measure(row + "/REF, checked", [=] { return (*ours())[run]; });
      all.measure(row + "/loops, ThreadSanitizer", [=] { return (*theirs())[run]; });
      all.compare({row + "/REF, checked", row + "/loops, ThreadSanitizer", 1});
    }
  }
}

}  // namespace milliamp::bench
