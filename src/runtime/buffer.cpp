#include <milliamp/detail/buffer.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <cstddef>
#include <new>
#include <optional>
#include <string>

#include "check/unwritten_memory.h"
#include "runtime/device.h"
#include "runtime/program.h"
#include "runtime/queue.h"
#include "runtime/shared_buffer.h"

namespace milliamp::detail {

namespace {

/// Elements begin where a cache line does; so do the loads and stores of vectorised loops.
constexpr std::align_val_t alignment{64};

/// A buffer that its memory follows. In a checked program, what a kernel reads of it before
/// anything has been written is found.
class alignas(static_cast<std::size_t>(alignment)) allocation final : public shared_buffer {
 public:
  allocation(const concurrency::accelerator_view& place, std::size_t size) : shared_buffer(place) {
    if (program_is_checked() && device_of(place).kernels != engine::warp) {
      unwritten_.emplace(memory(), size);
      unwritten_->note_loss(memory(), size);
    }
  }

  void* memory() { return this + 1; }

  void* capture(const submission& launch, void* address, bool writable) override {
    if (unwritten_ && !launch.is_watched() && writable) unwritten_->note_write_anywhere();
    return address;
  }
  void discard(void* begin, std::size_t size) override {
    if (unwritten_) unwritten_->note_loss(begin, size);
  }
  unwritten_memory* unwritten_at(const void*) override {
    return unwritten_ ? &*unwritten_ : nullptr;
  }

 private:
  void destroy() noexcept override {
    this->~allocation();
    ::operator delete(static_cast<void*>(this), alignment);
  }

  std::optional<unwritten_memory> unwritten_;
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
  allocation* const made = new (memory) allocation(place, bytes);
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
