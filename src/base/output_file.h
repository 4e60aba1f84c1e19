/// @file
/// The files that options name, and errors in writing them, such as a full disk.
#pragma once

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

/// A file that an option names. If it cannot be written, a message says why, and the exit status
/// is unwritten_status where it would have been 0.
class output_file {
 public:
  /// Opens the file, and discards what is in it.
  /// @param path see expand_path()
  output_file(const char* option, const std::string& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file() { close(); }

  /// Whether everything has been written so far, and by the process that has opened the file. If
  /// not, further text is discarded. After fork(), the file belongs to the parent.
  bool is_good() const { return file_ != nullptr && process_ == getpid(); }

  /// Appends text. put() may keep it until the next write().
  void put(std::string_view text);
  void write(std::string_view text);

  /// Where the next text is written. After a move to an earlier position, new text replaces what is
  /// there.
  long position() const { return is_good() ? std::ftell(file_) : 0; }
  void set_position(long position);

  /// Whether any file of this process could not be written.
  static bool has_failed();

 private:
  void require(bool is_written);
  void close();

  const char* option_;
  std::string path_;
  pid_t process_ = getpid();
  std::FILE* file_;
};

}  // namespace milliamp::detail::base
