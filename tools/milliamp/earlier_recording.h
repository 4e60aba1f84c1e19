/// @file
/// The recording that a new one is to replace.
#ifndef MILLIAMP_COMMAND_EARLIER_RECORDING_H
#define MILLIAMP_COMMAND_EARLIER_RECORDING_H

#include <filesystem>

namespace milliamp::command {

/// Moves a file aside, so that a program can write another one. The destructor moves it back, over
/// an incomplete new one, unless it has been replaced.
class earlier_recording {
 public:
  /// @throws error or unwritten if no file can be written there
  explicit earlier_recording(std::filesystem::path path);
  ~earlier_recording();
  earlier_recording(const earlier_recording&) = delete;
  earlier_recording& operator=(const earlier_recording&) = delete;

  bool exists() const { return !aside_.empty(); }
  /// The new recording is complete.
  void replace();

 private:
  const std::filesystem::path path_;
  std::filesystem::path aside_;  ///< empty: there is none
};

}  // namespace milliamp::command

#endif
