/// @file
/// checker::access(), which checks an access of instrumented code. The short paths come first.
///
/// access() is inlined, and the four functions that it leads to are noinline: if they were inlined,
/// the shorter path would save the registers that they need, and mm512 took 1.3 times as long. For
/// the same reason each tail-calls the next one.
#pragma once

#include "check/checker.h"

#include <milliamp/detail/always_inline.h>

#include <cstdint>

namespace milliamp::detail::check {

template <unsigned Size, race::operation Op>
MILLIAMP_ALWAYS_INLINE void checker::access(const void* address, const void* return_address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const bool is_fast = slow_.empty();
  if (race::slot key; is_fast && races_.find_short_path<Size>(a, Op, return_address, key))
      [[likely]] {
    if (!races_.is_covered<Size>(a, key)) {
      return access_tile_static<Size, Op>(a, return_address, key);
    }
    return races_.remember<Size>(a, key);
  }
  // Reads of captured variables are frequent.
  if (thread_.kernel.contains(a) && (is_fast || !slow_.has(race::slow_path::suspected_spin))) {
    return;
  }
  if (Op == race::operation::read && (is_fast || may_skip_reads()) &&
      only_read_.has_found(races_.call_site_key_of(return_address), a)) {
    return;
  }
  // Atomic operations are mostly on elements that many threads share.
  if (!race::is_plain(Op)) return access_global<Size>(a, Op, return_address);
  if (is_fast && races_.continue_run<Size>(a, Op, return_address)) return;
  access_elsewhere<Size>(a, Op, return_address);
}

/// An access to tile_static memory on the short path.
template <unsigned Size, race::operation Op>
__attribute__((noinline)) void checker::access_tile_static(std::uintptr_t address,
                                                           const void* return_address,
                                                           race::slot key) {
  if (races_.access_new_word<Size>(address, Op, key)) return;
  access_changing_words<Size>(address, Op, return_address, key);
}

/// An access to tile_static memory that race_detector::access_new_word() does not record.
template <unsigned Size>
__attribute__((noinline)) void checker::access_changing_words(std::uintptr_t address,
                                                              race::operation op,
                                                              const void* return_address,
                                                              race::slot key) {
  if (races_.access_tile_static_short<Size>(address, op, key)) return;
  access_elsewhere<Size>(address, op, return_address);
}

/// An access that cannot take the short path for tile_static memory.
template <unsigned Size>
__attribute__((noinline)) void checker::access_elsewhere(std::uintptr_t address, race::operation op,
                                                         const void* return_address) {
  if (races_.access_own_element<Size>(address, op, return_address)) return;
  access_global<Size>(address, op, return_address);
}

/// An access to global memory, or one that needs the slow path.
template <unsigned Size>
__attribute__((noinline)) void checker::access_global(std::uintptr_t address, race::operation op,
                                                      const void* return_address) {
  if (op == race::operation::read && may_skip_reads() &&
      only_read_.find(races_.call_site_key_of(return_address), {address, Size})) {
    return;
  }
  if (races_.access_global_short<Size>(address, op, return_address)) return;
  if (access_watched<Size>(address, op, return_address)) return;
  access_slowly(address, Size, op, return_address);
}

template <unsigned Size>
bool checker::access_watched(std::uintptr_t address, race::operation op,
                             const void* return_address) {
  race::slot key;
  if (!slow_.is_only(race::slow_path::watched) ||
      !races_.find_short_path<Size>(address, op, return_address, key) ||
      races_.tile_memory().size_before_red_zone(address, Size) < Size) {
    return false;
  }
  thread_.watched_by->on_access({address, Size, op, return_address, true});
  if (!races_.is_covered<Size>(address, key)) {
    return races_.access_tile_static_short<Size>(address, op, key);
  }
  races_.remember<Size>(address, key);
  return true;
}

}  // namespace milliamp::detail::check
