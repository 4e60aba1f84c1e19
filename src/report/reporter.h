/// @file
/// Collects the findings of the process, writes them as the options say, and sees to the exit
/// status.
#pragma once

#include "report/finding.h"

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <vector>

namespace milliamp::detail {

class reporter {
 public:
  static reporter& instance();

  /// Takes findings in: into the calling thread's finding_scope if there is one. Otherwise new ones
  /// are written at once in the text format, at the end of the process in the others; with
  /// halt_on_error the process ends here.
  void add(std::vector<finding> found);

  /// All findings so far.
  std::vector<finding> findings() const;

  /// Writes what is left to write and returns the exit status for a program that would return
  /// `status`. Called at the end of the process.
  int finish(int status);

 private:
  reporter() = default;
  void write_new(const finding& found);
  int finish_locked(int status);
  std::FILE* output();

  mutable std::mutex mutex_;
  std::vector<finding> findings_;
  std::FILE* output_ = nullptr;
};

}  // namespace milliamp::detail
