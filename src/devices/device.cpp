#include "devices/device.h"

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

// Objects with static storage may outlive the end of main() and use the devices until then, so they
// are never destroyed.

device& warp_device() {
  static device& only = *new device(concurrency::accelerator::direct3d_warp,
                                    L"Milliamp WARP: runs kernels fast, on the processor's cores",
                                    engine_kind::warp, true);
  return only;
}

device& reference_device() {
  static device& only =
      *new device(concurrency::accelerator::direct3d_ref,
                  L"Milliamp REF: runs kernels on the processor's cores and finds their errors",
                  engine_kind::ref, false);
  return only;
}

device& host_device() {
  static device& only =
      *new device(concurrency::accelerator::cpu_accelerator,
                  L"CPU accelerator: a place for data, not for kernels", std::nullopt, true);
  return only;
}

}  // namespace milliamp::detail::devices

namespace milliamp::detail {

const concurrency::accelerator_view& host_place = devices::host_device().default_view;

}  // namespace milliamp::detail

namespace milliamp::detail::devices {

namespace {

/// Which accelerator is the default one. It can be set once, as long as nothing has used it.
class default_device {
 public:
  /// What the default is, or would be if it was used now.
  device& peek() {
    const std::lock_guard lock(mutex_);
    return current();
  }

  /// The default for something that depends on it from now on.
  device& use() {
    const std::lock_guard lock(mutex_);
    settled_ = true;
    return current();
  }

  bool set(device& chosen) {
    const std::lock_guard lock(mutex_);
    if (settled_) return false;
    settled_ = true;
    chosen_ = &chosen;
    return true;
  }

 private:
  device& current() {
    if (chosen_ == nullptr) {
      chosen_ = default_engine() == engine_kind::ref ? &reference_device() : &warp_device();
    }
    return *chosen_;
  }

  std::mutex mutex_;
  device* chosen_ = nullptr;
  bool settled_ = false;
};

default_device& the_default() {
  static default_device& only = *new default_device;
  return only;
}

device& device_of_path(const std::wstring& path) {
  if (path == concurrency::accelerator::default_accelerator) return the_default().peek();
  for (device* known : {&warp_device(), &reference_device(), &host_device()}) {
    if (known->path == path) return *known;
  }
  std::string shown;
  for (const wchar_t c : path) shown += c > 31 && c < 127 ? static_cast<char>(c) : '?';
  throw concurrency::runtime_exception(
      ("there is no accelerator with the path \"" + shown +
       "\"; there are \"default\", \"direct3d\\warp\", \"direct3d\\ref\" and \"cpu\", which class "
       "accelerator has constants for")
          .c_str(),
      concurrency::detail::e_invalid_argument);
}

}  // namespace

}  // namespace milliamp::detail::devices

namespace milliamp::detail {

const concurrency::accelerator_view& default_place() {
  return devices::the_default().use().default_view;
}

const concurrency::accelerator_view& require_host(const concurrency::accelerator_view& place) {
  if (&devices::device_of(place) != &devices::host_device()) {
    throw concurrency::runtime_exception(
        "a staging array that is filled as it is made must lie on the CPU: the first of its two "
        "accelerator_views must be one of accelerator(accelerator::cpu_accelerator)",
        concurrency::detail::e_invalid_argument);
  }
  return place;
}

concurrency::access_type allowed_access(const concurrency::accelerator_view& place,
                                        concurrency::access_type access) {
  devices::device& target = devices::device_of(place);
  if (access == concurrency::access_type_auto) {
    const std::lock_guard lock(target.default_access_mutex);
    target.default_access_is_settled = true;
    return target.default_access;
  }
  if (access != concurrency::access_type_none && !target.shares_memory_with_host) {
    throw concurrency::runtime_exception(
        "an array that the host can access was asked for on an accelerator that has no memory for "
        "that (its supports_cpu_shared_memory is false); ask for access_type_auto or "
        "access_type_none and copy the elements",
        concurrency::detail::e_invalid_argument);
  }
  return access;
}

void check_open_to_host(const concurrency::accelerator_view& place,
                        concurrency::access_type allowed) {
  const bool could_be_open = devices::device_of(place).shares_memory_with_host;
  if (allowed == concurrency::access_type_none && could_be_open) throw_closed_to_host();
}

void throw_closed_to_host() {
  throw concurrency::runtime_exception(
      "the host accesses an array that it cannot access, for its cpu_access_type is "
      "access_type_none; copy the elements, or access them through an array_view of the array",
      concurrency::detail::e_invalid_argument);
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
      default_cpu_access_type(device.default_access),
      device_(&device) {}

accelerator::accelerator() : accelerator(std::wstring(default_accelerator)) {}

accelerator::accelerator(const std::wstring& path)
    : accelerator(milliamp::detail::devices::device_of_path(path)) {}

accelerator::accelerator(const accelerator& other) = default;

accelerator& accelerator::operator=(const accelerator& other) noexcept {
  return detail::reassign(*this, std::move(other));
}

std::vector<accelerator> accelerator::get_all() {
  return {milliamp::detail::devices::warp_device().handle,
          milliamp::detail::devices::reference_device().handle,
          milliamp::detail::devices::host_device().handle};
}

bool accelerator::set_default(const std::wstring& path) {
  return milliamp::detail::devices::the_default().set(
      milliamp::detail::devices::device_of_path(path));
}

accelerator_view accelerator::get_auto_selection_view() {
  using milliamp::detail::devices::queue_access;
  const accelerator_view& view = milliamp::detail::devices::the_default().peek().default_view;
  return queue_access::view_of(queue_access::queue_of(view), true);
}

bool accelerator::set_default_cpu_access_type(access_type default_cpu_access_type) const {
  const std::lock_guard lock(device_->default_access_mutex);
  if (device_->default_access_is_settled) return false;
  if (default_cpu_access_type != access_type_auto) {
    const bool possible =
        default_cpu_access_type == access_type_none || device_->shares_memory_with_host;
    if (!possible) return false;
    device_->default_access = default_cpu_access_type;
  }
  device_->default_access_is_settled = true;
  return true;
}

accelerator_view accelerator::create_view() const { return create_view(queuing_mode_automatic); }

accelerator_view accelerator::create_view(queuing_mode mode) const {
  return milliamp::detail::devices::queue_access::view_of(
      *new milliamp::detail::devices::queue(*device_, mode));
}

}  // namespace concurrency
