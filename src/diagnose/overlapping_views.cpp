#include "diagnose/overlapping_views.h"

namespace milliamp::detail::diagnose {

finding diagnose(const overlapping_views_fact& fact) {
  finding found;
  found.kind = finding_kind::overlapping_views;
  found.variable = fact.view.type;
  found.summary = "an " + describe(fact.view) + " " + describe(fact.use) +
                  ", but another top-level view of the same memory, an " + describe(fact.other) +
                  ", holds different values";
  found.events = {event_of("use", fact.used), event_of("view made", fact.view.created),
                  event_of("other view made", fact.other.created)};
  found.advice = "construct one view of the memory from the other, as a copy or a section";
  return found;
}

}  // namespace milliamp::detail::diagnose
