/// @file
/// The errors that the threads of a launch report by direct3d_errorf() and direct3d_abort(): the
/// host gets them when the launch has ended (spec 12.3).
#pragma once

#include "engine/thread_position.h"

#include <mutex>
#include <string>

namespace milliamp::detail::engine {

/// The errors of one launch, as all workers that take part in it share them.
class kernel_errors {
 public:
  void add(const thread_position& thread, std::string message);

  /// Throws concurrency::runtime_exception with the message of the lowest thread, and of that one
  /// the first, if there is any.
  void throw_first() const;

 private:
  std::mutex mutex_;
  std::vector<std::int32_t> lowest_;  ///< the thread's global coordinates
  std::string message_;
};

}  // namespace milliamp::detail::engine
