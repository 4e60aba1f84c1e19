// Programs that are recorded compared with the same programs that are not.

#include "../comparisons.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace milliamp::bench {

namespace {

/// The processor time that the children of this process have used, in seconds.
double time_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// The processor time of a run of the program: the minimum of several.
double time_of(int launches, const std::string& options) {
  const std::string command =
      "MILLIAMP_OPTIONS=" + options + " '" MILLIAMP_BENCH_RECORDED "' " + std::to_string(launches);
  double best = 0;
  for (int run = 0; run < 10; ++run) {
    const double before = time_of_children();
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
    const double time = time_of_children() - before;
    best = run == 0 ? time : std::min(best, time);
  }
  return best;
}

}  // namespace

void add_recording(suite& all) {
  for (const int launches : {1, 100}) {
    const std::string row = "256 threads, 64 barriers, launches: " + std::to_string(launches);
    all.measure(row + "/recorded", [=] { return time_of(launches, "trace_path=/dev/null"); });
    all.measure(row + "/not recorded", [=] { return time_of(launches, ""); });
    all.compare({row + "/recorded", row + "/not recorded", 2.0});
  }
  const std::string row = "256 threads, 64 barriers, launches: 100";
  all.measure(row + "/all recorded",
              [] { return time_of(100, "trace_path=/dev/null:trace_launches=100"); });
  all.compare({row + "/all recorded", row + "/not recorded", 0});
}

}  // namespace milliamp::bench
