// The array is large enough.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

struct stack {
  int values[10];
  int size;

  __attribute__((noinline)) void push(int value) restrict(amp) {
    values[size] = value;
    ++size;
  }
  int pop() restrict(amp) {
    --size;
    return values[size];
  }
};

__attribute__((noinline)) void add(int (&counts)[40], int bin) restrict(amp) { counts[bin] += 5; }

__attribute__((noinline)) int get(int (&counts)[40], int bin) restrict(amp) {
  return counts[bin];
}

int main() {
  std::vector<int> data(8, -1);
  const array_view<int> out(8, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    stack own;
    own.size = 0;
    for (int k = 0; k < 3 + i[0]; ++k) own.push(10 + k);
    int sum = 0;
    while (own.size > 0) sum += own.pop();
    int counts[40] = {};
    for (int k = 0; k < 8; ++k) add(counts, k + i[0] / 7 * 32);
    for (int k = 0; k < 8; ++k) sum += 1000 * get(counts, k + i[0] / 7 * 32);
    out[i] = sum;
  });
  out.synchronize();
  if (data[5] != 40108 || data[6] != 40126 || data[7] != 40145) {
    std::printf("wrong: %d, %d, %d\n", data[5], data[6], data[7]);
  }
}
