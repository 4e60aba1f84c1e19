/// @file
/// accelerator_view: a queue of work on an accelerator (spec 3.3).
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

/// When commands leave the queue for the accelerator (spec 3.3.2).
enum queuing_mode {
  /// Before control returns to the caller.
  queuing_mode_immediate,
  /// When the library sees fit.
  queuing_mode_automatic
};

/// A logical view of an accelerator. Work on one view is done in the order in which it was
/// submitted; work on different views has no order. Objects are handles: a copy means the same
/// view, which lives for as long as anything refers to it. Only an accelerator makes new ones.
///
/// The specification does not call its commands const; here they are, for they can be given through
/// a property, `numbers.accelerator_view.wait()`, which is const to its readers.
class MILLIAMP_API accelerator_view {
 public:
  /// Never fails; that it does not say so tells objects apart that no kernel holds: see
  /// detail::is_for_hosts.
  accelerator_view(const accelerator_view& other);
  accelerator_view(const accelerator_view&& other) noexcept : accelerator_view(other) {}
  accelerator_view& operator=(const accelerator_view& other) noexcept;
  ~accelerator_view();

  /// The accelerator that the view was created on.
  const concurrency::accelerator& accelerator;
  /// Whether the view supports debugging: what its accelerator says.
  const bool is_debug;
  /// Whether parallel_for_each chooses where to run when it is given this view: true for
  /// accelerator::get_auto_selection_view() only.
  const bool is_auto_selection;
  /// The version, major in the upper 16 bits, minor in the lower: that of its accelerator.
  const unsigned int version;
  /// The mode that the view was created with.
  const concurrency::queuing_mode queuing_mode;

  concurrency::accelerator get_accelerator() const;
  bool get_is_debug() const { return is_debug; }
  bool get_is_auto_selection() const { return is_auto_selection; }
  unsigned int get_version() const { return version; }
  concurrency::queuing_mode get_queuing_mode() const { return queuing_mode; }

  /// Sends what is queued to the accelerator. Nothing waits to be sent here: every command starts
  /// when it is submitted, or as soon as those before it on the view have ended.
  void flush() const;
  /// Waits until all commands submitted to the view so far have completed.
  void wait() const;
  /// A future that is ready when all commands submitted to the view so far have completed.
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
