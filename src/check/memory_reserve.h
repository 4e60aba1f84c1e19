/// @file
/// Memory for the moment when the system has no more while the library handles an event of a kernel
/// thread. An exception would have to leave through the kernel's frames, which are compiled for
/// callbacks that do not throw, and would leave behind what a detector has recorded by half, which
/// leads to false findings. So operator new and map_memory() free the reserve and try again, and
/// the worker's kernel threads end at their next accesses (checker::on_memory_shortage()).
#pragma once

namespace milliamp::detail::check {

/// The reserve of one worker: address space that is not backed by memory.
class memory_reserve {
 public:
  memory_reserve() = default;
  ~memory_reserve() { release(); }
  memory_reserve(const memory_reserve&) = delete;
  memory_reserve& operator=(const memory_reserve&) = delete;

  /// Maps the reserve, unless it is mapped. A reserve_user exists.
  /// @throws concurrency::out_of_memory if the system has no more address space
  void prepare();
  /// Frees the reserve. @return whether there was one
  bool release() noexcept;

 private:
  void* memory_ = nullptr;
};

/// During its lifetime, operator new uses reserves: the program's new handler is replaced.
class reserve_user {
 public:
  reserve_user();
  ~reserve_user();
  reserve_user(const reserve_user&) = delete;
  reserve_user& operator=(const reserve_user&) = delete;
};

}  // namespace milliamp::detail::check
