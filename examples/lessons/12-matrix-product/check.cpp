#include EXERCISE

int main() {
  begin_check();
  const extent<2> domain(12, 12);
  const std::vector<int> left = some_numbers(144, 10);
  const std::vector<int> right = some_numbers(144, 7);
  std::vector<int> expected(144);
  for (std::size_t i = 0; i < 144; ++i) {
    for (std::size_t k = 0; k < 12; ++k) expected[i] += left[i / 12 * 12 + k] * right[k * 12 + i % 12];
  }

  const array_view<const int, 2> a(domain, left);
  const array_view<const int, 2> b(domain, right);
  const array_view<int, 2> product = filled(domain, 0);
  const array_view<int, 2> writers = filled(domain, -1);
  const array_view<int, 2> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) {
    int reads = 0;
    multiply(t, input(a, reads), input(b, reads),
             output(product, writers, number_of(t.global, domain)));
    reads_of[t] = reads;
  });
  expect_values("product", product, expected);
  expect_own_writes("product", writers);
  expect_reads("a and b", reads_of, 6, 6);
}
