/// @file
/// Facts about faulty accesses that one worker has seen, with equal ones merged: a kernel may have
/// any number of them, and each takes long to describe.
#pragma once

#include "check/checked_thread.h"
#include "diagnose/fact.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace milliamp::detail::check {

/// @tparam Fact has the members `access` and `count`
template <class Fact>
class counted_facts {
 public:
  /// Adds an access of the running thread. Facts with the same call site and the same `about` are
  /// merged; that of the first thread is kept.
  /// @param make returns the fact, without its thread and its count
  template <class Make>
  void add(checked_thread& thread, const void* return_address, std::uintptr_t about, Make make) {
    const race::thread_id who = thread.races.current_thread();
    const std::uint32_t call_site = thread.races.call_site_of(return_address);
    const auto [known, is_new] = facts_.try_emplace({return_address, call_site, about});
    counted& found = known->second;
    last_ = known;
    replaced_.reset();
    ++found.count;
    if (!is_new && found.thread <= who) return;
    replaced_.emplace(found.thread, std::exchange(found.fact, make()));
    found.thread = who;
  }

  /// Undoes the last add().
  void take_back_last() {
    counted& found = last_->second;
    if (--found.count == 0) {
      facts_.erase(last_);
    } else if (replaced_) {
      std::tie(found.thread, found.fact) = *std::move(replaced_);
    }
  }

  /// Moves all facts into the launch.
  void move_to(checked_launch& launch) {
    for (auto& [key, found] : facts_) {
      found.fact.access.thread = launch.position_of(found.thread);
      found.fact.count = found.count;
      launch.take(found.fact);
    }
    facts_.clear();
  }

 private:
  struct counted {
    race::thread_id thread = 0;
    std::uint64_t count = 0;
    Fact fact;
  };
  /// In the order of the code, as the numbers of call sites differ from run to run.
  using fact_map = std::map<std::tuple<const void*, std::uint32_t, std::uintptr_t>, counted>;

  fact_map facts_;
  typename fact_map::iterator last_;                          ///< what the last add() has changed
  std::optional<std::pair<race::thread_id, Fact>> replaced_;  ///< and what it has replaced there
};

}  // namespace milliamp::detail::check
