#include <milliamp/detail/buffer.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <cstddef>
#include <new>
#include <string>

#include "runtime/shared_buffer.h"

namespace milliamp::detail {

namespace {

/// Elements begin where a cache line does; so do the loads and stores of vectorised loops.
constexpr std::align_val_t alignment{64};

/// A buffer that its memory follows.
class alignas(static_cast<std::size_t>(alignment)) allocation final : public shared_buffer {
 public:
  explicit allocation(const concurrency::accelerator_view& place) : shared_buffer(place) {}

  void* memory() { return this + 1; }

 private:
  void destroy() noexcept override {
    this->~allocation();
    ::operator delete(static_cast<void*>(this), alignment);
  }
};

}  // namespace

__thread view_context current_view_context = view_context::host;

location allocate(const concurrency::accelerator_view& place, std::size_t count,
                  std::size_t element_size) {
  const std::size_t bytes = count * element_size;
  void* const memory = ::operator new(sizeof(allocation) + bytes, alignment, std::nothrow);
  if (memory == nullptr) {
    throw concurrency::out_of_memory(
        ("Failed to create buffer: the system has no " + std::to_string(bytes) + " bytes for " +
         std::to_string(count) + " elements of " + std::to_string(element_size) +
         " bytes each; use a smaller extent")
            .c_str());
  }
  allocation* const made = new (memory) allocation(place);
  return {made->memory(), made};
}

location share(buffer& owner, const void* address, bool writable) noexcept {
  void* const same = const_cast<void*>(address);
  if (current_view_context == view_context::capture) {
    return {submission::current().take(shared(owner), same, writable), nullptr};
  }
  shared(owner).retain();
  return {same, &owner};
}

void release(buffer& owner) noexcept { shared(owner).release(); }

}  // namespace milliamp::detail
