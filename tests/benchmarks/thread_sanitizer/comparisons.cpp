// Untiled kernels under Milliamp's checks compared with loops under ThreadSanitizer.

#include "../comparisons.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

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

/// The times of a workload in both programs.
struct times_of_both {
  times ours, theirs;
};

times minimum(const times& a, const times& b) {
  times result{};
  std::transform(a.begin(), a.end(), b.begin(), result.begin(),
                 [](double x, double y) { return std::min(x, y); });
  return result;
}

/// The minimum of several processes, for each run of a process. The processes of the programs
/// alternate: contended atomic operations may take four times as long for seconds, while a virtual
/// machine's processors share no cache.
times_of_both best_times_of(const std::string& workload) {
  constexpr int pairs = 4;
  times_of_both best{};
  for (int pair = 0; pair < pairs; ++pair) {
    const times ours = times_of(MILLIAMP_BENCH_CHECKED_UNTILED, workload);
    const times theirs = times_of(MILLIAMP_BENCH_TSAN_LOOPS, workload);
    best = pair == 0 ? times_of_both{ours, theirs}
                     : times_of_both{minimum(best.ours, ours), minimum(best.theirs, theirs)};
  }
  return best;
}

}  // namespace

void add_thread_sanitizer(suite& all) {
  for (const char* const workload : {"saxpy", "stencil", "histogram", "gather"}) {
    const auto both =
        lazily([=] { return std::make_shared<times_of_both>(best_times_of(workload)); });
    for (const std::size_t run : {std::size_t{0}, runs - 1}) {
      const std::string row =
          std::string("untiled ") + workload + (run == 0 ? ", first run" : ", fifth run");
      all.measure(row + "/REF, checked", [=] { return both()->ours[run]; });
      all.measure(row + "/loops, ThreadSanitizer", [=] { return both()->theirs[run]; });
      all.compare({row + "/REF, checked", row + "/loops, ThreadSanitizer", 1});
    }
  }
}

}  // namespace milliamp::bench
