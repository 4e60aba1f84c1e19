/// @file
/// accelerator_view: a command queue of an accelerator (spec 3.3).
///
///     accelerator_view queue = accelerator().create_view(queuing_mode_immediate);
///     parallel_for_each(queue, domain, kernel);
///     queue.wait();
#ifndef MILLIAMP_ACCELERATOR_VIEW_H
#define MILLIAMP_ACCELERATOR_VIEW_H

#include <milliamp/completion_future.h>
#include <milliamp/export.h>

namespace milliamp::detail::devices {
class queue;
class queue_access;
}  // namespace milliamp::detail::devices

namespace concurrency {

class accelerator;

/// When commands are sent to the accelerator (spec 3.3.2).
enum queuing_mode {
  /// Before control returns to the caller.
  queuing_mode_immediate,
  /// At a time chosen by the library.
  queuing_mode_automatic
};

/// A logical view of an accelerator. Commands on one view run in the order of submission; commands
/// on different views are unordered. Objects are handles: a copy refers to the same view, which
/// exists as long as anything refers to it. Only an accelerator creates new views.
///
/// The commands are const, unlike in the specification, so that they can be called through a
/// property, as in `numbers.accelerator_view.wait()`: properties are const.
class MILLIAMP_API accelerator_view {
 public:
  /// Never fails. It is not noexcept because that identifies objects that a kernel may not contain:
  /// see details::is_for_hosts.
  accelerator_view(const accelerator_view& other);
  accelerator_view(const accelerator_view&& other) noexcept : accelerator_view(other) {}
  accelerator_view& operator=(const accelerator_view& other) noexcept;
  ~accelerator_view();

  /// The accelerator of the view.
  const concurrency::accelerator& accelerator;
  /// Whether the view supports debugging: the value of its accelerator.
  const bool is_debug;
  /// Whether a parallel_for_each on this view chooses the accelerator_view itself: true only for
  /// accelerator::get_auto_selection_view().
  const bool is_auto_selection;
  /// The version of the accelerator: major in the upper 16 bits, minor in the lower.
  const unsigned int version;
  /// The queuing mode with which the view was created.
  const concurrency::queuing_mode queuing_mode;

  concurrency::accelerator get_accelerator() const;
  bool get_is_debug() const { return is_debug; }
  bool get_is_auto_selection() const { return is_auto_selection; }
  unsigned int get_version() const { return version; }
  concurrency::queuing_mode get_queuing_mode() const { return queuing_mode; }

  /// Sends queued commands to the accelerator. Here commands never wait for this: each starts when
  /// it is submitted, or when those before it on the view have ended.
  void flush() const;
  /// Waits until all commands submitted to the view so far have completed.
  void wait() const;
  /// A future that becomes ready when all commands submitted to the view so far have completed.
  completion_future create_marker() const;

  /// Whether both are the same view.
  bool operator==(const accelerator_view& other) const noexcept { return queue_ == other.queue_; }
  bool operator!=(const accelerator_view& other) const noexcept { return !(*this == other); }

 private:
  friend class milliamp::detail::devices::queue_access;

  accelerator_view(milliamp::detail::devices::queue& queue, bool is_auto_selection) noexcept;

  milliamp::detail::devices::queue* queue_;
};

}  // namespace concurrency

#endif
