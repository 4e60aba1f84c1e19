/// @file
/// accelerator: a device that runs kernels or stores data (spec 3.2).
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

/// One of this process's accelerators. Objects are handles: a copy refers to the same device. The
/// properties of spec 3.2.6 are const data members with a get_*() function each. Functions that are
/// not const in the specification are const here, so that they can be called through a property:
/// `view.accelerator.create_view()`.
class MILLIAMP_API accelerator {
 public:
  /// The path of the default accelerator: the one chosen by set_default() or
  /// `MILLIAMP_OPTIONS=accelerator=…`; otherwise direct3d_ref in a checked program, and
  /// direct3d_warp in others.
  static constexpr wchar_t default_accelerator[] = L"default";
  /// The path of the accelerator with the fast engine.
  static constexpr wchar_t direct3d_warp[] = L"direct3d\\warp";
  /// The path of the accelerator with the checking engine.
  static constexpr wchar_t direct3d_ref[] = L"direct3d\\ref";
  /// The path of the host, which stores arrays but does not run kernels.
  static constexpr wchar_t cpu_accelerator[] = L"cpu";

  /// The default accelerator. This does not fix the default: see set_default().
  accelerator();
  /// The accelerator with this path.
  /// @throws runtime_exception for a path that is none of the four above
  explicit accelerator(const std::wstring& path);
  /// Never fails. It is not noexcept because that identifies objects that a kernel may not contain:
  /// see details::is_for_hosts.
  accelerator(const accelerator& other);
  accelerator(const accelerator&& other) noexcept : accelerator(other) {}
  accelerator& operator=(const accelerator& other) noexcept;
  ~accelerator() {}

  /// All accelerators, in no specific order.
  static std::vector<accelerator> get_all();
  /// Makes the accelerator with this path the default of the process.
  /// @return false, without effect, if the default has been set or used before; a parallel_for_each
  ///   and an array without an accelerator_view use it
  /// @throws runtime_exception for a path that is none of the four above
  static bool set_default(const std::wstring& path);
  /// A view with which parallel_for_each chooses the accelerator_view as if none was given.
  /// Otherwise it acts as the default view of the default accelerator.
  static accelerator_view get_auto_selection_view();

  /// The path of this device: one of the constants above, never default_accelerator.
  const std::wstring& device_path;
  /// A human-readable description of the device.
  const std::wstring& description;
  /// The version: major in the upper 16 bits, minor in the lower.
  const unsigned int version;
  /// Whether the device supports debugging; true for direct3d_ref.
  const bool is_debug;
  /// Whether the device is emulated; true for all devices of this library.
  const bool is_emulated;
  /// Whether the device drives a display; false for all devices of this library.
  const bool has_display;
  const bool supports_double_precision;
  const bool supports_limited_double_precision;
  /// Whether the device and the host can access the same memory. False for direct3d_ref, which
  /// keeps separate copies to detect missing synchronization.
  const bool supports_cpu_shared_memory;
  /// The size of the device's memory in KB.
  const std::size_t dedicated_memory;
  /// The view used where none is given; its queuing mode is queuing_mode_automatic.
  const accelerator_view& default_view;
  /// The host's access to arrays that do not request a specific one.
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

  /// Sets the host's access to arrays that do not request a specific one.
  /// @return false, without effect, if it has been set or used before, or if the device's memory
  ///   does not allow it
  bool set_default_cpu_access_type(access_type default_cpu_access_type) const;

  /// Creates a view. Commands on different views are unordered.
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
