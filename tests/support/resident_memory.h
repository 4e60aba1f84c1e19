/// @file
/// Memory use of the process.
#ifndef MILLIAMP_TESTS_RESIDENT_MEMORY_H
#define MILLIAMP_TESTS_RESIDENT_MEMORY_H

#include <cstddef>
#include <fstream>
#include <string>

namespace milliamp::tests {

/// The bytes in the line `FIELD NUMBER kB` of a file in /proc; 0 if there is no such line.
inline std::size_t bytes_in_field(const char* file, const char* field) {
  std::ifstream lines(file);
  for (std::string word; lines >> word;) {
    if (word != field) continue;
    std::size_t kibibytes = 0;
    lines >> kibibytes;
    return kibibytes * 1024;
  }
  return 0;
}

/// The resident memory of this process in bytes. It is exact, whereas /proc/self/status may be
/// outdated.
inline std::size_t resident_bytes() { return bytes_in_field("/proc/self/smaps_rollup", "Rss:"); }

}  // namespace milliamp::tests

#endif
