#include <milliamp/detail/buffer.h>
#include <milliamp/exceptions.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

namespace milliamp::detail {

namespace {

/// Elements begin where a cache line does; so do the loads and stores of vectorised loops.
constexpr std::align_val_t alignment{64};

/// A buffer; its memory follows it.
struct alignas(static_cast<std::size_t>(alignment)) allocation : buffer {
  explicit allocation(const concurrency::accelerator_view& place) : buffer{place} {}

  void* memory() { return this + 1; }

  std::atomic<std::uint32_t> references{1};
};

allocation& allocation_of(buffer& shared) { return static_cast<allocation&>(shared); }

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

location share(buffer& owner, const void* address, bool) noexcept {
  void* const same = const_cast<void*>(address);
  if (current_view_context == view_context::capture) return {same, nullptr};
  allocation_of(owner).references.fetch_add(1, std::memory_order_relaxed);
  return {same, &owner};
}

void release(buffer& owner) noexcept {
  allocation& last = allocation_of(owner);
  if (last.references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  last.~allocation();
  ::operator delete(static_cast<void*>(&last), alignment);
}

}  // namespace milliamp::detail
