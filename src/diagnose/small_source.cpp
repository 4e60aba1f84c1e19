#include "diagnose/small_source.h"

#include "base/show.h"

namespace milliamp::detail::diagnose {

finding diagnose(const small_source_fact& fact) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.variable = fact.view.type;
  found.element = base::show(fact.element);
  found.summary = "element " + found.element + " of an " + describe(fact.view) +
                  " is beyond the end of its data, " + fact.source;
  if (fact.offset != 0) {
    found.notes = {"the view begins " + std::to_string(fact.offset) +
                   " bytes after the beginning of its data"};
  }
  found.events = {event_of("view made", fact.view.created)};
  found.advice = "make the extent of the view fit its data";
  return found;
}

finding diagnose(const small_copy_fact& fact) {
  const char* const role = fact.is_destination ? "destination" : "source";
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.variable = std::string(role) + " of copy";
  found.summary = std::string("a copy ") + (fact.is_destination ? "writes " : "reads ") +
                  base::show_count(fact.count, fact.element_size == 1 ? "byte" : "element") +
                  (fact.is_destination ? " to " : " from ") + fact.source + ", which holds " +
                  std::to_string(fact.existing);
  found.events = {event_of("copy", fact.copied)};
  found.advice = std::string("make the ") + role + " as large as the copy";
  return found;
}

}  // namespace milliamp::detail::diagnose
