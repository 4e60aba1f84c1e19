#include "diagnose/early_host_access.h"

#include "base/show.h"

namespace milliamp::detail::diagnose {

namespace {

std::string describe(transfer_kind transfer) {
  switch (transfer) {
    case transfer_kind::copy_source:
      return "source of copy_async";
    case transfer_kind::copy_destination:
      return "destination of copy_async";
    default:
      return "memory of a view in synchronize_async";
  }
}

std::string describe(transfer_kind transfer, const std::vector<int>& lengths) {
  return describe(transfer) + " of extent " + base::show(lengths);
}

event start_of(transfer_kind transfer, const symbolize::stack_trace& started) {
  return event_of(
      transfer == transfer_kind::synchronization ? "synchronization started" : "copy started",
      started);
}

std::string advice_to_wait_before(const std::string& use) {
  return "call get() or wait() on the completion_future before the memory is " + use;
}

}  // namespace

finding diagnose(const early_host_access_fact& fact) {
  finding found;
  found.kind = finding_kind::stale_host_read;
  found.variable = describe(fact.transfer);
  found.element = base::show(fact.element);
  found.summary = std::string("the host ") + (fact.is_write ? "writes" : "reads") + " element " +
                  found.element + " of the " + describe(fact.transfer, fact.lengths) +
                  ", before the program has waited for the operation";
  found.events = {event_of(fact.is_write ? "write" : "read", fact.accessed),
                  start_of(fact.transfer, fact.started)};
  found.advice = advice_to_wait_before(fact.is_write ? "written" : "read");
  return found;
}

finding diagnose(const early_release_fact& fact) {
  finding found;
  found.kind = finding_kind::stale_host_read;
  found.variable = describe(fact.transfer);
  found.summary = "the lifetime of the " + describe(fact.transfer, fact.lengths) +
                  " ends before the program has waited for the operation";
  if (fact.freed) {
    found.events = {event_of("data freed", *fact.freed)};
  } else {
    found.notes = {"the data was a local variable of a function that has returned"};
  }
  found.events.push_back(start_of(fact.transfer, fact.started));
  found.advice = advice_to_wait_before("freed");
  return found;
}

}  // namespace milliamp::detail::diagnose
