// Each thread writes an element of its own.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct list {
  int* numbers;
};

int main() {
  std::vector<int> memory(8);
  list all{memory.data()};
  list* const listed = &all;
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int* const numbers = listed->numbers;
    numbers[t.local[0]] = t.local[0];
  });
}
