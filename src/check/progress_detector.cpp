#include "check/progress_detector.h"

#include "base/scoped_ignore.h"
#include "check/kernel_state.h"
#include "diagnose/no_progress.h"

namespace milliamp::detail::check {

namespace {

diagnose::spin_access spin_access_of(race::operation op, bool is_private) {
  using diagnose::spin_access;
  if (is_private) return spin_access::private_memory;
  return op == race::operation::write ? spin_access::shared_write : spin_access::shared_read;
}

}  // namespace

void progress_detector::examine(std::uintptr_t address, race::operation op,
                                const void* return_address) {
  const loop_access access{spin_access_of(op, thread_.owns(address)), return_address, address};
  const auto state = state_of_kernel(return_address, thread_.stack().end());
  if (!watch_.examine(access, progress(), state)) return;
  {
    const base::scoped_ignore ignore;
    thread_.launch->take(diagnose::no_progress_fact{
        access.access, thread_.launch->kernel(), thread_.location(address),
        thread_.call_site(return_address), thread_.position()});
  }
  end_spinning();
}

void progress_detector::on_signal(const void* location) {
  if (!watch_.is_silent(progress())) return;
  {
    const base::scoped_ignore ignore;
    thread_.launch->take(diagnose::no_progress_fact{diagnose::spin_access::none,
                                                    thread_.launch->kernel(),
                                                    {},
                                                    thread_.call_site(location),
                                                    thread_.position()});
  }
  end_spinning();
}

void progress_detector::end_spinning() {
  watch_.begin_turn();
  thread_.terminator->leave(engine::thread_end::spinning);
}

}  // namespace milliamp::detail::check
