#include EXERCISE

int main() {
  begin_check();
  const extent<1> domain(32);
  const std::vector<int> data = some_numbers(128);
  std::vector<int> expected(2);
  std::vector<counted> terms;
  for (std::size_t i = 0; i < data.size(); ++i) {
    expected[i / 64] += data[i];
    terms.push_back({data[i], 0});
  }

  std::vector<counted> totals(2);
  const array_view<const counted> numbers(128, terms);
  const array_view<counted> sums(2, totals);
  const array_view<int> writers = filled(sums.extent, -1);
  const array_view<int> reads_of = filled(domain, 0);
  parallel_for_each(domain.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    int reads = 0;
    add_up(t, input(numbers, reads), output(sums, writers, t.global[0]));
    reads_of[t] = reads;
  });
  sums.synchronize();

  const array_view<int> values = filled(sums.extent, 0);
  for (int i = 0; i < 2; ++i) {
    const counted& total = totals[static_cast<std::size_t>(i)];
    values[i] = total.value;
    if (total.additions > 8) {
      refuse("too many additions: " + std::to_string(total.additions) +
             " one after another, more than 8");
    }
  }
  expect_values("sums", values, expected);
  expect_reads("numbers", reads_of, 4, 4);
}
