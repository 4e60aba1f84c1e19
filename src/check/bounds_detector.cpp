#include "check/bounds_detector.h"

#include "base/scoped_ignore.h"
#include "diagnose/out_of_bounds.h"
#include "race/call_sites.h"

#include <algorithm>
#include <string>

namespace milliamp::detail::check {

namespace {

/// Limits the indices that are remembered, to more than a report shows. A kernel may have any
/// number of bad indices.
constexpr std::size_t most_past_overruns = 256;

}  // namespace

void bounds_detector::end_thread() {
  thread_.launch->unwritten().forget();
  forget();
  undo_.forget();
  thread_.terminator->leave(engine::thread_end::aborted);
  __builtin_unreachable();  // GCC does not apply [[noreturn]] to calls of virtual functions
}

void bounds_detector::on_bad_index(const void* frame, const bad_index& index) {
  current_ = {reinterpret_cast<std::uintptr_t>(frame), progress_.turn(),
              thread_.races.calls().depth(thread_.races.thread_in_tile()),
              overrun(index, thread_.races.arena(), thread_.launch->captures())};
  slow_.set(race::slow_path::overrun);
  // GCC reads the operand of an operator such as += before it checks the index.
  if (current_.access.empty()) return;
  const race::thread_id thread = thread_.races.current_thread();
  thread_.races.log().remove_if([&](const race::thread_access& access, std::uintptr_t address) {
    return access.thread == thread &&
           current_.access.is_access(address, race::call_site_address(access.access.call_site));
  });
  if (past_.size() < most_past_overruns) past_.push_back({thread, current_.access});
}

bool bounds_detector::was_overrun(std::uintptr_t address, const race::thread_access& access) const {
  return std::any_of(past_.begin(), past_.end(), [&](const past_overrun& o) {
    return o.thread == access.thread &&
           o.access.is_access(address, race::call_site_address(access.access.call_site));
  });
}

/// Returns whether the access is the one whose index has been reported.
bool bounds_detector::follow_overrun(std::uintptr_t address, std::size_t size, race::operation op,
                                     const void* return_address) {
  if (!may_overrun()) {
    forget();
    return false;
  }
  const bool is_known = is_overrun(address, return_address);
  if (is_known && !thread_.stack().contains(address)) {
    const bool is_private =
        thread_.races.is_tile_static(address) ||
        thread_.races.arena().is_beside_variables(reinterpret_cast<const void*>(address));
    undo_.prepare(address, size, op, is_private);
  } else if (writes(op) && is_damage(address, return_address)) {
    end_thread();
  }
  return is_known;
}

void bounds_detector::forget() {
  const base::scoped_ignore ignore;
  slow_.clear(race::slow_path::overrun);
  current_ = {};
}

bool bounds_detector::is_overrun(std::uintptr_t address, const void* return_address) const {
  if (current_.access.empty()) return false;
  const base::scoped_ignore ignore;
  return current_.access.is_access(address, return_address);
}

bool bounds_detector::is_in_line_of_overrun(const void* return_address) const {
  if (!may_overrun()) return false;
  const base::scoped_ignore ignore;
  return current_.access.is_in_line(return_address);
}

/// Whether a write would damage the frames of callers, or memory beside the tile_static variables.
bool bounds_detector::is_damage(std::uintptr_t address, const void* return_address) const {
  if (thread_.stack().contains(address)) {
    // At the frame: the caller's frame pointer and the return address. Below it: up to six
    // registers of the caller.
    constexpr std::uintptr_t saved = 6 * sizeof(void*);
    constexpr std::uintptr_t link = 2 * sizeof(void*);
    const bool may_be_callers =
        current_.depth != 0 || thread_.races.calls().depth(thread_.races.thread_in_tile()) != 0;
    return address >= current_.frame - saved &&
           (!may_be_callers || address < current_.frame + link) &&
           is_in_line_of_overrun(return_address);
  }
  return thread_.races.arena().is_beside_variables(reinterpret_cast<const void*>(address));
}

/// Handles an access beyond the program's variables, most likely by a pointer. Reads are harmless.
void bounds_detector::stop_after_variables(std::uintptr_t address, race::operation op,
                                           const void* return_address) {
  if (!may_overrun() || !is_overrun(address, return_address)) {
    const base::scoped_ignore ignore;
    report_after(reinterpret_cast<const void*>(address), true, op, return_address);
  }
  if (writes(op)) end_thread();
}

void bounds_detector::on_outside_access(const void* location, const void* return_address) {
  // The compiler's check may have reported the index.
  if (is_overrun(reinterpret_cast<std::uintptr_t>(location), return_address)) return;
  const base::scoped_ignore ignore;
  report_after(static_cast<const std::byte*>(location) - 1, false, race::operation::atomic_update,
               return_address);
}

/// @param location in or after the variable whose end the access has passed
void bounds_detector::report_after(const void* location, bool is_in_no_variable, race::operation op,
                                   const void* return_address) {
  const engine::tile_arena& arena = thread_.races.arena();
  diagnose::overrun_fact overrun{
      {},
      is_in_no_variable,
      {race::kind_of(op), thread_.call_site(return_address), thread_.position()}};
  if (arena.find(location).variable != nullptr || arena.is_beside_variables(location)) {
    overrun.variable = arena.find_before(location);
    const std::string kernel = thread_.launch->kernel_class();
    const symbolize::tile_variable* const found = overrun.variable->variable;
    if (found != nullptr && !found->kernel.empty() && found->kernel != kernel) {
      overrun.variable = arena.find_nearest(location, &kernel);
    }
  }
  thread_.launch->take(overrun);
}

}  // namespace milliamp::detail::check
