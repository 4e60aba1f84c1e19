#include "engine/thread_order.h"

#include "base/assert.h"

#include <algorithm>
#include <numeric>

namespace milliamp::detail::engine {

void thread_order::begin_tile(schedule order, thread_number threads) {
  if (order == schedule_ && threads_ == threads) return;
  schedule_ = order;
  threads_ = threads;
  order_.resize(threads + prefetch_distance);
  fill();
}

/// The order in which every round begins.
void thread_order::fill() {
  std::iota(turns().begin(), turns().end(), thread_number{0});
  if (schedule_ == schedule::reverse) std::reverse(turns().begin(), turns().end());
  for (unsigned i = 0; i < prefetch_distance; ++i) order_[threads_ + i] = order_[i % threads_];
  is_changed_ = false;
}

std::span<const thread_number> thread_order::postpone(std::span<const thread_number> rest) {
  MILLIAMP_ASSERT(!rest.empty());
  const auto running = rest.data() - order_.data() - 1;
  const auto begin = order_.begin() + running;
  std::rotate(begin, begin + 1, begin + 1 + static_cast<std::ptrdiff_t>(rest.size()));
  is_changed_ = true;
  return {&*begin, rest.size() + 1};
}

std::span<const thread_number> thread_order::next_round() {
  if (is_changed_) fill();
  return turns();
}

}  // namespace milliamp::detail::engine
