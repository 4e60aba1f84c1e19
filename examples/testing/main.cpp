// Counts some values and prints how often each occurs.

#include "histogram.h"

#include <cstdio>

int main() {
  std::vector<unsigned> values(4096);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = i * i % bins;
  const std::vector<unsigned> counts = histogram(values);
  for (unsigned bin = 0; bin < bins; ++bin) std::printf("%2u: %u\n", bin, counts[bin]);
}
