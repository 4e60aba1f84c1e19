#include "diagnose/stale_host_read.h"

#include "base/show.h"

namespace milliamp::detail::diagnose {

finding diagnose(const stale_host_read_fact& fact) {
  finding found;
  found.kind = finding_kind::stale_host_read;
  found.variable = fact.view.type;
  found.element = base::show(fact.element);
  found.summary = std::string("the host ") + (fact.is_write ? "writes" : "reads") + " element " +
                  found.element + " of the memory of an " + describe(fact.view) + ", which a " +
                  (fact.is_copied ? "copy " : "kernel ") +
                  (fact.is_changed ? "has changed" : "may change") +
                  ", before the view is synchronized";
  found.events = {event_of(fact.is_write ? "write" : "read", fact.accessed),
                  event_of(std::string(fact.is_copied ? "copy" : "launch") +
                               (fact.is_changed ? " that changed it" : " that may change it"),
                           fact.changed),
                  event_of("view made", fact.view.created)};
  found.advice = fact.is_write
                     ? "call synchronize(access_type_read_write) on the view before the memory is "
                       "changed"
                     : "call synchronize() on the view before its memory is read, or read through "
                       "the view";
  return found;
}

}  // namespace milliamp::detail::diagnose
