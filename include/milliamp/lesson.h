/// @file
/// The building blocks of the lessons' checks: views that record which threads use them, and
/// expectations. `milliamp lesson N --check FILE` compiles a check of examples/lessons with FILE.
///
///     parallel_for_each(domain.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
///       int reads = 0;
///       exercise(t, input(numbers, reads), output(sums, writers, number_of(t.global, domain)));
///       reads_of[t] = reads;
///     });
///     expect_values("sums", sums, expected);
///     expect_own_writes("sums", writers);
///     expect_reads("numbers", reads_of, 1, 1);
#ifndef MILLIAMP_LESSON_H
#define MILLIAMP_LESSON_H

#include <amp.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace milliamp::lesson {

using concurrency::array_view;
using concurrency::extent;
using concurrency::index;

/// The position of an index in an extent, in row-major order.
inline int number_of(index<1> i, extent<1>) restrict(amp, cpu) { return i[0]; }
inline int number_of(index<2> i, extent<2> in) restrict(amp, cpu) { return i[0] * in[1] + i[1]; }

/// Elements that a kernel reads, as array_view<const T, N> has. It counts the reads of one thread.
template <class T, int N = 1>
class input {
 public:
  const concurrency::extent<N> extent;

  input(const array_view<const T, N>& data, int& reads) restrict(amp)
      : extent(data.extent), data_(data), reads_(&reads) {}

  T operator[](const index<N>& i) const restrict(amp) {
    ++*reads_;
    return data_[i];
  }
  T operator()(const index<N>& i) const restrict(amp) { return (*this)[i]; }
  T operator[](int i) const restrict(amp) { return (*this)[index<1>(i)]; }
  T operator()(int i) const restrict(amp) { return (*this)[index<1>(i)]; }
  T operator()(int i, int j) const restrict(amp) { return (*this)[index<2>(i, j)]; }

 private:
  array_view<const T, N> data_;
  int* reads_;
};

/// Elements that a kernel writes, as array_view<T, N> has. It records for each element the number
/// of the thread that wrote it last.
template <class T, int N = 1>
class output {
 public:
  const concurrency::extent<N> extent;

  output(const array_view<T, N>& data, const array_view<int, N>& writers, int thread) restrict(amp)
      : extent(data.extent), data_(data), writers_(writers), thread_(thread) {}

  /// Stands for one element.
  class element {
   public:
    element(const output& all, const index<N>& i) restrict(amp) : all_(all), i_(i) {}
    void operator=(const T& value) const restrict(amp) {
      all_.data_[i_] = value;
      record();
    }
    void operator=(const element& other) const restrict(amp) { *this = static_cast<T>(other); }
    void operator+=(const T& value) const restrict(amp) {
      all_.data_[i_] += value;
      record();
    }
    operator T() const restrict(amp) { return all_.data_[i_]; }

   private:
    /// Atomic, so that two threads that write the same element race in their own code only. Does
    /// nothing for an index out of bounds, which has been reported.
    void record() const restrict(amp) {
      if (all_.extent.contains(i_)) {
        concurrency::atomic_exchange(&all_.writers_[i_], all_.thread_);
      }
    }

    const output& all_;
    index<N> i_;
  };

  element operator[](const index<N>& i) const restrict(amp) { return {*this, i}; }
  element operator()(const index<N>& i) const restrict(amp) { return {*this, i}; }
  element operator[](int i) const restrict(amp) { return {*this, index<1>(i)}; }
  element operator()(int i) const restrict(amp) { return {*this, index<1>(i)}; }
  element operator()(int i, int j) const restrict(amp) { return {*this, index<2>(i, j)}; }

 private:
  array_view<T, N> data_;
  array_view<int, N> writers_;
  int thread_;
};

/// A number that counts the length of its chain of additions.
struct counted {
  int value;
  int additions;
};
inline counted operator+(const counted& a, const counted& b) restrict(amp, cpu) {
  return {a.value + b.value, (a.additions < b.additions ? b.additions : a.additions) + 1};
}
inline counted& operator+=(counted& a, const counted& b) restrict(amp, cpu) { return a = a + b; }

// --- On the host ---------------------------------------------------------------------------------

/// Ends the check: the solution is refused. `milliamp lesson` prints the reason.
[[noreturn]] inline void refuse(const std::string& reason) {
  std::puts(reason.c_str());
  std::exit(1);
}

/// Call this first: it ends a solution that runs too long.
inline void begin_check() { alarm(60); }

/// Numbers without a pattern, from 0 to limit - 1.
inline std::vector<int> some_numbers(int count, int limit = 100) {
  std::vector<int> numbers;
  unsigned int state = 12345;
  for (int i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    numbers.push_back(static_cast<int>(state >> 16) % limit);
  }
  return numbers;
}

namespace detail {

inline std::string show(index<1> i) { return "(" + std::to_string(i[0]) + ")"; }
inline std::string show(index<2> i) {
  return "(" + std::to_string(i[0]) + "," + std::to_string(i[1]) + ")";
}
inline index<1> index_of(int number, extent<1>) { return index<1>(number); }
inline index<2> index_of(int number, extent<2> in) {
  return index<2>(number / in[1], number % in[1]);
}

/// Calls f(index, its number) for each index of an extent.
template <int N, class F>
void for_each_index(const extent<N>& in, F f) {
  for (int i = 0; i < static_cast<int>(in.size()); ++i) f(index_of(i, in), i);
}

}  // namespace detail

/// Elements that all have the same value.
template <int N>
array_view<int, N> filled(const extent<N>& in, int value) {
  const array_view<int, N> all(in);
  detail::for_each_index(in, [&](const index<N>& i, int) { all[i] = value; });
  return all;
}

/// The elements must have these values.
template <class T, int N>
void expect_values(const std::string& name, const array_view<T, N>& actual,
                   const std::vector<T>& expected) {
  detail::for_each_index(actual.extent, [&](const index<N>& i, int number) {
    const T& right = expected[static_cast<std::size_t>(number)];
    if (actual[i] != right) {
      refuse("wrong result: " + name + detail::show(i) + " is " + std::to_string(actual[i]) +
             " instead of " + std::to_string(right));
    }
  });
}

/// Each element must have been written by the thread with the same index.
template <int N>
void expect_own_writes(const std::string& name, const array_view<int, N>& writers) {
  detail::for_each_index(writers.extent, [&](const index<N>& i, int number) {
    if (writers[i] != number) {
      refuse("wrong thread: " + name + detail::show(i) + " was written by thread " +
             detail::show(detail::index_of(writers[i], writers.extent)) + " instead of thread " +
             detail::show(i));
    }
  });
}

/// Each thread must have read that many elements.
template <int N>
void expect_reads(const std::string& name, const array_view<int, N>& reads_of, int least,
                  int most) {
  detail::for_each_index(reads_of.extent, [&](const index<N>& i, int) {
    const std::string actual = "thread " + detail::show(i) + " read " +
                               std::to_string(reads_of[i]) + " elements of " + name;
    if (reads_of[i] > most) {
      refuse("too many reads: " + actual + ", more than " + std::to_string(most));
    }
    if (reads_of[i] < least) {
      refuse("idle thread: " + actual + ", fewer than " + std::to_string(least));
    }
  });
}

}  // namespace milliamp::lesson

#endif
