#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(16);
  const std::vector<int> data = some_numbers(16);
  std::vector<int> expected;
  for (std::size_t i = 0; i < 16; ++i) {
    expected.push_back(data[i]);
    for (std::size_t later = i / 4 * 4 + 4; later < 16; ++later) expected.back() += data[later];
  }

  const array_view<const int> numbers(domain, data);
  const array_view<int> sums = filled(extent<1>(4), 0);
  const array_view<int> results = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int reads = 0;
    first_launch(t, input(numbers, reads), sums);
    reads_of[t] = reads;
  });
  parallel_for_each(domain.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int reads = 0;
    second_launch(t, input(numbers, reads), sums, output(results, writers, t.global[0]));
    reads_of[t] += reads;
  });
  expect_values("results", results, expected);
  expect_own_writes("results", writers);
  expect_reads("numbers", reads_of, 2, 2);
}
