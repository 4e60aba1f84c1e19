#include "base/modules.h"
#include "coherence/host_memory_registry.h"
#include "coherence/shared_buffer.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "runtime/device_object.h"
#include "symbolize/stack_trace.h"

#include <milliamp/detail/placement.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <string>

namespace milliamp::detail {

namespace {

using concurrency::accelerator_view;

std::string show(const accelerator_view& view) {
  std::string text;
  for (const wchar_t c : view.accelerator.device_path) text += static_cast<char>(c);
  return text + (view == view.accelerator.default_view ? "'s default view" : "'s view");
}

/// Where the arrays lie that a kernel refers to; null if there are none.
const accelerator_view* place_of_arrays(const void* kernel, std::size_t size) {
  const accelerator_view* found = nullptr;
  device_object_table::instance().for_each_in(kernel, size, [&found](const device_object& array) {
    if (found != nullptr && *found != array.accelerator_view) {
      throw concurrency::runtime_exception(
          ("parallel_for_each: the kernel refers to arrays on different accelerator_views, on " +
           show(*found) + " and on " + show(array.accelerator_view) +
           "; make all of them on one accelerator_view")
              .c_str(),
          concurrency::detail::e_invalid_argument);
    }
    found = &array.accelerator_view;
  });
  return found;
}

const accelerator_view& choose_place(const accelerator_view* requested, const void* kernel,
                                     std::size_t size) {
  const accelerator_view* const arrays = place_of_arrays(kernel, size);
  if (requested == nullptr || requested->is_auto_selection) {
    return arrays != nullptr ? *arrays : default_place();
  }
  if (arrays != nullptr && *arrays != *requested) {
    throw concurrency::runtime_exception(
        ("parallel_for_each: it is to run on " + show(*requested) +
         ", but the kernel refers to an array on " + show(*arrays) +
         "; make the array on the accelerator_view where the kernel is to run")
            .c_str(),
        concurrency::detail::e_invalid_argument);
  }
  return *requested;
}

}  // namespace

submission::submission(const accelerator_view* requested, const void* kernel,
                       std::size_t kernel_size, bool is_checked) {
  const accelerator_view& place = choose_place(requested, kernel, kernel_size);
  devices::queue& queue = devices::queue_access::queue_of(place);
  const std::optional<engine_kind> target = queue.device().kernels;
  if (!target) {
    throw concurrency::unsupported_feature(
        "parallel_for_each: kernels cannot run on accelerator::cpu_accelerator, which is a place "
        "for data only; use the default accelerator, direct3d_warp or direct3d_ref, and arrays "
        "there");
  }
  target_ = *target;
  is_watched_ = is_checked && target_ == engine_kind::ref;
  if (is_watched_) {
    coherence::host_memory_registry::instance().on_frame(__builtin_frame_address(0));
  }
  queue.wait();
  // Last of all: no destructor follows a constructor that throws.
  if (is_watched_) launch_site_ = new symbolize::stack_trace(symbolize::stack_trace::here());
}

bool submission::has_memory_apart() const {
  // Code that is not instrumented does not bring back what a kernel has changed when it accesses
  // elements on the host.
  return is_watched_ && !base::is_called_by_program("access_elements_unchecked");
}

submission::~submission() { delete launch_site_; }

thread_local submission* current_submission = nullptr;

submission& submission::current() noexcept { return *current_submission; }

submission::capturing::capturing(submission& launch) noexcept : outer_(current_submission) {
  current_submission = &launch;
}

submission::capturing::~capturing() { current_submission = outer_; }

void* submission::take(coherence::shared_buffer& memory, void* address, bool writable) noexcept {
  try {
    return memory.capture(*this, address, writable);
  } catch (...) {
    failure_ = std::current_exception();
    return address;
  }
}

}  // namespace milliamp::detail
