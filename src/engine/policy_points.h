/// @file
/// A group of points of an untiled launch, for schedules with a policy. Each point runs on a
/// separate fiber, so the policy can interrupt it before an atomic operation or an access, as it
/// does with the threads of a tile.
///
///     policy_points<checker> points(observer);
///     points.begin_launch(kernel, number, policy, failures);
///     for (std::int64_t group : order) points.run(group);
#pragma once

#include "engine/launch_failures.h"
#include "engine/policy_threads.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>

namespace milliamp::detail::engine {

template <observer Observer>
class policy_points final : public policy_threads<Observer> {
 public:
  explicit policy_points(Observer& observer) : threads(description_.part, observer) {
    threads::describe(fibers_);
  }

  /// Prepares for a launch. Returns the stacks of a group's points.
  /// @param points their number
  /// @param failures receives the exceptions that leave points
  thread_stacks begin_launch(const untiled_kernel& kernel, std::int64_t points,
                             const policy_of_launch& policy, launch_failures& failures) {
    description_.kernel = &kernel;
    points_ = points;
    failures_ = &failures;
    return threads::begin_launch(policy, static_cast<thread_number>(std::min(points, group_size)));
  }

  /// The number of groups in the launch.
  std::uint64_t groups() const {
    return static_cast<std::uint64_t>((points_ + group_size - 1) / group_size);
  }

  /// Runs the points of a group, also after one that fails.
  void run(std::int64_t group) {
    const fiber::scoped_exception_state hosts(fiber::exceptions_of_this_thread());
    const std::int64_t begin = group * group_size;
    const std::int64_t end = std::min(begin + group_size, points_);
    span_ = {counter{begin}, counter{end}, counter{begin}};
    const auto count = static_cast<thread_number>(end - begin);
    this->observer().on_point_group_begin(span_.current, count, *this, this);
    this->begin_part(static_cast<std::uint64_t>(group), count);
    this->run_threads();
    this->observer().on_point_group_end();
    this->end_part();
  }

 private:
  using threads = policy_threads<Observer>;

  /// As many as a typical tile has threads. Points of different groups are never interleaved.
  static constexpr std::int64_t group_size = 256;

  std::int64_t point_of(thread_number t) const {
    return static_cast<std::int64_t>(span_.begin) + t;
  }

  void run_kernel(thread_number t) override {
    const std::int64_t point = point_of(t);
    point_span one{counter{point}, counter{point + 1}, counter{point}};
    description_.kernel->run(*description_.kernel, one);
  }
  thread_position position(thread_number t) const override {
    return position_of(*description_.kernel, point_of(t));
  }
  void on_switch(thread_number t) override { span_.current = counter{point_of(t)}; }
  void on_failure(std::exception_ptr failure) override {
    failures_->add(static_cast<std::uint64_t>(span_.current), std::move(failure));
    // Each thread without progress takes seconds to detect.
    if (this->has_spun()) this->abandon();
  }

  std::int64_t points_ = 0;
  launch_failures* failures_ = nullptr;
  point_span span_{};  ///< the group, and the running point
  described_tile fibers_{};
  described_points description_{{described_part::kind::points}, nullptr, &span_, &fibers_};
};

}  // namespace milliamp::detail::engine
