/// @file
/// parallel_for, parallel_for_each over iterators, and parallel_invoke, by oneTBB.
#ifndef MILLIAMP_COMPAT_PPL_LOOPS_H
#define MILLIAMP_COMPAT_PPL_LOOPS_H

#include <milliamp/prelude.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_for_each.h>
#include <tbb/parallel_invoke.h>
#include <tbb/partitioner.h>

#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace concurrency {

using tbb::affinity_partitioner;
using tbb::auto_partitioner;
using tbb::static_partitioner;

/// Divides a loop into chunks of at least chunk_size iterations.
class simple_partitioner {
 public:
  using size_type = std::size_t;

  /// @throws std::invalid_argument for a size of 0
  explicit simple_partitioner(size_type chunk_size) : chunk_size_(chunk_size) {
    if (chunk_size == 0) throw std::invalid_argument("the chunk size of a partitioner is 0");
  }
  size_type get_chunk_size() const { return chunk_size_; }

 private:
  size_type chunk_size_;
};

namespace details {

template <class Partitioner>
inline constexpr bool is_partitioner =
    std::is_same_v<std::decay_t<Partitioner>, affinity_partitioner> ||
    std::is_same_v<std::decay_t<Partitioner>, auto_partitioner> ||
    std::is_same_v<std::decay_t<Partitioner>, static_partitioner> ||
    std::is_same_v<std::decay_t<Partitioner>, simple_partitioner>;

template <class Partitioner>
using requires_partitioner = std::enable_if_t<is_partitioner<Partitioner>, int>;

template <class Iterator>
inline constexpr bool is_random_access =
    std::is_base_of_v<std::random_access_iterator_tag,
                      typename std::iterator_traits<Iterator>::iterator_category>;

/// Calls body(0) … body(count - 1) in parallel.
template <class Body, class Partitioner>
void run_loop(std::size_t count, const Body& body, Partitioner& partitioner) {
  using range = tbb::blocked_range<std::size_t>;
  const auto run = [&](const range& part) {
    for (std::size_t i = part.begin(); i != part.end(); ++i) body(i);
  };
  if constexpr (std::is_same_v<std::remove_const_t<Partitioner>, simple_partitioner>) {
    // oneTBB halves a range while it is longer than its grain.
    const tbb::simple_partitioner halving;
    tbb::parallel_for(range(0, count, 2 * partitioner.get_chunk_size() - 1), run, halving);
  } else {
    tbb::parallel_for(range(0, count), run, partitioner);
  }
}

}  // namespace details

/// Calls func(first), func(first + step), … for all values below last, in parallel. An exception
/// that a call throws ends the loop, and is rethrown.
/// @throws std::invalid_argument for a step below 1
template <class Index, class Function, class Partitioner = const auto_partitioner,
          details::requires_partitioner<Partitioner> = 0>
void parallel_for(Index first, Index last, Index step, const Function& func,
                  Partitioner&& partitioner = auto_partitioner()) {
  if (step < 1) throw std::invalid_argument("the step of parallel_for is below 1");
  if (!(first < last)) return;
  // Unsigned: the distance of two ints may exceed an int.
  const auto begin = static_cast<std::size_t>(first);
  const auto distance = static_cast<std::size_t>(step);
  const std::size_t count = (static_cast<std::size_t>(last) - begin - 1) / distance + 1;
  const auto call = [&](std::size_t i) { func(static_cast<Index>(begin + i * distance)); };
  details::run_loop(count, call, partitioner);
}
template <class Index, class Function, class Partitioner = const auto_partitioner,
          details::requires_partitioner<Partitioner> = 0>
void parallel_for(Index first, Index last, const Function& func,
                  Partitioner&& partitioner = auto_partitioner()) {
  concurrency::parallel_for(first, last, Index(1), func, partitioner);
}

/// Calls func(element) for each element in the range, in parallel. The function is taken by a
/// forwarding reference, because for iterators of oneTBB's containers the compiler also finds
/// oneTBB's parallel_for_each(): this one is the better match, except for a constant function
/// object.
template <class Iterator, class Function, class Partitioner = const auto_partitioner,
          details::requires_partitioner<Partitioner> = 0>
void parallel_for_each(Iterator first, Iterator last, Function&& func,
                       [[maybe_unused]] Partitioner&& partitioner = auto_partitioner()) {
  if constexpr (details::is_random_access<Iterator>) {
    using difference = typename std::iterator_traits<Iterator>::difference_type;
    const auto call = [&](std::size_t i) { func(first[static_cast<difference>(i)]); };
    details::run_loop(static_cast<std::size_t>(last - first), call, partitioner);
  } else {
    tbb::parallel_for_each(first, last, func);
  }
}

/// Calls two or more functions in parallel, and returns when all have returned.
template <class First, class Second, class... Others>
void parallel_invoke(const First& first, const Second& second, const Others&... others) {
  tbb::parallel_invoke(first, second, others...);
}

}  // namespace concurrency

#endif
