/// @file
/// Points of an untiled launch that run one after another on a worker.
#pragma once

#include "engine/running_part.h"
#include "engine/thread_terminator.h"
#include "engine/worker.h"

#include <cstdint>

namespace milliamp::detail::engine {

class point_run : public running_part {
 public:
  /// The points from begin up to end, in the order of their addresses.
  point_run(const untiled_kernel& kernel, std::int64_t begin, std::int64_t end)
      : running_part(description_.part),
        kernel_(kernel),
        span_{counter{begin}, counter{end}, counter{begin}} {}
  point_run(const point_run&) = delete;
  point_run& operator=(const point_run&) = delete;

  /// Runs them on the calling thread.
  /// @throws concurrency::runtime_exception for an exception that left the kernel and for a thread
  ///   that made no progress
  void run(kernel_errors& errors);

  /// The point that runs, or that has thrown.
  std::int64_t current() const { return static_cast<std::int64_t>(span_.current); }
  /// Whether the current point has been ended because it made no progress.
  bool has_spun() const { return has_spun_; }

  thread_position running_thread(const void*) const final { return position(); }
  [[noreturn]] void abort_running_thread() final { terminator_.leave(thread_end::aborted); }
  std::optional<thread_position> thread_on_native_stack() const final { return position(); }

 protected:
  ~point_run() = default;
  /// The loop over the points begins, or restarts after an aborted thread.
  virtual void on_loop_begin(const counter& /*current*/, thread_terminator&) {}

 private:
  thread_position position() const { return position_of(kernel_, current()); }

  const untiled_kernel& kernel_;
  point_span span_;
  const described_points description_{{described_part::kind::points}, &kernel_, &span_};
  longjmp_terminator terminator_;
  bool has_spun_ = false;
};

/// Points without an observer.
class plain_point_run final : public point_run {
 public:
  using point_run::point_run;
};

}  // namespace milliamp::detail::engine
