#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(20);
  const std::vector<int> data = some_numbers(20);
  std::vector<int> expected = data;
  for (std::size_t i = 0; i < 20; ++i) {
    expected[i] += (i > 0 ? data[i - 1] : 0) + (i + 1 < 20 ? data[i + 1] : 0);
  }

  const array_view<const int> numbers(domain, data);
  const array_view<int> sums = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain, [=](index<1> i) restrict(amp) {
    int reads = 0;
    add_three(i, input(numbers, reads), output(sums, writers, i[0]));
    reads_of[i] = reads;
  });
  expect_values("sums", sums, expected);
  expect_own_writes("sums", writers);
  expect_reads("numbers", reads_of, 2, 3);
}
