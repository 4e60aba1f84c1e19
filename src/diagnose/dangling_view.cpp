#include "diagnose/dangling_view.h"

namespace milliamp::detail::diagnose {

finding diagnose(const dangling_view_fact& fact) {
  finding found;
  found.kind = finding_kind::dangling_view;
  found.variable = fact.view.type;
  found.summary = "an " + describe(fact.view) + " " + describe(fact.use) +
                  " after the lifetime of its data has ended";
  found.events = {event_of("use", fact.used)};
  if (fact.freed) {
    found.events.push_back(event_of("data freed", *fact.freed));
  } else {
    found.notes = {"the data was a local variable of a function that has returned"};
  }
  found.events.push_back(event_of("view made", fact.view.created));
  found.advice = "keep the data alive longer than all its views, or keep it in an array";
  return found;
}

}  // namespace milliamp::detail::diagnose
