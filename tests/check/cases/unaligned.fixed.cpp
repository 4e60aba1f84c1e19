// Members that are aligned to nothing.
#include <amp.h>

#include <vector>

using namespace concurrency;

union __attribute__((packed)) message {
  struct __attribute__((packed)) {
    char tag;
    int number;
  };
  int numbers[3];
};

int main() {
  std::vector<int> data(2);
  array_view<int> out(2, data);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static message shared;
    if (t.local[0] == 0) shared.number = 0x01020304;
    if (t.local[0] == 1) shared.numbers[2] = 0x05060708;
    t.barrier.wait();
    out[t.global] = shared.number;
  });
}
