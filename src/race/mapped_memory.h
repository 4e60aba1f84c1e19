/// @file
/// Memory for shadow memory, mapped directly from the system: zero-initialized, backed by physical
/// pages where it is touched, and unmapped when it is freed.
#pragma once

#include <cstddef>
#include <utility>

namespace milliamp::detail::race {

constexpr std::size_t huge_page = std::size_t{1} << 21;  // on most systems

/// Throws the exception for a launch whose races cannot be detected for lack of memory.
[[noreturn]] void throw_no_memory();

/// Maps memory. Calls the new handler, as operator new does, while the system has no more.
/// @throws concurrency::out_of_memory if there is no new handler, or if it throws std::bad_alloc
void* map_memory(std::size_t bytes);
void unmap_memory(void* memory, std::size_t bytes) noexcept;

/// An array in mapped memory.
template <class T>
class mapped_memory {
 public:
  mapped_memory() = default;
  explicit mapped_memory(std::size_t count)
      : memory_(static_cast<T*>(map_memory(count * sizeof(T)))), count_(count) {}
  mapped_memory(mapped_memory&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  mapped_memory& operator=(mapped_memory&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~mapped_memory() {
    if (memory_ != nullptr) unmap_memory(memory_, count_ * sizeof(T));
  }

  T* get() const { return memory_; }

 private:
  T* memory_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace milliamp::detail::race
