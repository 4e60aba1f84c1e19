/// @file
/// accelerator: a device that kernels run on, or where data lies (spec 3.2).
///
///     accelerator device;                                // the default one
///     accelerator checking(accelerator::direct3d_ref);   // finds races and other errors
///     std::wcout << device.description << '\n';
#ifndef MILLIAMP_ACCELERATOR_H
#define MILLIAMP_ACCELERATOR_H

#include <milliamp/accelerator_view.h>
#include <milliamp/access_type.h>
#include <milliamp/export.h>

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::devices {
struct device;
}

namespace concurrency {

/// One of this process's accelerators. Objects are handles: a copy means the same device. What
/// spec 3.2.6 calls properties are data members that cannot be written; each has its get_*() form.
/// What is not const in the specification is const here, so that it can be had through a property:
/// `view.accelerator.create_view()`.
class MILLIAMP_API accelerator {
 public:
  /// The path of the default accelerator: what set_default() or `MILLIAMP_OPTIONS=accelerator=…`
  /// chose; else direct3d_ref when the program is checked, direct3d_warp when it is not.
  static constexpr wchar_t default_accelerator[] = L"default";
  /// The path of the fast engine.
  static constexpr wchar_t direct3d_warp[] = L"direct3d\\warp";
  /// The path of the checking engine.
  static constexpr wchar_t direct3d_ref[] = L"direct3d\\ref";
  /// The path of the host, a place for arrays; kernels do not run there.
  static constexpr wchar_t cpu_accelerator[] = L"cpu";

  /// The default accelerator. Asking for it does not settle it: see set_default().
  accelerator();
  /// The accelerator of that path.
  /// @throws runtime_exception for a path that is none of the four above
  explicit accelerator(const std::wstring& path);
  /// Never fails; that it does not say so tells objects apart that no kernel holds: see
  /// detail::is_for_hosts.
  accelerator(const accelerator& other);
  accelerator(const accelerator&& other) noexcept : accelerator(other) {}
  accelerator& operator=(const accelerator& other) noexcept;
  ~accelerator() {}

  /// All accelerators, in no specific order.
  static std::vector<accelerator> get_all();
  /// Makes the accelerator of that path the default one of the process.
  /// @return false, and nothing has changed, when the default has been set or used before; it is
  ///   used by a parallel_for_each and by an array to which no accelerator_view was given
  /// @throws runtime_exception for a path that is none of the four above
  static bool set_default(const std::wstring& path);
  /// A view with which parallel_for_each chooses where to run as if it had been given none; for all
  /// other purposes the default view of the default accelerator.
  static accelerator_view get_auto_selection_view();

  /// The path that names this device: one of the constants above, never default_accelerator.
  const std::wstring& device_path;
  /// A line about the device for people.
  const std::wstring& description;
  /// The version, major in the upper 16 bits, minor in the lower.
  const unsigned int version;
  /// Whether the device supports debugging; true for direct3d_ref.
  const bool is_debug;
  /// Whether the device is emulated; all devices of this library are.
  const bool is_emulated;
  /// Whether the device drives a display; none of this library does.
  const bool has_display;
  const bool supports_double_precision;
  const bool supports_limited_double_precision;
  /// Whether memory exists that both the device and the host can access; false for direct3d_ref,
  /// which keeps its data apart to find what a program forgot to synchronize.
  const bool supports_cpu_shared_memory;
  /// The device's memory, in KB.
  const std::size_t dedicated_memory;
  /// The view that is used where none is named; its queuing mode is queuing_mode_automatic.
  const accelerator_view& default_view;
  /// The access that the host has to arrays that do not ask for a specific one.
  const access_type& default_cpu_access_type;

  std::wstring get_device_path() const { return device_path; }
  std::wstring get_description() const { return description; }
  unsigned int get_version() const { return version; }
  bool get_is_debug() const { return is_debug; }
  bool get_is_emulated() const { return is_emulated; }
  bool get_has_display() const { return has_display; }
  bool get_supports_double_precision() const { return supports_double_precision; }
  bool get_supports_limited_double_precision() const { return supports_limited_double_precision; }
  bool get_supports_cpu_shared_memory() const { return supports_cpu_shared_memory; }
  std::size_t get_dedicated_memory() const { return dedicated_memory; }
  accelerator_view get_default_view() const { return default_view; }
  access_type get_default_cpu_access_type() const { return default_cpu_access_type; }

  /// Sets the access that the host has to arrays that do not ask for a specific one.
  /// @return false, and nothing has changed, when it has been set or used before, or when the
  ///   device has no memory that allows it
  bool set_default_cpu_access_type(access_type default_cpu_access_type) const;

  /// A new view, isolated from the others: work on different views has no order.
  accelerator_view create_view() const;
  accelerator_view create_view(queuing_mode mode) const;

  /// Whether both are the same device.
  bool operator==(const accelerator& other) const { return device_ == other.device_; }
  bool operator!=(const accelerator& other) const { return !(*this == other); }

 private:
  friend struct milliamp::detail::devices::device;

  explicit accelerator(milliamp::detail::devices::device& device) noexcept;

  milliamp::detail::devices::device* device_;
};

}  // namespace concurrency

#endif
