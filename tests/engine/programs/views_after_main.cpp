// Uses views and asynchronous copies from a static object that is older than all that the library
// makes, after main: what it says then must still be right, and all that was begun must end.

#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

namespace {

/// Adds one to each of some numbers, on a view of the host's memory; returns their sum.
int sum_of_kernel() {
  std::vector<int> numbers(8, 1);
  const array_view<int> view(8, numbers);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  view.synchronize();
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}

int sum_of_copy() {
  const std::vector<int> numbers(8, 3);
  array<int> copied(8);
  copy_async(numbers.begin(), copied).get();
  const std::vector<int> back = copied;
  int sum = 0;
  for (const int number : back) sum += number;
  return sum;
}

std::vector<int> source(4, 1);
std::vector<int> target(4);

void say_later(const char* what) {
  copy_async(source.begin(), source.end(), array_view<int>(4, target)).then([what] {
    std::printf("then: %s\n", what);
    std::fflush(stdout);
  });
}

void say_sums(const char* when) {
  std::printf("%s: %d %d\n", when, sum_of_kernel(), sum_of_copy());
  std::fflush(stdout);
}

struct last_of_all {
  ~last_of_all() {
    say_sums("after main");
    say_later("after main");
  }
};
last_of_all oldest;

}  // namespace

int main() {
  say_sums("in main");
  say_later("in main");
}
