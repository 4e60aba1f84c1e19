#include "diagnose/lost_host_write.h"

#include "base/show.h"

namespace milliamp::detail::diagnose {

finding diagnose(const lost_host_write_fact& fact) {
  finding found;
  found.kind = finding_kind::lost_host_write;
  found.variable = fact.view.type;
  found.element = base::show(fact.element);
  found.summary =
      "the host writes element " + found.element + " of the memory of an " + describe(fact.view) +
      " without refresh() of the view, so that a kernel works on a copy with the old value";
  found.events = {event_of("write", fact.written),
                  event_of("launch that does not see it", fact.launched),
                  event_of("view made", fact.view.created)};
  found.advice =
      "call refresh() on the view after its memory is written, or write through the view";
  return found;
}

}  // namespace milliamp::detail::diagnose
