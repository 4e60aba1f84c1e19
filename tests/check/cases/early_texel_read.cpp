// The host reads texels before copies of textures to its memory have ended, and changes texels that a copy
// still reads.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<float> pixels(16, 7), bytes(16), elements(16);
  texture<float, 2> picture(extent<2>(4, 4), pixels.data(), 64, 32u);
  const completion_future to_memory = copy_async(picture, bytes.data(), 64);
  const completion_future to_range = copy_async(picture, elements.begin());
  const float third = bytes[3];
  const float fifth = elements[5];
  to_memory.wait();
  to_range.wait();
  const completion_future from_memory = copy_async(pixels.data(), 64, picture);
  pixels[2] = 1;
  from_memory.wait();
  return third + fifth < 0;
}
