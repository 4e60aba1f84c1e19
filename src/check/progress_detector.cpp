#include "check/progress_detector.h"

#include "base/scoped_ignore.h"
#include "check/kernel_state.h"
#include "diagnose/no_progress.h"

namespace milliamp::detail::check {

void progress_detector::examine(std::uintptr_t address, const void* return_address) {
  const bool is_private = thread_.owns(address);
  const auto state = state_of_kernel(return_address, thread_.stack().end());
  if (!watch_.examine(address, progress(), state, is_private)) return;
  {
    const base::scoped_ignore ignore;
    using diagnose::spin_access;
    thread_.launch->take(diagnose::no_progress_fact{
        is_private ? spin_access::private_memory : spin_access::shared_memory,
        thread_.launch->kernel(), thread_.location(address), thread_.site(return_address),
        thread_.position()});
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
                                                    thread_.site(location),
                                                    thread_.position()});
  }
  end_spinning();
}

void progress_detector::end_spinning() {
  watch_.rest();
  thread_.terminator->leave(engine::thread_end::spinning);
}

}  // namespace milliamp::detail::check
