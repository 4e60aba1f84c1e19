// A finding of Milliamp and one of UndefinedBehaviorSanitizer: each reports its own in one program.
#include <amp.h>

#include <climits>

using namespace concurrency;

int main(int argc, char**) {
  array<int> out(8);
  parallel_for_each(
      out.extent, [&out](index<1> i) restrict(amp) {
        int counts[4] = {};
        counts[i[0]] += 1;
        out[i] = counts[0];
      });
  const int largest = INT_MAX - 1 + argc;
  const int overflown = largest + 1;
  return overflown == INT_MIN ? 0 : 1;
}
