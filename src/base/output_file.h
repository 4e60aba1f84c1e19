/// @file
/// The files that options name, and errors in writing them, such as a full disk.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace milliamp::detail::base {

/// The exit status of a program that would return 0, but could not write what its options ask for:
/// EX_IOERR of sysexits.h.
inline constexpr int unwritten_status = 74;

/// Writes all of a text, at once.
/// @return whether that succeeded; otherwise errno has the reason
bool write_all(std::FILE* stream, std::string_view text);
/// The same for a file descriptor.
bool write_all(int file, std::string_view text);

/// A file that an option names. If it cannot be written, a message says why, and the exit status
/// is unwritten_status where it would have been 0.
class output_file {
 public:
  /// Creates or truncates the file.
  /// @param path see expand_path()
  output_file(const char* option, const std::string& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  /// Whether everything has been written so far, and by the process that has opened the file. If
  /// not, further text is discarded. After fork(), the file belongs to the parent.
  bool is_good() const { return file_ >= 0 && process_ == getpid(); }

  /// Appends text. put() may keep it until the next write(). The buffer is not the C library's:
  /// exit() in a child of fork() would write its copy of that.
  void put(std::string_view text);
  void write(std::string_view text);

  /// Where the next text is written. After a move to an earlier position, new text replaces what is
  /// there.
  off_t position() const;
  void set_position(off_t position);

  /// Whether any file of this process could not be written.
  static bool has_failed();

 private:
  void require(bool is_written);
  void close();

  const char* option_;
  std::string path_;
  pid_t process_ = getpid();
  int file_;             ///< the descriptor; negative: closed
  std::string pending_;  ///< text of put()
};

}  // namespace milliamp::detail::base
