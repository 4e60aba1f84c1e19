#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(10);
  const std::vector<int> data = some_numbers(10);
  std::vector<int> expected = data;
  for (std::size_t i = 0; i < 9; ++i) {
    if (i % 4 != 3) expected[i] += data[i + 1];
  }

  const array_view<const int> numbers(domain, data);
  const array_view<int> sums = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<4>().pad(), [=](tiled_index<4> t) restrict(amp) {
    int reads = 0;
    add_neighbours(t, input(numbers, reads), output(sums, writers, t.global[0]));
    if (domain.contains(t.global)) reads_of[t] = reads;
  });
  expect_values("sums", sums, expected);
  expect_own_writes("sums", writers);
  expect_reads("numbers", reads_of, 1, 1);
}
