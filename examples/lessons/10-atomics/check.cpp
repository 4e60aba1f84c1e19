#include EXERCISE

#include <algorithm>

int main() {
  begin_check();
  const extent<1> domain(32);
  const std::vector<int> data = some_numbers(32);
  std::vector<int> expected;
  std::copy_if(data.begin(), data.end(), std::back_inserter(expected),
               [](int number) { return number > 50; });
  std::sort(expected.begin(), expected.end());

  const array_view<const int> numbers(domain, data);
  const array_view<int> count = filled(extent<1>(1), 0);
  const array_view<int> packed = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    int reads = 0;
    pack(t, input(numbers, reads), count, output(packed, writers, t.global[0]));
    reads_of[t] = reads;
  });

  const int found = static_cast<int>(expected.size());
  expect_values("count", count, {found});
  expect_reads("numbers", reads_of, 1, 1);
  for (int i = 0; i < found; ++i) {
    if (writers[i] < 0) refuse("gap: packed(" + std::to_string(i) + ") has not been set");
    if (packed[i] != data[static_cast<std::size_t>(writers[i])]) {
      refuse("wrong thread: packed(" + std::to_string(i) + ") is not the number of its thread");
    }
  }
  packed.synchronize();
  std::sort(&packed[0], &packed[0] + found);
  expect_values("sorted", packed.section(0, found), expected);
}
