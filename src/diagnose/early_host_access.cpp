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

}  // namespace

finding diagnose(const early_host_access_fact& fact) {
  finding found;
  found.kind = finding_kind::stale_host_read;
  found.variable = describe(fact.transfer) + " of extent " + base::show(fact.lengths);
  found.element = base::show(fact.element);
  found.summary = std::string("the host ") + (fact.is_write ? "writes" : "reads") + " element " +
                  found.element + " of the " + found.variable +
                  ", before the program has waited for its end";
  found.events = {
      event_of(fact.is_write ? "write" : "read", fact.accessed),
      event_of(fact.transfer == transfer_kind::synchronization ? "synchronization started"
                                                               : "copy started",
               fact.started)};
  found.advice = "call get() or wait() on the completion_future before the memory is " +
                 std::string(fact.is_write ? "written" : "read");
  return found;
}

}  // namespace milliamp::detail::diagnose
