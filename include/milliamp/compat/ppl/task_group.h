/// @file
/// task_group and structured_task_group, by oneTBB's task_group.
#ifndef MILLIAMP_COMPAT_PPL_TASK_GROUP_H
#define MILLIAMP_COMPAT_PPL_TASK_GROUP_H

#include <milliamp/compat/ppl/task_status.h>

#include <tbb/task_group.h>

#include <type_traits>
#include <utility>

namespace concurrency {

/// What the destructor of a group throws if nothing has waited for its tasks, which have not ended.
using tbb::missing_wait;

/// A task of a group, whose owner keeps it until it has ended.
template <class Function>
class task_handle {
 public:
  explicit task_handle(const Function& func) : func_(func) {}
  task_handle(task_handle&&) = default;
  void operator()() const { func_(); }

 private:
  Function func_;
};

template <class Function>
task_handle<std::decay_t<Function>> make_task(const Function& func) {
  return task_handle<std::decay_t<Function>>(func);
}

/// Tasks that run in parallel, and can be waited for and canceled together.
class task_group {
 public:
  task_group() = default;
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;

  /// Starts a task, which calls a copy of func.
  template <class Function>
  void run(const Function& func) {
    group_.run([func] { func(); });
  }
  /// Starts a task that its owner keeps.
  template <class Function>
  void run(task_handle<Function>& task) {
    group_.run([&task] { task(); });
  }

  /// Waits until all tasks have ended. The first exception of a task cancels the others, and is
  /// thrown here. The group can be used again.
  task_group_status wait() { return status(group_.wait()); }
  template <class Function>
  task_group_status run_and_wait(const Function& func) {
    return status(group_.run_and_wait([&func] { func(); }));
  }
  template <class Function>
  task_group_status run_and_wait(task_handle<Function>& task) {
    return status(group_.run_and_wait([&task] { task(); }));
  }

  /// Tasks that have not started yet do not start. Others may ask is_canceling().
  void cancel() { group_.cancel(); }
  bool is_canceling() { return group_.is_canceling(); }

 private:
  static task_group_status status(tbb::task_group_status status) {
    return status == tbb::canceled ? canceled : completed;
  }

  /// oneTBB's group with access to its context. Before version 2021.6, it cannot take another's.
  struct observable_group : tbb::task_group {
    bool is_canceling() { return context().is_group_execution_cancelled(); }
  };

  observable_group group_;
};

/// A group for tasks of one function: here it differs from task_group only in that it takes
/// handles.
class structured_task_group : private task_group {
 public:
  template <class Function>
  void run(task_handle<Function>& task) {
    task_group::run(task);
  }
  template <class Function>
  task_group_status run_and_wait(task_handle<Function>& task) {
    return task_group::run_and_wait(task);
  }
  template <class Function>
  task_group_status run_and_wait(const Function& func) {
    return task_group::run_and_wait(func);
  }
  using task_group::cancel;
  using task_group::is_canceling;
  using task_group::wait;
};

/// Whether the group of the running task is being canceled.
inline bool is_current_task_group_canceling() { return tbb::is_current_task_group_canceling(); }

}  // namespace concurrency

#endif
