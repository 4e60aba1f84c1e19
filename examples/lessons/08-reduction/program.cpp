// The sum of 64 numbers by one tile, in five versions: program VERSION. Each sum knows how many
// additions had to be made one after another to get it.
#include <milliamp/lesson.h>

#include <cstdlib>
#include <iostream>
#include <vector>

using namespace concurrency;
using milliamp::lesson::counted;

void version_1(tiled_index<64> t, array_view<const counted> numbers,
               array_view<counted> sum) restrict(amp) {
  tile_static counted total;
  if (t.local[0] == 0) total = {0, 0};
  t.barrier.wait();
  total += numbers[t];
  t.barrier.wait();
  if (t.local[0] == 0) sum[0] = total;
}

void version_2(tiled_index<64> t, array_view<const counted> numbers,
               array_view<counted> sum) restrict(amp) {
  tile_static counted values[64];
  values[t.local[0]] = numbers[t];
  t.barrier.wait();
  if (t.local[0] == 0) {
    counted total = values[0];
    for (int i = 1; i < 64; ++i) total += values[i];
    sum[0] = total;
  }
}

void version_3(tiled_index<64> t, array_view<const counted> numbers,
               array_view<counted> sum) restrict(amp) {
  tile_static counted values[64];
  values[t.local[0]] = numbers[t];
  t.barrier.wait();
  for (int step = 1; step < 64; step *= 2) {
    if (t.local[0] % (2 * step) == 0) {
      values[t.local[0]] += values[t.local[0] + step];
      t.barrier.wait();
    }
  }
  if (t.local[0] == 0) sum[0] = values[0];
}

void version_4(tiled_index<64> t, array_view<const counted> numbers,
               array_view<counted> sum) restrict(amp) {
  tile_static counted values[64];
  values[t.local[0]] = numbers[t];
  t.barrier.wait();
  for (int step = 1; step < 64; step *= 2) {
    if (t.local[0] % (2 * step) == 0) values[t.local[0]] += values[t.local[0] + step];
    t.barrier.wait();
  }
  if (t.local[0] == 0) sum[0] = values[0];
}

void version_5(tiled_index<16> t, array_view<const counted> numbers,
               array_view<counted> sum) restrict(amp) {
  tile_static counted values[16];
  const int me = t.local[0];
  counted own = numbers[me];
  for (int i = me + 16; i < 64; i += 16) own += numbers[i];
  values[me] = own;
  t.barrier.wait();
  for (int half = 8; half > 0; half /= 2) {
    if (me < half) values[me] += values[me + half];
    t.barrier.wait();
  }
  if (me == 0) sum[0] = values[0];
}

int main(int, char** argv) {
  const int version = std::atoi(argv[1]);
  std::vector<counted> data;
  for (int i = 1; i <= 64; ++i) data.push_back({i, 0});
  std::vector<counted> result(1);
  const array_view<const counted> numbers(64, data);
  const array_view<counted> sum(1, result);

  if (version < 5) {
    parallel_for_each(extent<1>(64).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
      if (version == 1) version_1(t, numbers, sum);
      if (version == 2) version_2(t, numbers, sum);
      if (version == 3) version_3(t, numbers, sum);
      if (version == 4) version_4(t, numbers, sum);
    });
  } else {
    parallel_for_each(extent<1>(16).tile<16>(),
                      [=](tiled_index<16> t) restrict(amp) { version_5(t, numbers, sum); });
  }
  sum.synchronize();

  std::cout << result[0].value << ", after " << result[0].additions << " additions in a row\n";
}
