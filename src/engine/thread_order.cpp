#include "engine/thread_order.h"

#include "base/assert.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace milliamp::detail::engine {

namespace {

/// Sebastiano Vigna's splitmix64. Its state is one number, so that each tile can start from its own
/// seed at no cost.
struct splitmix64 {
  using result_type = std::uint64_t;
  std::uint64_t& state;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
};

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t state = seed ^ value;
  return splitmix64{state}();
}

}  // namespace

void thread_order::begin_tile(const base::options& options, thread_number threads,
                              std::uint64_t launch, std::uint64_t tile) {
  if (options.schedule == schedule_ && threads_ == threads && schedule_ != schedule::random) return;
  schedule_ = options.schedule;
  threads_ = threads;
  order_.resize(threads + prefetch_distance);
  fill();
  random_state_ = mix(mix(options.seed, launch), tile);
}

/// The order in which every round begins, unless it is random.
void thread_order::fill() {
  std::iota(turns().begin(), turns().end(), thread_number{0});
  if (schedule_ == schedule::reverse) std::reverse(turns().begin(), turns().end());
  for (unsigned i = 0; i < prefetch_distance; ++i) order_[threads_ + i] = order_[i % threads_];
  is_changed_ = false;
}

bool thread_order::interrupts() {
  MILLIAMP_ASSERT(is_random());
  return splitmix64{random_state_}() % 2 == 0;
}

std::span<const thread_number> thread_order::put_back(std::span<const thread_number> rest) {
  MILLIAMP_ASSERT(!rest.empty());
  const auto running = static_cast<std::size_t>(rest.data() - order_.data()) - 1;
  const std::size_t later = running + 1 + splitmix64{random_state_}() % rest.size();
  std::swap(order_[running], order_[later]);
  return {&order_[running], rest.size() + 1};
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
  if (schedule_ == schedule::random) {
    std::shuffle(turns().begin(), turns().end(), splitmix64{random_state_});
  }
  return turns();
}

}  // namespace milliamp::detail::engine
