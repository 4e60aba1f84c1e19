/// @file
/// How a launch finds the arrays that its kernel refers to (spec 7).
#ifndef MILLIAMP_DETAIL_RESIDENT_H
#define MILLIAMP_DETAIL_RESIDENT_H

#include <milliamp/accelerator_view.h>

namespace milliamp {
namespace detail {

/// The base of classes whose objects lie on an accelerator and are captured by reference: a kernel
/// holds their address. A launch looks for the addresses of living residents in its kernel, and
/// runs where those are that it finds. It must be the first base, so that its address is the
/// object's.
class MILLIAMP_API resident {
 public:
  /// Where the data lies.
  const concurrency::accelerator_view accelerator_view;

  concurrency::accelerator_view get_accelerator_view() const { return accelerator_view; }

 protected:
  explicit resident(const concurrency::accelerator_view& place) noexcept;
  resident(const resident& other) noexcept : resident(other.accelerator_view) {}
  resident& operator=(const resident&) = delete;
  ~resident();

 private:
  friend class resident_table;

  resident* next_ = nullptr;
};

}  // namespace detail
}  // namespace milliamp

#endif
