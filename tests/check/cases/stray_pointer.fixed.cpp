// The pointers stay within their views and arrays.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

__attribute__((noinline)) void put(int* numbers, int i, int value) restrict(amp) {
  numbers[i] = value;
}

__attribute__((noinline)) float get(const float* numbers, int i) restrict(amp) {
  return numbers[i];
}

struct body {
  float mass;
  float speed[3];
};

int main() {
  std::vector<int> counts(64);
  std::vector<float> sums(16, 1.0f), rest(16);
  std::vector<body> bodies(8);
  array_view<int> m(64, counts);
  array_view<float, 2> square(4, 4, sums);
  array_view<float> result(16, rest);
  array_view<body> all(8, bodies);
  array<int> squares(64);
  parallel_for_each(extent<1>(16), [=, &squares](index<1> i) {
    const int own = i[0];
    put(&m[0], own, 1);
    put(squares.data(), own, 2);
    result[i] = get(&square(0, 0), own);
    body* const first = &all[0];
    if (own == 3) first[7].speed[1] = 1;
  });
  result.synchronize();
  if (rest[3] != 1 || rest[12] != 1) std::puts("reads have other results");
}
