// Begins a copy, and attaches a continuation to it, in a process that cannot start another thread
// and in one that can again.

#include <amp.h>
#include <pthread.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <future>
#include <vector>

using namespace concurrency;

namespace {

/// The stack size of the threads that the process starts.
void set_stack_size(std::size_t size) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

void print_refusal(const std::function<void()>& start) {
  try {
    start();
    std::puts("started");
  } catch (const runtime_exception& refusal) {
    std::puts(refusal.what());
  }
}

}  // namespace

int main() {
  const std::size_t too_large = std::size_t{1} << 48;
  const std::size_t usual = std::size_t{1} << 20;
  const std::vector<int> numbers(8, 3);
  array<int> copied(8);
  set_stack_size(too_large);
  print_refusal([&] { copy_async(numbers.begin(), copied); });
  set_stack_size(usual);
  const completion_future copy = copy_async(numbers.begin(), copied);
  std::promise<void> has_ended;  // get() may return a little sooner than the copy ends
  copy.then([&] { has_ended.set_value(); });
  has_ended.get_future().wait();
  const auto print = [] { std::puts("a continuation"); };
  set_stack_size(too_large);
  print_refusal([&] { copy.then(print); });
  set_stack_size(usual);
  copy.then(print);
}
