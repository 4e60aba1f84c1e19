// Two threads at a time write to one element that a captured pointer leads to.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

struct particle {
  int id;
  float position[2];
};

}  // namespace

int main() {
  std::vector<particle> particles(8);
  std::vector<int> numbers(8);
  particle* first = particles.data();
  int* counts = numbers.data();
  parallel_for_each(extent<1>(8), [=](index<1> i) restrict(amp) {
    if (i[0] > 1) counts[i[0] / 2] = i[0];
    if (i[0] > 1) first[i[0] / 2].position[1] = i[0];
  });
}
