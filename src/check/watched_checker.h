/// @file
/// The observer of a launch that is watched: a checker, which passes each event on to the watchers.
#pragma once

#include "base/scoped_ignore.h"
#include "check/checked_launch.h"
#include "check/checker.h"
#include "check/watcher.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace milliamp::detail::check {

/// A launch with its watchers.
class watched_launch final : public checked_launch {
 public:
  template <class Kernel>
  watched_launch(const Kernel& kernel, const std::vector<make_watcher>& watches)
      : checked_launch(kernel) {
    const base::scoped_ignore ignore;
    for (const make_watcher& make : watches) watchers_.push_back(make(*this));
    on_report([this](const std::vector<finding>& found) {
      for (const auto& w : watchers_) w->on_findings(found);
    });
  }

  const std::vector<std::unique_ptr<launch_watcher>>& watchers() const { return watchers_; }

 private:
  std::vector<std::unique_ptr<launch_watcher>> watchers_;
};

/// The watchers of one worker as one. What the threads do is passed to those that want the running
/// tile or points.
class all_watchers final : public watcher {
 public:
  void begin_share(const watched_launch& launch, const checked_thread& thread) {
    launch_ = &launch;
    all_.clear();
    for (const auto& w : launch.watchers()) {
      if (watcher* const of_share = w->begin_share(thread)) all_.push_back(of_share);
    }
  }
  void end_share(const checked_thread& thread) {
    for (const auto& w : launch_->watchers()) w->end_share(thread);
  }

  bool on_tile_begin(std::uint64_t number) override {
    runs_points_ = false;
    return begin([=](watcher& w) { return w.on_tile_begin(number); });
  }
  bool on_points_begin(thread_number interleaved) override {
    runs_points_ = true;
    return begin([=](watcher& w) { return w.on_points_begin(interleaved); });
  }
  void on_tile_end() override {
    const base::scoped_ignore ignore;
    for (watcher* const w : all_) w->on_tile_end();
  }
  void on_points_end() override {
    const base::scoped_ignore ignore;
    for (watcher* const w : all_) w->on_points_end();
  }
  void on_thread_switch(thread_number thread) override {
    for_each([=](watcher& w) { w.on_thread_switch(thread); });
  }
  void on_thread_begin() override {
    for_each([](watcher& w) { w.on_thread_begin(); });
  }
  void on_thread_end() override {
    for_each([](watcher& w) { w.on_thread_end(); });
  }
  void on_arrival(fence kind, const void* at) override {
    for_each([=](watcher& w) { w.on_arrival(kind, at); });
  }
  void on_round_end(fence kind, const void* at) override {
    for_each([=](watcher& w) { w.on_round_end(kind, at); });
  }
  void on_fence(fence kind, const void* at) override {
    for_each([=](watcher& w) { w.on_fence(kind, at); });
  }
  void on_access(const watched_access& access) override {
    for_each([&](watcher& w) { w.on_access(access); });
  }
  void on_race(std::uintptr_t address, const race::thread_access& earlier) override {
    for_each([&](watcher& w) { w.on_race(address, earlier); });
  }
  void on_uninitialized_read(std::uintptr_t address) override {
    for_each([=](watcher& w) { w.on_uninitialized_read(address); });
  }
  void on_finding(finding_kind kind) override {
    for_each([=](watcher& w) { w.on_finding(kind); });
  }
  void on_process_end(const checked_thread& thread) override {
    runs_points_ ? on_points_end() : on_tile_end();
    end_share(thread);
  }

 private:
  template <class Begin>
  bool begin(Begin begins) {
    const base::scoped_ignore ignore;
    wanting_.clear();
    for (watcher* const w : all_) {
      if (begins(*w)) wanting_.push_back(w);
    }
    return !wanting_.empty();
  }
  template <class F>
  MILLIAMP_ALWAYS_INLINE void for_each(F f) {
    if (wanting_.empty()) return;
    const base::scoped_ignore ignore;
    for (watcher* const w : wanting_) f(*w);
  }

  const watched_launch* launch_ = nullptr;
  std::vector<watcher*> all_;
  std::vector<watcher*> wanting_;
  bool runs_points_ = false;  ///< the current part is not a tile
};

/// See engine/observer.h for the events. Watchers see an event before the checker acts on it, so
/// that the memory is as the threads have left it; a tile's end comes last.
class watched_checker {
 public:
  using launch = watched_launch;

  void on_launch_begin(watched_launch& launch, const engine::thread_stacks& stacks) {
    checker_.on_launch_begin(launch, stacks);
    const base::scoped_ignore ignore;
    watchers_.begin_share(launch, checker_.thread());
  }
  void on_launch_end() {
    {
      const base::scoped_ignore ignore;
      watchers_.end_share(checker_.thread());
    }
    checker_.on_launch_end();
  }
  void on_parts_begin(std::int64_t first) { checker_.on_parts_begin(first); }
  void on_points_begin(const counter& point, engine::thread_terminator& terminator) {
    checker_.pass_to(&watchers_, watchers_.on_points_begin(0));
    checker_.on_points_begin(point, terminator);
  }
  void on_points_end() {
    watchers_.on_points_end();
    checker_.pass_to(nullptr, false);
    checker_.on_points_end();
  }
  void on_point_group_begin(const counter& point, thread_number points,
                            engine::thread_terminator& terminator,
                            engine::step_callback* callback) {
    checker_.pass_to(&watchers_, watchers_.on_points_begin(points));
    checker_.on_point_group_begin(point, points, terminator, callback);
  }
  void on_point_group_end() {
    watchers_.on_points_end();
    checker_.pass_to(nullptr, false);
    checker_.on_point_group_end();
  }
  void on_tile_begin(std::uint64_t number, engine::thread_terminator& terminator,
                     engine::step_callback* callback) {
    checker_.pass_to(&watchers_, watchers_.on_tile_begin(number));
    checker_.on_tile_begin(number, terminator, callback);
  }
  void on_tile_end() {
    checker_.on_tile_end();
    watchers_.on_tile_end();
    checker_.pass_to(nullptr, false);
  }
  void on_thread_switch(thread_number thread) {
    checker_.settle_reads();
    watchers_.on_thread_switch(thread);
    checker_.on_thread_switch(thread);
  }
  void on_thread_begin() {
    watchers_.on_thread_begin();
    checker_.on_thread_begin();
  }
  void on_thread_end() {
    checker_.settle_reads();
    watchers_.on_thread_end();
  }
  void on_arrival(fence kind, const void* call) {
    checker_.settle_reads();
    watchers_.on_arrival(kind, call);
  }
  void on_round_end(fence kind, const void* call) {
    watchers_.on_round_end(kind, call);
    checker_.on_round_end(kind, call);
  }
  void on_fence(fence kind, const void* call) {
    checker_.settle_reads();
    watchers_.on_fence(kind, call);
    checker_.on_fence(kind, call);
  }
  std::uintptr_t current_call_stack_id() const { return checker_.current_call_stack_id(); }
  std::vector<const void*> call_stack_of(thread_number thread) const {
    return checker_.call_stack_of(thread);
  }
  bool is_reported_fault() const { return checker_.is_reported_fault(); }
  [[noreturn]] void end_thread() { checker_.end_thread(); }
  void on_crash(const finding& crash) {
    watchers_.on_process_end(checker_.thread());
    checker_.on_crash(crash);
  }

 private:
  checker checker_;
  all_watchers watchers_;
};

}  // namespace milliamp::detail::check
