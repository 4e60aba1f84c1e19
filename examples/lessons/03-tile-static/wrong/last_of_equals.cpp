// Answer: of equally many votes
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void count_votes(tiled_index<4> t, input<int, 2> ballots, output<int> winners) restrict(amp) {
  tile_static int counts[4][3];
  const int me = t.local[0];
  for (int i = 0; i < 3; ++i) counts[me][i] = 0;
  for (int i = 0; i < 5; ++i) ++counts[me][ballots(t.global[0], i)];
  int winner = 0;
  for (int i = 1; i < 3; ++i) {
    if (counts[me][i] >= counts[me][winner]) winner = i;
  }
  winners[t] = winner;
}
