/// @file
/// How task groups and tasks end.
#ifndef MILLIAMP_COMPAT_PPL_TASK_STATUS_H
#define MILLIAMP_COMPAT_PPL_TASK_STATUS_H

#include <milliamp/prelude.h>

#include <stdexcept>

namespace concurrency {

enum task_group_status {
  not_complete,  ///< nothing has waited yet
  completed,     ///< all tasks have ended
  canceled       ///< some may not have started
};
using task_status = task_group_status;

/// Ends a task as a canceled one; get() of a canceled task throws it.
class task_canceled : public std::runtime_error {
 public:
  explicit task_canceled(const char* message = "the task has been canceled")
      : std::runtime_error(message) {}
};

/// An operation on an empty task, one that was constructed without a function.
class invalid_operation : public std::runtime_error {
 public:
  explicit invalid_operation(const char* message) : std::runtime_error(message) {}
};

}  // namespace concurrency

#endif
