/// @file
/// The line on standard error that shows how far `milliamp explore` is.
#ifndef MILLIAMP_COMMAND_PROGRESS_LINE_H
#define MILLIAMP_COMMAND_PROGRESS_LINE_H

#include "base/show.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace milliamp::command {

/// Prints how far the runs are: at each run on a terminal, otherwise at each tenth of them.
class progress_line {
 public:
  explicit progress_line(std::uint64_t runs) : runs_(runs) {}
  ~progress_line() {
    if (is_terminal_ && done_ != 0) std::fputc('\n', stderr);
  }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void add(std::size_t found) {
    ++done_;
    if (is_terminal_) {
      std::fprintf(stderr, "\r%s", line(found).c_str());
    } else if (done_ * 10 / runs_ != (done_ - 1) * 10 / runs_) {
      std::fprintf(stderr, "%s\n", line(found).c_str());
    }
  }

 private:
  std::string line(std::size_t found) const {
    return "milliamp: " + std::to_string(done_) + " of " + std::to_string(runs_) + " runs, " +
           detail::base::show_count(found, "observation");
  }

  const bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  const std::uint64_t runs_;
  std::uint64_t done_ = 0;
};

}  // namespace milliamp::command

#endif
