// What the start of a checked process costs more than that of a plain one.

#include "../comparisons.h"

#include "../processor_time.h"

#include <memory>
#include <string>

namespace milliamp::bench {

void add_process_start(suite& all) {
  const auto plain = lazily(
      [] { return std::make_shared<double>(processor_time_of(MILLIAMP_BENCH_PLAIN_START)); });
  const auto add = [&](const std::string& findings, const std::string& argument, int status,
                       double aim) {
    const std::string row = "start, over 10 MB of debug information, findings: " + findings;
    all.measure(row + "/checked - plain", [=] {
      const std::string command = MILLIAMP_BENCH_CHECKED_START + argument;
      return processor_time_of(command, status) - *plain();
    });
    all.given(row + "/aim", aim);
    all.compare({row + "/checked - plain", row + "/aim", 1});
  };
  add("0", "", 0, 0.030);
  add("1", " faulty >/dev/null 2>&1", 66, 0.300);
}

}  // namespace milliamp::bench
