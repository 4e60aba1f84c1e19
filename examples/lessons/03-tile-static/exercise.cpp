// Four threads are a tile. Each thread counts the votes in its row of ballots: there are five,
// each is 0, 1 or 2. It sets its element of winners to the number with the most votes; of two
// with equally many, to the lower one.
//
// The counts are in a tile_static array, which has a row of three counts for each thread of the
// tile.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void count_votes(tiled_index<4> t, input<int, 2> ballots, output<int> winners) restrict(amp) {
  tile_static int counts[4][3];
  const int me = t.local[0];
  for (int i = 0; i < 5; ++i) ++counts[me][ballots(t.global[0], i)];
  int winner = 0;
  for (int i = 1; i < 3; ++i) {
    if (counts[me][i] > counts[me][winner]) winner = i;
  }
  winners[t] = winner;
}
