/// @file
/// How much memory the process takes.
#ifndef MILLIAMP_TESTS_RESIDENT_MEMORY_H
#define MILLIAMP_TESTS_RESIDENT_MEMORY_H

#include <cstddef>
#include <fstream>
#include <string>

namespace milliamp::tests {

/// The memory of this process that is in RAM, in bytes, as it is now: what /proc/self/status tells
/// may be some time old.
inline std::size_t resident_bytes() {
  std::ifstream lines("/proc/self/smaps_rollup");
  for (std::string word; lines >> word;) {
    if (word != "Rss:") continue;
    std::size_t kibibytes = 0;
    lines >> kibibytes;
    return kibibytes * 1024;
  }
  return 0;
}

}  // namespace milliamp::tests

#endif
