#include "processor_time.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

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

}  // namespace

double processor_time_of(const std::string& command, int status) {
  double best = 0;
  for (int run = 0; run < 10; ++run) {
    const double before = time_of_children();
    const int ended = std::system(command.c_str());
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != status) {
      throw std::runtime_error("failed: " + command);
    }
    const double time = time_of_children() - before;
    best = run == 0 ? time : std::min(best, time);
  }
  return best;
}

}  // namespace milliamp::bench
