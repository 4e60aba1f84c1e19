/// @file
/// The memory of arrays and views. It is reference counted, so that a view may outlive the array
/// from which it was made (spec 5.2).
#ifndef MILLIAMP_DETAIL_BUFFER_H
#define MILLIAMP_DETAIL_BUFFER_H

#include <milliamp/accelerator_view.h>
#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/view_context.h>

#include <cstddef>
#include <type_traits>

namespace milliamp::detail {

/// Memory on an accelerator view, shared by all containers that refer to it.
struct buffer {
  const concurrency::accelerator_view accelerator;
};

/// The accelerator view of memory that is in no buffer: the default view of
/// accelerator::cpu_accelerator.
MILLIAMP_API extern const concurrency::accelerator_view& host_accelerator;

/// An address, and a counted reference to the buffer that contains it. The reference is null if
/// another object owns the memory: the program, or the host's container while a kernel runs.
struct location {
  void* address;
  buffer* owner;
};

/// New memory on an accelerator view for count elements. Its contents are indeterminate.
/// @throws concurrency::out_of_memory when the system does not provide the memory
MILLIAMP_API location allocate(const concurrency::accelerator_view& accelerator, std::size_t count,
                               std::size_t element_size);
/// Another location in the same buffer, for a new view made outside kernels.
/// @param writable whether the memory may be written through the new location
MILLIAMP_API location share(buffer& owner, const void* address, bool writable) noexcept;
/// Drops a reference to a buffer; the last one frees the memory.
MILLIAMP_API void release(buffer& owner) noexcept;

/// A location, as a member of arrays and views of T. Debug information finds it by its type:
/// symbolize::captures_of() reads the address, its first word.
template <class T>
class buffer_ref {
 public:
  /// Takes over a new location.
  explicit buffer_ref(location counted)
      : data_(static_cast<T*>(counted.address)), owner_(counted.owner) {}
  /// Memory owned by another object.
  explicit buffer_ref(T* data) : data_(data), owner_(nullptr) {}
  /// The memory of other from another address in it.
  template <class U>
  buffer_ref(const buffer_ref<U>& other, T* data) noexcept : data_(data), owner_(other.owner()) {
    if (owner_ == nullptr) return;
    if (current_view_context == view_context::kernel) {
      owner_ = nullptr;
    } else {
      share_owner();
    }
  }
  buffer_ref(const buffer_ref& other) noexcept : buffer_ref(other, other.data_) {}
  buffer_ref(buffer_ref&& other) noexcept : data_(other.data_), owner_(other.owner_) {
    other.data_ = nullptr;
    other.owner_ = nullptr;
  }
  buffer_ref& operator=(const buffer_ref&) = delete;
  ~buffer_ref() {
    if (owner_ != nullptr) release(*owner_);
  }

  MILLIAMP_ALWAYS_INLINE T* data() const { return data_; }
  MILLIAMP_ALWAYS_INLINE buffer* owner() const { return owner_; }

 private:
  void share_owner() noexcept {
    const location shared = share(*owner_, data_, !std::is_const_v<T>);
    data_ = static_cast<T*>(shared.address);
    owner_ = shared.owner;
  }

  T* data_;
  buffer* owner_;
};

}  // namespace milliamp::detail

#endif
