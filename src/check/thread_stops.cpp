// Where a thread cannot go on: it spins, or is about to damage what keeps the process going. It is
// ended without running destructors, for the code that tells of its accesses cannot throw.

#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "check/current_launch.h"
#include "race/call_sites.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::check {

// --- Threads that spin ---------------------------------------------------------------------------

void checker::stop_if_spinning(std::uintptr_t address, const void* return_address) {
  const base::memory_range& stack = thread_stacks_[thread_];
  const bool is_private = kernel_.contains(address) || stack.contains(address);
  const std::uint64_t state = state_of_thread(stack.begin + stack.size);
  if (!spinning_.examine(address, point(), state, is_private)) return;
  {
    const base::scoped_ignore own;
    finding found;
    const bool is_tile_static = tile_shadow_.contains(address);
    if (!is_private) {
      const auto place = is_tile_static ? arena_.find(reinterpret_cast<const void*>(address))
                                        : engine::tile_arena::place();
      race::describe_memory({address, place, is_tile_static, false, nullptr}, *launch_, found);
    }
    found.summary = "a thread looks at " + (is_private ? "the same memory" : found.element) +
                    " again and again, which nobody changes while it does";
    report_spinning(std::move(found), return_address);
  }
  stop_spinning();
}

void checker::stop_if_silent(const void* place) {
  if (!spinning_.is_silent(point())) return;
  {
    const base::scoped_ignore own;
    finding found;
    found.summary =
        "a thread runs in a loop without an access to memory; what it waits for, if it does, the "
        "compiler has read before the loop";
    report_spinning(std::move(found), place);
  }
  stop_spinning();
}

void checker::report_spinning(finding found, const void* return_address) {
  found.kind = finding_kind::no_progress;
  found.events = {{report::what_spins,
                   symbolize::user_frames_of(return_address, calls_of_thread()),
                   {launch_->position_of(current_thread())},
                   1}};
  found.advice =
      "wait for other threads at tile_barrier::wait() only: while one thread runs, the others "
      "need not make progress (spec 8.1)";
  launch_->take(std::move(found));
}

/// Ends the thread that runs, without destructors.
void checker::stop_spinning() {
  spinning_.rest();
  terminator_->leave(engine::thread_end::spinning);
}

// --- Threads that write behind arrays ------------------------------------------------------------

namespace {

/// Enough for what a report tells of; a kernel that goes on and on may have any number.
constexpr std::size_t most_past_overruns = 256;

}  // namespace

void checker::end_thread() {
  launch_->unwritten().forget();
  forget_overrun();
  terminator_->leave(engine::thread_end::aborted);
  __builtin_unreachable();
}

void checker::suspect_overrun(const void* frame, const bad_index& index) {
  overrun_ = {reinterpret_cast<std::uintptr_t>(frame), spinning_.turn(), calls_.depth(thread_),
              overrun(index, arena_)};
  tile_shadow_.block_short_way();
  // GCC reads what an operator such as += changes before it looks at the index.
  if (!overrun_.access.is_any() || past_overruns_.size() == most_past_overruns) return;
  log_.take_back(current_thread(), overrun_.access);
  past_overruns_.push_back({current_thread(), overrun_.access});
}

/// Whether an access in the tile was one of which it has been said later that it is out of bounds.
bool checker::was_overrun(std::uintptr_t address, const race::thread_access& access) const {
  return std::any_of(past_overruns_.begin(), past_overruns_.end(), [&](const past_overrun& o) {
    return o.thread == access.thread &&
           o.access.is_access(address, race::call_site_address(access.access.site));
  });
}

/// Ends the thread before it damages what keeps the process going: on some processors, what follows
/// the last tile_static variable is the C library's record of the thread of the system.
void checker::stop_overrun(std::uintptr_t address, race::operation op) {
  if (!may_overrun()) {
    forget_overrun();
  } else if (writes(op) && is_damage(address)) {
    end_thread();
  }
}

bool checker::may_overrun() const {
  return overrun_.frame != 0 && overrun_.turn == spinning_.turn();
}

void checker::forget_overrun() {
  const base::scoped_ignore own;
  overrun_ = {};
}

/// Whether an access is the one of which it has been said that it is out of bounds.
bool checker::is_overrun(std::uintptr_t address, const void* return_address) const {
  if (!overrun_.access.is_any()) return false;
  const base::scoped_ignore own;
  return overrun_.access.is_access(address, return_address);
}

bool checker::is_damage(std::uintptr_t address) const {
  if (thread_stacks_[thread_].contains(address)) {
    // Registers of the caller that the function has saved; the frame pointer and the return
    // address.
    constexpr std::uintptr_t saved = 6 * sizeof(void*);
    constexpr std::uintptr_t link = 2 * sizeof(void*);
    const bool may_be_callers = overrun_.depth != 0 || calls_.depth(thread_) != 0;
    return address >= overrun_.frame - saved &&
           (!may_be_callers || address < overrun_.frame + link);
  }
  const auto* const place = reinterpret_cast<const void*>(address);
  return arena_.is_beside_variables(place) ||
         (overrun_.access.leads_to(address) && arena_.find(place).variable == nullptr);
}

/// The thread has got behind the variables of the program, most likely by way of a pointer. What it
/// reads there does no harm.
void checker::stop_behind_variables(std::uintptr_t address, race::operation op,
                                    const void* return_address) {
  if (!is_overrun(address, return_address)) {
    const base::scoped_ignore own;
    report_behind(reinterpret_cast<const void*>(address), ", which belongs to no variable",
                  return_address);
  }
  if (writes(op)) end_thread();
}

void checker::on_outside_access(const void* location, const void* return_address) {
  if (is_overrun(reinterpret_cast<std::uintptr_t>(location), return_address)) {
    return;  // of which the compiler's check has told
  }
  const base::scoped_ignore own;
  report_behind(static_cast<const std::byte*>(location) - 1, "", return_address);
}

/// @param place in the variable that the access has passed, or behind it
void checker::report_behind(const void* place, const char* and_what, const void* return_address) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  if (arena_.find(place).variable != nullptr || arena_.is_beside_variables(place)) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    race::describe_memory({address, arena_.find_before(place), true, false, nullptr}, *launch_,
                          found);
  }
  found.element = found.name;
  found.summary = "an access to memory behind the end of " +
                  (found.variable.empty() ? "its variable" : found.variable) + and_what;
  found.events = {{"access",
                   symbolize::user_frames_of(return_address, calls_of_thread()),
                   {launch_->position_of(current_thread())},
                   1}};
  found.advice = "keep pointers to an array within it";
  launch_->take(std::move(found));
}

}  // namespace milliamp::detail::check
