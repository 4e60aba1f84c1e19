#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(8);
  const std::vector<int> all_keys = some_numbers(8);
  const std::vector<int> data = some_numbers(16, 90);
  std::vector<int> expected;
  for (const int key : all_keys) {
    expected.push_back(0);
    for (const int number : data) expected.back() += number < key ? 1 : 0;
  }

  const array_view<const int> keys(domain, all_keys);
  const array_view<const int> numbers(16, data);
  const array_view<int> ranks = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int reads = 0;
    rank(t, input(keys, reads), input(numbers, reads), output(ranks, writers, t.global[0]));
    reads_of[t] = reads;
  });
  expect_values("ranks", ranks, expected);
  expect_own_writes("ranks", writers);
  expect_reads("keys and numbers", reads_of, 5, 5);
}
