/// @file
/// How much memory the process takes.
#ifndef MILLIAMP_TESTS_RESIDENT_MEMORY_H
#define MILLIAMP_TESTS_RESIDENT_MEMORY_H

#include <cstddef>
#include <fstream>
#include <string>

namespace milliamp::tests {

/// The bytes that a file of the system's tells in a line `FIELD NUMBER kB`; 0 when it does not.
inline std::size_t told_bytes(const char* file, const char* field) {
  std::ifstream lines(file);
  for (std::string word; lines >> word;) {
    if (word != field) continue;
    std::size_t kibibytes = 0;
    lines >> kibibytes;
    return kibibytes * 1024;
  }
  return 0;
}

/// The memory of this process that is in RAM, in bytes, as it is now: what /proc/self/status tells
/// may be some time old.
inline std::size_t resident_bytes() { return told_bytes("/proc/self/smaps_rollup", "Rss:"); }

}  // namespace milliamp::tests

#endif
