// Constant indices out of the bounds of local arrays and of arrays behind pointers. The accesses have
// no effect: the variables beside the arrays keep their values.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

struct table {
  int before;
  int values[8];
  int after;

  void put() restrict(amp) { values[8] = 9; }
};

void add(table& t) restrict(amp) { t.values[-1] += 5; }

int get(table& t) restrict(amp) { return t.values[8]; }

int main() {
  std::vector<int> data(4, -1);
  const array_view<int> out(4, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    int local[4] = {1, 2, 3, 4};
    table t;
    t.before = t.after = 1;
    for (int k = 0; k < 8; ++k) t.values[k] = 10;
    t.put();
    add(t);
    ++local[4];
    local[-1] = 6;
    out[i] = 1000 * t.before + 100 * t.after + 10 * get(t) + local[4] + local[3];
  });
  out.synchronize();
  if (data[0] != 1104 || data[3] != 1104) std::printf("wrong: %d, %d\n", data[0], data[3]);
}
