/// @file
/// The implementation of concurrency::accelerator.
#pragma once

#include "devices/settable_default.h"

#include <milliamp/accelerator.h>
#include <milliamp/detail/launch.h>

#include <optional>
#include <string>

namespace milliamp::detail::devices {

/// An accelerator of the process. Devices are never destroyed.
struct device {
  device(const wchar_t* path, const wchar_t* description, std::optional<engine_kind> kernels,
         bool shares_memory_with_host);

  const std::wstring path;
  const std::wstring description;
  /// The engine that runs kernels on the device; none on the host.
  const std::optional<engine_kind> kernels;
  const bool shares_memory_with_host;
  const bool is_debug;
  const unsigned int version;
  const std::size_t memory_in_kilobytes;

  /// The host's access to arrays with access_type_auto.
  settable_default<concurrency::access_type> default_access;

  const concurrency::accelerator handle;
  const concurrency::accelerator_view default_view;
};

device& warp_device();
device& reference_device();
device& host_device();

}  // namespace milliamp::detail::devices
