/// @file
/// Device objects: arrays and textures that a launch finds in its kernel (spec 7).
#ifndef MILLIAMP_DETAIL_DEVICE_OBJECT_H
#define MILLIAMP_DETAIL_DEVICE_OBJECT_H

#include <milliamp/accelerator_view.h>
#include <milliamp/detail/restrictions.h>

namespace milliamp::detail {

/// The base of classes whose objects reside on an accelerator and are captured by reference, so
/// that a kernel contains their address. A launch searches its kernel for the addresses of existing
/// device objects and runs on their accelerator view. It must be the first base class, so that its
/// address is that of the object.
class MILLIAMP_API device_object {
 public:
  /// The accelerator view of the object.
  MILLIAMP_CPU_ONLY const concurrency::accelerator_view accelerator_view;

  MILLIAMP_CPU_ONLY concurrency::accelerator_view get_accelerator_view() const {
    return accelerator_view;
  }

 protected:
  explicit device_object(const concurrency::accelerator_view& accelerator) noexcept;
  device_object(const device_object& other) noexcept : device_object(other.accelerator_view) {}
  device_object& operator=(const device_object&) = delete;
  ~device_object();

 private:
  friend class device_object_table;

  device_object* next_ = nullptr;
};

}  // namespace milliamp::detail

#endif
