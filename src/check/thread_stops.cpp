// Ends threads that must not continue: they spin, or are about to damage memory on which the
// process depends. Destructors do not run, since the instrumentation callbacks cannot throw.

#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "diagnose/fact.h"
#include "race/call_sites.h"

#include <algorithm>
#include <optional>

namespace milliamp::detail::check {

// --- Threads that spin ---------------------------------------------------------------------------

void checker::stop_if_spinning(std::uintptr_t address, const void* return_address) {
  const base::memory_range& stack = thread_stacks_[thread_];
  const bool is_private = kernel_.contains(address) || stack.contains(address);
  const std::uint64_t state = state_of_thread(stack.begin + stack.size);
  if (!spinning_.examine(address, point(), state, is_private)) return;
  {
    const base::scoped_ignore own;
    report_spinning(
        is_private ? diagnose::spin_access::private_memory : diagnose::spin_access::shared_memory,
        memory_at(address), return_address);
  }
  stop_spinning();
}

void checker::stop_if_silent(const void* location) {
  if (!spinning_.is_silent(point())) return;
  {
    const base::scoped_ignore own;
    report_spinning(diagnose::spin_access::none, {}, location);
  }
  stop_spinning();
}

diagnose::memory_location checker::memory_at(std::uintptr_t address) const {
  if (!tile_shadow_.contains(address)) return {address, false, {}};
  return {address, true, arena_.find(reinterpret_cast<const void*>(address))};
}

void checker::report_spinning(diagnose::spin_access access, const diagnose::memory_location& memory,
                              const void* return_address) {
  launch_->take(diagnose::no_progress_fact{access,
                                           launch_->kernel(),
                                           memory,
                                           {return_address, calls_of_thread()},
                                           launch_->position_of(current_thread())});
}

/// Ends the thread that runs, without destructors.
void checker::stop_spinning() {
  spinning_.rest();
  terminator_->leave(engine::thread_end::spinning);
}

// --- Threads that write behind arrays ------------------------------------------------------------

namespace {

/// Enough for a report; a kernel that keeps running may have any number.
constexpr std::size_t most_past_overruns = 256;

}  // namespace

void checker::leave() {
  launch_->unwritten().forget();
  forget_overrun();
  terminator_->leave(engine::thread_end::aborted);
  __builtin_unreachable();
}

void checker::suspect_overrun(const void* frame, const bad_index& index) {
  overrun_ = {reinterpret_cast<std::uintptr_t>(frame), spinning_.turn(), calls_.depth(thread_),
              overrun(index, arena_)};
  tile_shadow_.block_short_way();
  // GCC reads the operand of an operator such as += before it checks the index.
  if (overrun_.access.empty() || past_overruns_.size() == most_past_overruns) return;
  log_.take_back(current_thread(), overrun_.access);
  past_overruns_.push_back({current_thread(), overrun_.access});
}

/// Whether an access in the tile was later reported as out of bounds.
bool checker::was_overrun(std::uintptr_t address, const race::thread_access& access) const {
  return std::any_of(past_overruns_.begin(), past_overruns_.end(), [&](const past_overrun& o) {
    return o.thread == access.thread &&
           o.access.is_access(address, race::call_site_address(access.access.site));
  });
}

/// Ends the thread before it damages memory on which the process depends: on some processors, the C
/// library's record of the OS thread follows the last tile_static variable.
void checker::stop_overrun(std::uintptr_t address, race::operation op) {
  if (!may_overrun()) {
    forget_overrun();
  } else if (writes(op) && is_damage(address)) {
    leave();
  }
}

bool checker::may_overrun() const {
  return overrun_.frame != 0 && overrun_.turn == spinning_.turn();
}

void checker::forget_overrun() {
  const base::scoped_ignore own;
  overrun_ = {};
}

/// Whether an access is the one that was reported as out of bounds.
bool checker::is_overrun(std::uintptr_t address, const void* return_address) const {
  if (overrun_.access.empty()) return false;
  const base::scoped_ignore own;
  return overrun_.access.is_access(address, return_address);
}

bool checker::is_damage(std::uintptr_t address) const {
  if (thread_stacks_[thread_].contains(address)) {
    // The function's saved registers of its caller; the frame pointer and the return address.
    constexpr std::uintptr_t saved = 6 * sizeof(void*);
    constexpr std::uintptr_t link = 2 * sizeof(void*);
    const bool may_be_callers = overrun_.depth != 0 || calls_.depth(thread_) != 0;
    return address >= overrun_.frame - saved &&
           (!may_be_callers || address < overrun_.frame + link);
  }
  const auto* const location = reinterpret_cast<const void*>(address);
  return arena_.is_beside_variables(location) ||
         (overrun_.access.leads_to(address) && arena_.find(location).variable == nullptr);
}

/// Reports an access behind the variables of the program, most likely through a pointer. A read
/// there does no harm.
void checker::stop_behind_variables(std::uintptr_t address, race::operation op,
                                    const void* return_address) {
  if (!is_overrun(address, return_address)) {
    const base::scoped_ignore own;
    report_behind(reinterpret_cast<const void*>(address), true, return_address);
  }
  if (writes(op)) leave();
}

void checker::on_outside_access(const void* location, const void* return_address) {
  if (is_overrun(reinterpret_cast<std::uintptr_t>(location), return_address)) {
    return;  // the compiler's check has reported it
  }
  const base::scoped_ignore own;
  report_behind(static_cast<const std::byte*>(location) - 1, false, return_address);
}

/// @param location in the variable that the access has passed, or behind it
void checker::report_behind(const void* location, bool is_in_no_variable,
                            const void* return_address) {
  diagnose::overrun_fact access{std::nullopt,
                                is_in_no_variable,
                                {return_address, calls_of_thread()},
                                launch_->position_of(current_thread())};
  if (arena_.find(location).variable != nullptr || arena_.is_beside_variables(location)) {
    access.variable = arena_.find_before(location);
  }
  launch_->take(access);
}

}  // namespace milliamp::detail::check
