/// @file
/// How a launch finds the arrays that its kernel refers to (spec 7).
#ifndef MILLIAMP_DETAIL_DEVICE_OBJECT_H
#define MILLIAMP_DETAIL_DEVICE_OBJECT_H

#include <milliamp/accelerator_view.h>

namespace milliamp::detail {

/// The base of classes whose objects lie on an accelerator and are captured by reference: a kernel
/// holds their address. A launch looks for the addresses of living residents in its kernel, and
/// runs where those are that it finds. It must be the first base, so that its address is the
/// object's.
class MILLIAMP_API device_object {
 public:
  /// Where the data lies.
  const concurrency::accelerator_view accelerator_view;

  concurrency::accelerator_view get_accelerator_view() const { return accelerator_view; }

 protected:
  explicit device_object(const concurrency::accelerator_view& place) noexcept;
  device_object(const device_object& other) noexcept : device_object(other.accelerator_view) {}
  device_object& operator=(const device_object&) = delete;
  ~device_object();

 private:
  friend class device_object_table;

  device_object* next_ = nullptr;
};

}  // namespace milliamp::detail

#endif
