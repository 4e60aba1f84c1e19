/// @file
/// parallel_reduce, parallel_transform and the parallel sorts, by oneTBB. Ranges without random
/// access are computed by the standard library, by one thread.
#ifndef MILLIAMP_COMPAT_PPL_ALGORITHMS_H
#define MILLIAMP_COMPAT_PPL_ALGORITHMS_H

#include <milliamp/compat/ppl/loops.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>

namespace concurrency {

namespace details {

struct reduce_function {
  template <class Reduced, class Iterator, class RangeFunction, class SymFunction>
  Reduced operator()(Iterator begin, Iterator end, const Reduced& identity,
                     const RangeFunction& range_func, const SymFunction& sym_func) const {
    if constexpr (is_random_access<Iterator>) {
      using range = tbb::blocked_range<Iterator>;
      return tbb::parallel_reduce(
          range(begin, end), identity,
          [&](const range& part, const Reduced& initial) {
            return range_func(part.begin(), part.end(), initial);
          },
          sym_func);
    } else {
      return range_func(begin, end, identity);
    }
  }
  template <class Iterator, class SymFunction = std::plus<>>
  auto operator()(Iterator begin, Iterator end,
                  const typename std::iterator_traits<Iterator>::value_type& identity,
                  const SymFunction& sym_func = SymFunction()) const {
    using value = typename std::iterator_traits<Iterator>::value_type;
    const auto accumulate = [&](Iterator from, Iterator to, const value& initial) {
      return std::accumulate(from, to, initial, sym_func);
    };
    return (*this)(begin, end, identity, accumulate, sym_func);
  }
};

struct sort_function {
  template <class Iterator, class Function = std::less<>>
  void operator()(Iterator begin, Iterator end, const Function& func = Function(),
                  std::size_t /*chunk_size*/ = 2048) const {
    tbb::parallel_sort(begin, end, func);
  }
};

}  // namespace details

// These two are objects, not functions: for iterators of oneTBB's containers, the compiler would
// also find oneTBB's functions of the same names.

/// `parallel_reduce(begin, end, identity, range_func, sym_func)` reduces parts of the range by
/// range_func(begin, end, initial), and joins the results of neighbouring parts by
/// sym_func(left, right). identity changes no value that it is joined with. Without range_func,
/// sym_func also joins elements; without both, they are added.
inline constexpr details::reduce_function parallel_reduce;

/// `parallel_sort(begin, end, func)` sorts a range, in parallel, by std::less if func is missing.
/// Equal elements may change their order. A fourth argument, the chunk size, is a hint that is not
/// used.
inline constexpr details::sort_function parallel_sort;
/// Sorts a range as parallel_sort does. In Visual C++, it uses more memory and less time.
inline constexpr details::sort_function parallel_buffered_sort;

/// Writes func(element) for each element of the range to the range at result.
/// @return the end of the results
template <class Input, class Output, class Function, class Partitioner = const auto_partitioner,
          details::requires_partitioner<Partitioner> = 0>
Output parallel_transform(Input first, Input last, Output result, const Function& func,
                          [[maybe_unused]] Partitioner&& partitioner = auto_partitioner()) {
  if constexpr (details::is_random_access<Input> && details::is_random_access<Output>) {
    const auto call = [&](std::size_t i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      result[at] = func(first[at]);
    };
    details::run_loop(static_cast<std::size_t>(last - first), call, partitioner);
    return result + (last - first);
  } else {
    return std::transform(first, last, result, func);
  }
}
/// Writes func(element1, element2) for each two elements of two ranges.
template <class Input1, class Input2, class Output, class Function,
          class Partitioner = const auto_partitioner,
          std::enable_if_t<!details::is_partitioner<Function>, int> = 0,
          details::requires_partitioner<Partitioner> = 0>
Output parallel_transform(Input1 first1, Input1 last1, Input2 first2, Output result,
                          const Function& func,
                          [[maybe_unused]] Partitioner&& partitioner = auto_partitioner()) {
  if constexpr (details::is_random_access<Input1> && details::is_random_access<Input2> &&
                details::is_random_access<Output>) {
    const auto call = [&](std::size_t i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      result[at] = func(first1[at], first2[at]);
    };
    details::run_loop(static_cast<std::size_t>(last1 - first1), call, partitioner);
    return result + (last1 - first1);
  } else {
    return std::transform(first1, last1, first2, result, func);
  }
}

namespace details {

struct itself {
  template <class T>
  const T& operator()(const T& value) const {
    return value;
  }
};

}  // namespace details

/// Sorts a range by the integers that proj_func gives for its elements. Equal elements keep their
/// order, for which the standard library sorts, by one thread.
template <class Iterator, class Function = details::itself>
void parallel_radixsort(Iterator begin, Iterator end, const Function& proj_func = Function(),
                        std::size_t /*chunk_size*/ = 256 * 256) {
  std::stable_sort(begin, end,
                   [&](const auto& a, const auto& b) { return proj_func(a) < proj_func(b); });
}

}  // namespace concurrency

#endif
