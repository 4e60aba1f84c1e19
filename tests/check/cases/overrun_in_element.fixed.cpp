// The indices stay within the array.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

namespace {

struct bucket {
  int values[4];
  int count;
};

}  // namespace

int main() {
  std::vector<bucket> data(8);
  array_view<bucket> buckets(8, data);
  parallel_for_each(extent<1>(8), [=](index<1> i) restrict(amp) {
    buckets[i].count = 7;
    buckets[i].values[i[0] % 4] = 1;
  });
  buckets.synchronize();
  for (const bucket& b : data) {
    if (b.count != 7 || b.values[0] > 1) std::puts("damaged");
  }
}
