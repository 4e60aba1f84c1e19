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

struct verbs {
  const char* clause;
  const char* event;
  const char* participle;
};

verbs verbs_of(early_use use) {
  switch (use) {
    case early_use::host_read:
      return {"the host reads", "read", "read"};
    case early_use::host_write:
      return {"the host writes", "write", "written"};
    default:
      return {"a kernel uses", "launch", "used"};
  }
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
  const verbs said = verbs_of(fact.use);
  found.summary = std::string(said.clause) + " element " + found.element + " of the " +
                  describe(fact.transfer, fact.lengths) +
                  ", before the program has waited for the operation";
  found.events = {event_of(said.event, fact.used), start_of(fact.transfer, fact.started)};
  found.advice = advice_to_wait_before(said.participle);
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
