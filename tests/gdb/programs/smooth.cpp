// Smooths the rows of a matrix. The tests of tools/gdb debug it; they find lines by their comments.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

float middle(const float* row, tiled_index<2, 4> t) restrict(amp) {
  const int left = t.local[1] == 0 ? 0 : t.local[1] - 1;
  t.barrier.wait();                               // in middle
  const float sum = row[left] + row[t.local[1]];  // behind wait in middle
  return sum / 2;
}

int main() {
  std::vector<float> numbers(4 * 8);
  for (int i = 0; i < 4 * 8; ++i) numbers[i] = static_cast<float>(i);
  array_view<float, 2> data(4, 8, numbers);  // start
  const int bias = 100;
  parallel_for_each(
      data.extent.tile<2, 4>(), [=](tiled_index<2, 4> t) restrict(amp) {  // launch
        tile_static float rows[2][4];
        tile_static float spare[2];
        const int number = t.local[0] * 4 + t.local[1];
        rows[t.local[0]][t.local[1]] = data[t] + bias;          // store
        t.barrier.wait();                                       // first wait
        float result = 0;                                       // behind first wait
        if (number >= 0) result = middle(rows[t.local[0]], t);  // call
        if (number > 100) spare[0] = spare[1];
        data[t] = result;  // result
      });
  data.synchronize();
  std::printf("%.1f\n", numbers[31]);  // end
}
