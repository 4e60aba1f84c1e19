// Neither does a constructor write a variable of a function template, nor where it has a destructor.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct total {
  total() restrict(cpu, amp) : sum(0), weight(1) {}
  ~total() restrict(cpu, amp) { sum = weight = 0; }
  int sum, weight;
};

template <class T>
int total_of_tile(const tiled_index<4>& t, int value) restrict(amp) {
  tile_static T result;
  if (t.local[0] == 0) result.sum = 0;
  t.barrier.wait();
  atomic_fetch_add(&result.sum, value);
  t.barrier.wait();
  return result.sum * result.weight;
}

int main() {
  std::vector<int> numbers(16, 1);
  array_view<int> data(16, numbers);
  parallel_for_each(data.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    const int value = data[t];
    data[t] = total_of_tile<total>(t, value);
  });
}
