#include "diagnose/no_progress.h"

namespace milliamp::detail::diagnose {

namespace {

/// Also names the memory.
std::string summarize(const no_progress_fact& spinning, finding& found) {
  switch (spinning.access) {
    case spin_access::shared_read:
      describe_memory(spinning.memory, spinning.kernel, found);
      return "a thread reads " + found.element +
             " in a loop, and no other thread changes it meanwhile";
    case spin_access::shared_write:
      describe_memory(spinning.memory, spinning.kernel, found);
      return "a thread writes " + found.element +
             " in an infinite loop: the values that it uses repeat";
    case spin_access::private_memory:
      return "a thread repeats accesses to its own data in a loop, and their values do not change";
    case spin_access::none:
      return "a thread runs in a loop without accessing memory; if it waits for a value, the "
             "compiler has moved the read out of the loop";
  }
  return "";
}

std::string advise(spin_access access) {
  const std::string change = "in the loop, change a value that its condition depends on";
  const std::string wait =
      "wait for other threads only at tile_barrier::wait(): while one thread runs, the others need "
      "not make progress (spec 8.1)";
  switch (access) {
    case spin_access::shared_write:
    case spin_access::private_memory:
      return change;
    case spin_access::shared_read:
      return wait + "; a loop that does not wait must change a value that its condition depends on";
    case spin_access::none:
      return change + ", and " + wait;
  }
  return "";
}

}  // namespace

finding diagnose(const no_progress_fact& spinning) {
  finding found;
  found.kind = finding_kind::no_progress;
  found.events = {event_of(report::what_spins, frames_of(spinning.call), spinning.thread)};
  found.summary = summarize(spinning, found);
  found.advice = advise(spinning.access);
  return found;
}

}  // namespace milliamp::detail::diagnose
