/// @file
/// What stands behind an accelerator.
#pragma once

#include <milliamp/accelerator.h>
#include <milliamp/detail/launch.h>

#include <mutex>
#include <optional>
#include <string>

namespace milliamp::detail::devices {

/// One of the process's accelerators. They live for as long as the process.
struct device {
  device(const wchar_t* path, const wchar_t* description, std::optional<engine_kind> kernels,
         bool shares_memory_with_host);

  const std::wstring path;
  const std::wstring description;
  /// What runs kernels on it; nothing does on the host.
  const std::optional<engine_kind> kernels;
  const bool shares_memory_with_host;
  const bool is_debug;
  const unsigned int version;
  const std::size_t memory_in_kilobytes;

  /// The access of the host to arrays that do not ask for one. It can be set until it is used.
  concurrency::access_type default_access;
  bool default_access_is_settled = false;
  std::mutex default_access_mutex;

  const concurrency::accelerator handle;
  const concurrency::accelerator_view default_view;
};

/// The three accelerators.
device& warp_device();
device& reference_device();
device& host_device();

}  // namespace milliamp::detail::devices
