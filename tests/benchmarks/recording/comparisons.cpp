// Programs that are recorded compared with the same programs that are not.

#include "../comparisons.h"

#include "../processor_time.h"

#include <string>

namespace milliamp::bench {

namespace {

double time_of(int launches, const std::string& options) {
  return processor_time_of("MILLIAMP_OPTIONS=" + options + " '" MILLIAMP_BENCH_RECORDED "' " +
                           std::to_string(launches));
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
