/// @file
/// Errors that the threads of a launch report by direct3d_errorf() and direct3d_abort(). The host
/// gets them as an exception when the launch has ended (spec 12.3).
#pragma once

#include "engine/thread_position.h"

#include <mutex>
#include <string>

namespace milliamp::detail::engine {

/// The errors of one launch, shared by its workers. The mutex guards all members.
class kernel_errors {
 public:
  void add(const thread_position& thread, std::string message);

  /// Throws concurrency::runtime_exception with the first message of the lowest thread, if there is
  /// any.
  void throw_first() const;

 private:
  std::mutex mutex_;
  std::vector<std::int32_t> lowest_;  ///< the thread's global coordinates
  std::string message_;
};

}  // namespace milliamp::detail::engine
