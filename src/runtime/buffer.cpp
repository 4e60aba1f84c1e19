/// @file
/// Memory with one location for all accelerators (milliamp/detail/buffer.h).

#include "base/program.h"
#include "check/guarded_memory.h"
#include "check/launch_captures.h"
#include "check/unwritten_memory.h"
#include "coherence/shared_buffer.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "runtime/host_only.h"

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <cstddef>
#include <new>
#include <optional>
#include <string>

namespace milliamp::detail {

namespace {

/// Elements begin at a cache line, which also aligns the loads and stores of vectorized loops.
constexpr std::align_val_t alignment{64};

/// Whether accesses to memory are checked: in a checked program, except on WARP.
bool is_checked(const concurrency::accelerator_view& accelerator) {
  return base::program_is_checked() && devices::device_of(accelerator).kernels != engine_kind::warp;
}

/// A buffer followed by its memory, or with checked memory: reads of unwritten elements and
/// accesses beyond the elements are reported.
class alignas(static_cast<std::size_t>(alignment)) allocation final
    : public coherence::shared_buffer {
 public:
  /// @throws std::bad_alloc
  allocation(const concurrency::accelerator_view& accelerator, std::size_t size, bool is_checked)
      : coherence::shared_buffer(accelerator) {
    if (is_checked) {
      guarded_.emplace(size);
      unwritten_.emplace(memory(), size);
      unwritten_->record_discard(memory(), size);
    }
  }

  void* memory() { return guarded_ ? static_cast<void*>(guarded_->data()) : this + 1; }

  void* capture(const submission& launch, void* address, bool writable) override {
    if (guarded_) check::launch_captures::add(*guarded_, writable);
    if (unwritten_ && !launch.is_watched() && writable) unwritten_->record_write_anywhere();
    return address;
  }
  void discard(void* begin, std::size_t size) override {
    if (unwritten_) unwritten_->record_discard(begin, size);
  }
  check::unwritten_memory* unwritten_at(const void*) override {
    return unwritten_ ? &*unwritten_ : nullptr;
  }

 private:
  void destroy() noexcept override {
    this->~allocation();
    ::operator delete(static_cast<void*>(this), alignment);
  }

  std::optional<check::guarded_memory> guarded_;
  std::optional<check::unwritten_memory> unwritten_;
};

/// @return null if the system does not provide the memory
allocation* new_allocation(const concurrency::accelerator_view& accelerator, std::size_t bytes) {
  const bool checked = is_checked(accelerator);
  void* const memory =
      ::operator new(sizeof(allocation) + (checked ? 0 : bytes), alignment, std::nothrow);
  if (memory == nullptr) return nullptr;
  try {
    return new (memory) allocation(accelerator, bytes, checked);
  } catch (const std::bad_alloc&) {
    ::operator delete(memory, alignment);
    return nullptr;
  }
}

}  // namespace

location allocate(const concurrency::accelerator_view& accelerator, std::size_t count,
                  std::size_t element_size) {
  check_on_host("the constructor of an array or a texture");
  const std::size_t bytes = count * element_size;
  allocation* const made = new_allocation(accelerator, bytes);
  if (made == nullptr) {
    throw concurrency::out_of_memory(
        ("Failed to create buffer: the system has no " + std::to_string(bytes) + " bytes for " +
         std::to_string(count) + " elements of " + std::to_string(element_size) +
         " bytes each; use a smaller extent")
            .c_str());
  }
  return {made->memory(), made};
}

location share(buffer& owner, const void* address, bool writable) noexcept {
  void* const same = const_cast<void*>(address);
  if (current_view_context == view_context::capture) {
    return {submission::current().take(coherence::shared(owner), same, writable), nullptr};
  }
  coherence::shared(owner).retain();
  return {same, &owner};
}

void release(buffer& owner) noexcept { coherence::shared(owner).release(); }

}  // namespace milliamp::detail
