#include EXERCISE

int main() {
  begin_check();
  const extent<2> domain(8, 9);
  const std::vector<int> data = some_numbers(8 * 9);
  std::vector<int> expected;
  for (std::size_t i = 0; i < data.size(); ++i) expected.push_back(data[i / 3 * 3 + 2 - i % 3]);

  const array_view<const int, 2> matrix(domain, data);
  const array_view<int, 2> mirrored = filled(domain, 0);
  const array_view<int, 2> writers = filled(domain, -1);
  const array_view<int, 2> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<2, 3>(), [=](tiled_index<2, 3> t) restrict(amp) {
    int reads = 0;
    mirror(t, input(matrix, reads), output(mirrored, writers, number_of(t.global, domain)));
    reads_of[t] = reads;
  });
  expect_values("mirrored", mirrored, expected);
  expect_own_writes("mirrored", writers);
  expect_reads("matrix", reads_of, 1, 1);
}
