#include "devices/device.h"

#include "base/immortal.h"
#include "base/invalid_argument.h"
#include "base/show.h"
#include "devices/queue.h"

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/placement.h>
#include <milliamp/detail/reassign.h>
#include <milliamp/exceptions.h>

#include <unistd.h>

namespace milliamp::detail::devices {

namespace {

constexpr unsigned int implemented_specification = 0x0001'0002;  // 1.2

std::size_t physical_memory_in_kilobytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_size <= 0) return 0;
  return static_cast<std::size_t>(pages) * (static_cast<std::size_t>(page_size) / 1024);
}

}  // namespace

device::device(const wchar_t* path, const wchar_t* description, std::optional<engine_kind> kernels,
               bool shares_memory_with_host)
    : path(path),
      description(description),
      kernels(kernels),
      shares_memory_with_host(shares_memory_with_host),
      is_debug(kernels == engine_kind::ref),
      version(implemented_specification),
      memory_in_kilobytes(physical_memory_in_kilobytes()),
      default_access(shares_memory_with_host ? concurrency::access_type_read_write
                                             : concurrency::access_type_none),
      handle(concurrency::accelerator(*this)),
      default_view(queue_access::view_of(*new queue(*this, concurrency::queuing_mode_automatic))) {}

// Immortal because static objects may use the devices in their destructors.

device& warp_device() {
  static base::immortal<device> instance(
      concurrency::accelerator::direct3d_warp,
      L"Milliamp WARP: runs kernels fast, on the processor's cores", engine_kind::warp, true);
  return *instance;
}

device& reference_device() {
  static base::immortal<device> instance(
      concurrency::accelerator::direct3d_ref,
      L"Milliamp REF: runs kernels on the processor's cores and checks them", engine_kind::ref,
      false);
  return *instance;
}

device& host_device() {
  static base::immortal<device> instance(concurrency::accelerator::cpu_accelerator,
                                         L"CPU accelerator: holds data, runs no kernels",
                                         std::nullopt, true);
  return *instance;
}

namespace {

settable_default<device*>& default_device() {
  static base::immortal<settable_default<device*>> instance(
      default_engine() == engine_kind::ref ? &reference_device() : &warp_device());
  return *instance;
}

device& device_of_path(const std::wstring& path) {
  if (path == concurrency::accelerator::default_accelerator) return *default_device().peek();
  for (device* known : {&warp_device(), &reference_device(), &host_device()}) {
    if (known->path == path) return *known;
  }
  base::throw_invalid(
      "there is no accelerator with the path \"" + base::show(path) +
      "\"; the paths are \"default\", \"direct3d\\warp\", \"direct3d\\ref\" and \"cpu\", for which "
      "class accelerator has constants");
}

}  // namespace

}  // namespace milliamp::detail::devices

namespace milliamp::detail {

const concurrency::accelerator_view& host_accelerator = devices::host_device().default_view;

const concurrency::accelerator_view& default_accelerator() {
  return devices::default_device().use()->default_view;
}

const concurrency::accelerator_view& require_host(
    const concurrency::accelerator_view& accelerator) {
  if (&devices::device_of(accelerator) != &devices::host_device()) {
    base::throw_invalid(
        "a staging array with initial values must be on the CPU; pass an accelerator_view of "
        "accelerator(accelerator::cpu_accelerator) as the first of its two accelerator_views");
  }
  return accelerator;
}

concurrency::access_type allowed_access(const concurrency::accelerator_view& accelerator,
                                        concurrency::access_type access) {
  devices::device& target = devices::device_of(accelerator);
  if (access == concurrency::access_type_auto) access = target.default_access.use();
  const bool is_none = access == concurrency::access_type_none;
  // The memory of the CPU is the host's.
  if (is_none && &target == &devices::host_device()) return concurrency::access_type_read_write;
  if (!is_none && !target.shares_memory_with_host) {
    base::throw_invalid(
        "the host cannot access an array on an accelerator whose supports_cpu_shared_memory is "
        "false; request access_type_auto or access_type_none and copy the elements");
  }
  return access;
}

void throw_closed_to_host() {
  base::throw_invalid(
      "the host cannot access an array whose cpu_access_type is access_type_none; copy the "
      "elements or access them through an array_view of the array");
}

}  // namespace milliamp::detail

namespace concurrency {

using milliamp::detail::devices::device;

accelerator::accelerator(device& device) noexcept
    : device_path(device.path),
      description(device.description),
      version(device.version),
      is_debug(device.is_debug),
      is_emulated(true),
      has_display(false),
      supports_double_precision(true),
      supports_limited_double_precision(true),
      supports_cpu_shared_memory(device.shares_memory_with_host),
      dedicated_memory(device.memory_in_kilobytes),
      default_view(device.default_view),
      default_cpu_access_type(device.default_access.value()),
      device_(&device) {}

accelerator::accelerator() : accelerator(std::wstring(default_accelerator)) {}

accelerator::accelerator(const std::wstring& path)
    : accelerator(milliamp::detail::devices::device_of_path(path)) {}

accelerator::accelerator(const accelerator& other) = default;

accelerator& accelerator::operator=(const accelerator& other) noexcept {
  return details::reassign(*this, std::move(other));
}

std::vector<accelerator> accelerator::get_all() {
  return {milliamp::detail::devices::warp_device().handle,
          milliamp::detail::devices::reference_device().handle,
          milliamp::detail::devices::host_device().handle};
}

bool accelerator::set_default(const std::wstring& path) {
  return milliamp::detail::devices::default_device().set(
      &milliamp::detail::devices::device_of_path(path));
}

accelerator_view accelerator::get_auto_selection_view() {
  using milliamp::detail::devices::default_device;
  using milliamp::detail::devices::queue_access;
  const accelerator_view& view = default_device().peek()->default_view;
  return queue_access::view_of(queue_access::queue_of(view), true);
}

bool accelerator::set_default_cpu_access_type(access_type default_cpu_access_type) const {
  if (default_cpu_access_type == access_type_auto) {
    default_cpu_access_type = device_->default_access.peek();
  }
  const bool is_possible =
      default_cpu_access_type == access_type_none || device_->shares_memory_with_host;
  return is_possible && device_->default_access.set(default_cpu_access_type);
}

accelerator_view accelerator::create_view() const { return create_view(queuing_mode_automatic); }

accelerator_view accelerator::create_view(queuing_mode mode) const {
  return milliamp::detail::devices::queue_access::view_of(
      *new milliamp::detail::devices::queue(*device_, mode));
}

}  // namespace concurrency
