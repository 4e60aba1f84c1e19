// The host reads stale memory in a coroutine, whose body GCC marks as declared by the compiler.
#include <amp.h>

#include <coroutine>
#include <exception>
#include <vector>

using namespace concurrency;

struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

task increment(std::vector<int>& data) {
  const array_view<int> view(64, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  data[0] = data[5];
  co_return;
}

int main() {
  std::vector<int> data(64);
  const task running = increment(data);
  running.handle.resume();
  running.handle.destroy();
}
