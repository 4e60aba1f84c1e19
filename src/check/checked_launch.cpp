#include "check/checked_launch.h"

#include "base/launch_numbers.h"
#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "check/launch_captures.h"
#include "check/stray_accesses.h"
#include "check/tile_static_limit.h"
#include "engine/domain.h"
#include "race/mapped_memory.h"
#include "report/announcement.h"
#include "report/finding_collector.h"
#include "report/finding_failure.h"
#include "report/reporter.h"
#include "symbolize/captures.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace milliamp::detail::check {

namespace {

bool ends_at_first() { return report::ends_at_first_finding() && !finding_collector::covers(); }

}  // namespace

checked_launch::checked_launch(const tiled_kernel& kernel)
    : tiled_(&kernel),
      kernel_{kernel.function, reinterpret_cast<const void*>(kernel.run_one)},
      kernel_memory_(kernel.function, kernel.size),
      number_(base::take_launch_number()),
      ends_at_first_(ends_at_first()),
      races_(kernel_.code, true, kernel.threads()) {}

checked_launch::checked_launch(const untiled_kernel& kernel)
    : untiled_(&kernel),
      kernel_{kernel.function, reinterpret_cast<const void*>(kernel.run)},
      kernel_memory_(kernel.function, kernel.size),
      number_(base::take_launch_number()),
      ends_at_first_(ends_at_first()),
      races_(kernel_.code, false, 1) {}

guarded_at_launch checked_launch::find_guarded(const unwritten_at_launch& unwritten) {
  guarded_at_launch guarded;
  const launch_captures* const captures = launch_captures::current();
  if (captures == nullptr) return guarded;
  guarded.mark_only_read([&](const base::memory_range& elements) {
    return captures->are_only_read(elements) && !unwritten.overlaps(elements);
  });
  return guarded;
}

std::string checked_launch::kernel_class() const {
  return tiled_ != nullptr ? symbolize::demangle(tiled_->type->name()) : "";
}

const std::vector<symbolize::captured_memory>& checked_launch::captures() const {
  const base::scoped_ignore ignore;
  std::call_once(captures_are_read_,
                 [this] { captures_ = symbolize::captures_of(kernel_.object, kernel_.code); });
  return captures_;
}

thread_position checked_launch::position_of(race::thread_id thread) const {
  if (tiled_ == nullptr) return engine::position_of(*untiled_, thread);
  const auto tile = engine::tile_grid(*tiled_).coordinates_of(races_.tile_of(thread));
  return engine::position_of(*tiled_, tile, races_.number_in_tile(thread));
}

void checked_launch::take(race::access_log& found) {
  if (found.empty()) return;
  const base::scoped_lock lock(mutex_);
  found.move_to(accesses_);
}

void checked_launch::announce_race(const race::access_log& found,
                                   const race::access_log::fault_key& race) {
  // Whether an order-dependent read is deliberate is known when the launch has ended.
  if (race.kind != finding_kind::race) return;
  if (!ends_at_first_) {
    milliamp_on_finding("race");  // what races is known when the launch has ended
    return;
  }
  const base::scoped_ignore ignore;
  diagnose::fact fact = found.fact_of(race, kernel_, [this](auto t) { return position_of(t); });
  auto& accesses = std::get<diagnose::race_fact>(fact);
  accesses.same_value = false;  // not known before the next access
  // It is suppressed if the process has continued after the first one.
  if (accesses.count == 1) report_at_once(diagnose::diagnose(fact));
}

void checked_launch::report_at_once(finding found) {
  const base::scoped_ignore ignore;
  report::reporter::instance().add({std::move(found)},
                                   [this](const std::vector<finding>& last) { end_watch(last); });
}

void checked_launch::end_watch(const std::vector<finding>& last) {
  if (checker* const running = base::this_thread.kernel_checker()) running->end_watch();
  std::function<void(const std::vector<finding>&)> on_report;
  {
    const base::scoped_lock lock(mutex_);
    on_report = std::exchange(on_report_, nullptr);
  }
  if (on_report) on_report(last);
}

void checked_launch::take(tile_static_use& seen) {
  const base::scoped_lock lock(mutex_);
  tile_static_use_.take(seen);
}

void checked_launch::take(finding found) {
  if (checker* const running = base::this_thread.kernel_checker()) running->on_finding(found.kind);
  if (ends_at_first_) {
    report_at_once(std::move(found));
    return;
  }
  report::announce(found.summary);
  const base::scoped_lock lock(mutex_);
  others_.add(std::move(found));
}

void checked_launch::finish() {
  if (has_no_memory_) race::throw_no_memory();
  if (tiled_ != nullptr) check_tile_static_use(*tiled_, tile_static_use_);
  report();
}

std::exception_ptr checked_launch::fail(const std::exception_ptr& failure) {
  return report::refer_to_report(failure, report());
}

namespace {

/// A thread that spins ends the launch. Which higher-numbered threads have been found to spin until
/// then depends on the workers.
void keep_lowest_spinning_thread(std::vector<finding>& all) {
  const auto spins = [](const finding& f) { return f.kind == finding_kind::no_progress; };
  const auto thread_of = [](const finding& f) { return f.events.front().threads.front().global; };
  const auto is_lower = [&](const finding& a, const finding& b) {
    return spins(a) && (!spins(b) || thread_of(a) < thread_of(b));
  };
  const auto lowest = std::min_element(all.begin(), all.end(), is_lower);
  if (lowest == all.end() || !spins(*lowest)) return;
  lowest->count = 1;
  const auto thread = thread_of(*lowest);
  std::erase_if(all, [&](const finding& f) { return spins(f) && thread_of(f) != thread; });
}

}  // namespace

/// Adds what is found by comparing the accesses of different workers.
void checked_launch::compare_workers(const diagnose::kernel_function& kernel) {
  for (const guarded_range& range : guarded_.all()) {
    const auto strays = strays_beside_elements(range, races_, accesses_, kernel,
                                               [this](auto t) { return position_of(t); });
    for (const auto& s : strays) others_.add(diagnose::diagnose(s));
    if (strays.empty()) continue;
    races_.exclude(range.rest_of_page());
    clear_rest_of_page(range);
  }
  races_.find_races_between_tiles(accesses_);
}

/// The findings of faulty accesses, which are then forgotten.
std::vector<finding> checked_launch::take_access_findings(const diagnose::kernel_function& kernel) {
  accesses_.settle_global_reads();
  // See race/validated_reads.h.
  for (const race::memory_kind memory : race::memory_kinds) {
    if (fenced(memory)) accesses_.drop_order_dependent_reads(memory);
  }
  report::finding_list found;
  for (const diagnose::fact& f :
       accesses_.facts(kernel, [this](auto t) { return position_of(t); })) {
    finding one = diagnose::diagnose(f);
    // Races within a tile were announced when they were detected.
    const auto* const race = std::get_if<diagnose::race_fact>(&f);
    if (race == nullptr || !race->is_within_tile) report::announce(one.summary);
    found.add(std::move(one));
  }
  accesses_ = {};
  return found.take();
}

std::vector<finding> checked_launch::report(const finding* crash) {
  const base::scoped_ignore ignore;
  diagnose::kernel_function kernel = kernel_;
  kernel.has_fences = fenced(race::memory_kind::global);
  std::vector<finding> found;
  std::function<void(const std::vector<finding>&)> on_report;
  {
    const base::scoped_lock lock(mutex_);
    // A launch that fails also reports before it ends.
    on_report = std::exchange(on_report_, nullptr);
    if (!std::exchange(is_compared_, true)) compare_workers(kernel);
    found = take_access_findings(kernel);
    std::vector<finding> others = others_.take();
    keep_lowest_spinning_thread(others);
    std::move(others.begin(), others.end(), std::back_inserter(found));
  }
  if (on_report) {
    std::vector<finding> of_launch = found;
    if (crash != nullptr) of_launch.insert(of_launch.begin(), *crash);
    on_report(of_launch);
  }
  return report::reporter::instance().add(std::move(found));
}

}  // namespace milliamp::detail::check
