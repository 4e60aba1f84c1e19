// Two threads at a time write to host memory: an element of a std::vector that the kernel refers to,
// memory that a pointer in a captured structure leads to, and an array of main().
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

struct image {
  int width;
  float* pixels;
  image* next;
};

}  // namespace

int main() {
  std::vector<int> numbers(8);
  std::vector<float> memory(16);
  const image picture{4, memory.data(), nullptr};
  int local[4] = {};
  parallel_for_each(extent<1>(8), [&numbers, &local, picture](index<1> i) {
    if (i[0] > 5) numbers[i[0] / 2] = i[0];
    if (i[0] > 5) picture.pixels[picture.width + i[0] / 2] = i[0];
    if (i[0] > 5) local[i[0] / 2] = i[0];
  });
}
