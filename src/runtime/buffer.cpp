#include <milliamp/detail/buffer.h>
#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <atomic>
#include <cstddef>
#include <mutex>
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
    is_watched_ = program_is_checked() && device_of(place).kernels != engine::warp;
    if (is_watched_) unwritten_.emplace(memory(), size);
  }

  void* memory() { return this + 1; }

  void* capture(const submission& launch, void* address, bool writable) override {
    if (!launch.is_watched() && writable) note_write();
    return address;
  }
  void* open(void* address, concurrency::access_type access) override {
    if ((access & concurrency::access_type_write) != 0) note_write();
    return address;
  }

 private:
  /// Something that is not watched writes, nobody knows where.
  void note_write() {
    if (!is_watched_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    unwritten_.reset();
    is_watched_ = false;
  }

  void destroy() noexcept override {
    this->~allocation();
    ::operator delete(static_cast<void*>(this), alignment);
  }

  std::atomic<bool> is_watched_;
  std::mutex mutex_;
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
