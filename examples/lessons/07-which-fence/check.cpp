#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(16);
  const std::vector<int> data = some_numbers(16);
  std::vector<int> expected;
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t left = i / 8 * 8 + (i + 7) % 8;
    expected.push_back(data[i] - data[left]);
  }

  const array_view<const int> numbers(domain, data);
  const array_view<int> steps = filled(domain, 0);
  const array_view<int> results = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    int reads = 0;
    run(t, input(numbers, reads), steps, output(results, writers, t.global[0]));
    reads_of[t] = reads;
  });
  expect_values("results", results, expected);
  expect_own_writes("results", writers);
  expect_reads("numbers", reads_of, 1, 1);
}
