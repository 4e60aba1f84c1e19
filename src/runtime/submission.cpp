/// @file
/// Launches before they reach an engine (milliamp/detail/submission.h).

#include "base/invalid_argument.h"
#include "base/modules.h"
#include "base/show.h"
#include "check/launch_captures.h"
#include "coherence/host_memory_registry.h"
#include "coherence/shared_buffer.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "runtime/device_object.h"
#include "symbolize/stack_trace.h"

#include <milliamp/detail/placement.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <memory>
#include <string>

namespace milliamp::detail {

namespace {

using concurrency::accelerator_view;

constinit thread_local submission* current_submission = nullptr;

std::string show(const accelerator_view& view) {
  return base::show(view.accelerator.device_path) +
         (view == view.accelerator.default_view ? "'s default view" : "'s view");
}

/// Returns the accelerator_view of the arrays that a kernel captures by reference; null if there
/// are none.
const accelerator_view* accelerator_of_arrays(const void* kernel, std::size_t size) {
  const accelerator_view* found = nullptr;
  device_object_table::instance().for_each_in(kernel, size, [&found](const device_object& array) {
    if (found != nullptr && *found != array.accelerator_view) {
      base::throw_invalid(
          "parallel_for_each: the kernel refers to arrays on different accelerator_views, on " +
          show(*found) + " and on " + show(array.accelerator_view) +
          "; create all of them on one accelerator_view");
    }
    found = &array.accelerator_view;
  });
  return found;
}

const accelerator_view& choose_accelerator(const accelerator_view* requested,
                                           const accelerator_view* arrays) {
  if (requested == nullptr || requested->is_auto_selection) {
    return arrays != nullptr ? *arrays : default_accelerator();
  }
  if (arrays != nullptr && *arrays != *requested) {
    base::throw_invalid("parallel_for_each: the kernel is launched on " + show(*requested) +
                        ", but refers to an array on " + show(*arrays) +
                        "; create the array on the accelerator_view of the launch");
  }
  return *requested;
}

}  // namespace

submission::submission(const accelerator_view* requested, const void* kernel,
                       std::size_t kernel_size, bool is_checked) {
  const accelerator_view* const arrays = accelerator_of_arrays(kernel, kernel_size);
  const accelerator_view& view = choose_accelerator(requested, arrays);
  devices::queue& queue = devices::queue_access::queue_of(view);
  const std::optional<engine_kind> target = queue.device().kernels;
  if (!target) {
    throw concurrency::unsupported_feature(
        "parallel_for_each: kernels cannot run on accelerator::cpu_accelerator, which only holds "
        "data; use the default accelerator, direct3d_warp or direct3d_ref, and arrays there");
  }
  target_ = *target;
  is_watched_ = is_checked && target_ == engine_kind::ref;
  if (is_watched_) {
    coherence::host_memory_registry::instance().on_frame(__builtin_dwarf_cfa());
  }
  queue.complete();  // a launch does not wait for operations from the program's point of view
  if (!is_watched_) return;
  // Accesses by host code that is not instrumented would not see what a kernel changed in separate
  // memory.
  has_separate_memory_ = !base::is_called_by_program("access_elements_unchecked");
  // Last, because the destructor does not run if the constructor throws.
  auto launch_site = std::make_unique<const symbolize::stack_trace>(symbolize::stack_trace::here());
  captures_ = new check::launch_captures(arrays != nullptr);
  launch_site_ = launch_site.release();
}

submission::~submission() {
  delete captures_;
  delete launch_site_;
}

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
