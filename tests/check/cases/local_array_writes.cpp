// Writes and reads behind the end of local arrays, which have no effect: the variables beside the
// arrays keep their values.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

struct cell {
  int first, second;
};

struct table {
  cell cells[4];
  int counts[2][4];
  int next[8];
};

int main() {
  std::vector<int> data(8, -1);
  const array_view<int> out(8, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    int counts[8];
    table local;
    for (int k = 0; k < 8; ++k) counts[k] = local.counts[k / 4][k % 4] = local.next[k] = 1;
    for (int k = 0; k < 4; ++k) local.cells[k].first = local.cells[k].second = 1;
    const int bin = i[0] + 1;  // up to 8
    const int at = bin / 8 * 5;  // 0 or 5
    const cell moved = {bin, bin};
    counts[bin] += 5;
    local.counts[1][bin / 2] = 6;
    local.cells[at] = moved;
    local.cells[at].second = 7;
    int sum = 100 * counts[bin] + 1000 * local.cells[at].first;
    for (int k = 0; k < 8; ++k) sum += local.next[k];
    out[i] = sum;
  });
  out.synchronize();
  // The last thread reads zeros.
  if (data[6] != 7608 || data[7] != 8) std::printf("wrong: %d, %d\n", data[6], data[7]);
}
