// Copies from and to memory that has all elements of the array or the texture.
#include <amp.h>
#include <amp_graphics.h>
#include <vector>

using namespace concurrency;

int table[64];

int main() {
  const int* const begin = table;
  array<int> numbers(64, begin);
  std::vector<int> result(64);
  copy(numbers, result.begin());
  const completion_future copied = copy_async(result.begin(), numbers);
  copied.get();
  graphics::texture<int, 1> texels(64);
  copy(texels, table, 64 * sizeof(int));
  return result[39];
}
