/// @file
/// when_all(), when_any() and the operators && and || of tasks.
#ifndef MILLIAMP_COMPAT_PPL_TASK_JOINS_H
#define MILLIAMP_COMPAT_PPL_TASK_JOINS_H

#include <milliamp/compat/ppl/task.h>

#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace concurrency {

namespace details {

template <class Iterator>
using result_of_tasks = typename std::iterator_traits<Iterator>::value_type::result_type;

/// The results of tasks that have succeeded.
template <class T>
auto results_of(const std::vector<task<T>>& tasks) {
  if constexpr (std::is_void_v<T>) {
    return std::monostate();
  } else {
    std::vector<T> results;
    for (const task<T>& t : tasks) results.push_back(t.get());
    return results;
  }
}

}  // namespace details

/// A task that ends when all tasks of the range have: with a vector of their results, unless they
/// have none. When one fails or is canceled, so does it, at once.
template <class Iterator>
auto when_all(Iterator begin, Iterator end) {
  using result = details::result_of_tasks<Iterator>;
  using all =
      std::conditional_t<std::is_void_v<result>, void, std::vector<details::task_value<result>>>;
  const auto state = std::make_shared<details::task_state<all>>();
  const std::vector<task<result>> tasks(begin, end);
  const auto ended = std::make_shared<std::vector<task<result>>>(tasks.size());
  const auto missing = std::make_shared<std::atomic<std::size_t>>(tasks.size());
  if (tasks.empty()) state->succeed({});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    details::task_access::when_done(tasks[i], [state, ended, missing, i](const task<result>& t) {
      try {
        t.get();
        (*ended)[i] = t;
        if (--*missing == 0) state->succeed(details::results_of(*ended));
      } catch (...) {
        state->fail(std::current_exception());
      }
    });
  }
  return details::task_access::make(state);
}

/// A task that ends when the first task of the range succeeds: with its result and its position
/// in the range, or with the position alone. When all fail, it fails as the last one.
template <class Iterator>
auto when_any(Iterator begin, Iterator end) {
  using result = details::result_of_tasks<Iterator>;
  using any = std::conditional_t<std::is_void_v<result>, std::size_t,
                                 std::pair<details::task_value<result>, std::size_t>>;
  const auto state = std::make_shared<details::task_state<any>>();
  const std::vector<task<result>> tasks(begin, end);
  if (tasks.empty()) throw invalid_operation("when_any() of no task");
  const auto missing = std::make_shared<std::atomic<std::size_t>>(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    details::task_access::when_done(tasks[i], [state, missing, i](const task<result>& t) {
      try {
        if constexpr (std::is_void_v<result>) {
          t.get();
          state->succeed(i);
        } else {
          state->succeed({t.get(), i});
        }
      } catch (...) {
        if (--*missing == 0) state->fail(std::current_exception());
      }
    });
  }
  return details::task_access::make(state);
}

/// when_all() of two tasks. The results of (a && b) && c are in one vector.
template <class T>
auto operator&&(const task<T>& a, const task<T>& b) {
  const task<T> both[] = {a, b};
  return when_all(both, both + 2);
}
template <class T>
task<std::vector<T>> operator&&(const task<std::vector<T>>& a, const task<T>& b) {
  const task<void> both[] = {a.then([](const std::vector<T>&) {}), b.then([](const T&) {})};
  return when_all(both, both + 2).then([a, b] {
    std::vector<T> results = a.get();
    results.push_back(b.get());
    return results;
  });
}

/// when_any() of two tasks, without the position.
template <class T>
task<T> operator||(const task<T>& a, const task<T>& b) {
  const task<T> either[] = {a, b};
  if constexpr (std::is_void_v<T>) {
    return when_any(either, either + 2).then([](std::size_t) {});
  } else {
    return when_any(either, either + 2).then([](const std::pair<T, std::size_t>& first) {
      return first.first;
    });
  }
}

}  // namespace concurrency

#endif
