// Answer: All threads of the tile count in the same elements
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void count_votes(tiled_index<4> t, input<int, 2> ballots, output<int> winners) restrict(amp) {
  tile_static int counts[3];
  for (int i = 0; i < 3; ++i) counts[i] = 0;
  for (int i = 0; i < 5; ++i) ++counts[ballots(t.global[0], i)];
  int winner = 0;
  for (int i = 1; i < 3; ++i) {
    if (counts[i] > counts[winner]) winner = i;
  }
  winners[t] = winner;
}
