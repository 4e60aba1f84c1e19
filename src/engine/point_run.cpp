#include "engine/point_run.h"

#include "engine/failure.h"

namespace milliamp::detail::engine {

void point_run::run(kernel_errors& errors) {
  worker& w = worker::current();
  const worker::running_scope running(w, *this, errors);
  const exceptions_in_flight hosts = w.exceptions();
  const auto run = [this] { kernel_.run(kernel_, span_); };
  thread_end end_of_last = thread_end::aborted;
  while (end_of_last == thread_end::aborted) {
    try {
      on_loop_begin(span_.current, terminator_);
      end_of_last = terminator_.run(run);
    } catch (...) {
      std::rethrow_exception(kernel_failure(position()));
    }
    // An aborted thread ends the loop over the points. Restart it at the next point.
    if (end_of_last == thread_end::aborted) w.exceptions() = hosts;
    span_.begin = counter{current() + 1};
  }
  has_spun_ = end_of_last == thread_end::spinning;
  if (has_spun_) std::rethrow_exception(spinning_failure(position()));
}

}  // namespace milliamp::detail::engine
