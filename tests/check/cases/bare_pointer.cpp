// All threads write an element that they reach by a pointer in a structure.
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
    numbers[3] = t.local[0];
  });
}
