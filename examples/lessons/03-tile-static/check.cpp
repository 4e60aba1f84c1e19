#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(12);
  const std::vector<int> data = some_numbers(12 * 5, 3);
  std::vector<int> expected;
  for (std::size_t row = 0; row < 12; ++row) {
    int counts[3] = {};
    for (std::size_t i = 0; i < 5; ++i) ++counts[data[row * 5 + i]];
    int winner = 0;
    for (int i = 1; i < 3; ++i) {
      if (counts[i] > counts[winner]) winner = i;
    }
    expected.push_back(winner);
  }

  const array_view<const int, 2> ballots(12, 5, data);
  const array_view<int> winners = filled(domain, 0);
  const array_view<int> writers = filled(domain, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int reads = 0;
    count_votes(t, input(ballots, reads), output(winners, writers, t.global[0]));
    reads_of[t] = reads;
  });
  expect_values("winners", winners, expected);
  expect_own_writes("winners", writers);
  expect_reads("ballots", reads_of, 5, 5);
}
