// An object of each class of the library. The tests of tools/gdb print them.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<int> numbers(24);
  for (int i = 0; i < 24; ++i) numbers[i] = i;
  const index<1> point(3);
  const extent<3> box(2, 3, 4);
  [[maybe_unused]] const tiled_extent<2, 2> tiles(extent<2>(4, 6));
  array_view<int, 3> cube(box, numbers);
  array_view<int, 2> matrix(4, 6, numbers);
  array_view<int, 2> section = matrix.section(1, 2, 2, 3);
  array_view<int, 3> inner = cube.section(index<3>(0, 1, 1), extent<3>(2, 2, 3));
  array_view<const int> line(24, numbers);
  array<int, 2> copy(4, 6, numbers.begin());
  const float_4 color(0.5f, 0.25f, 1, 0);
  const int_2 pair(7, -7);
  const norm half(-0.5f);
  const std::vector<float_2> texels = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  texture<float_2, 2> picture(2, 2, texels.begin(), texels.end());
  const unsigned char bytes[] = {0, 255, 51, 102};
  texture<unorm, 1> gray(extent<1>(4), bytes, sizeof bytes, 8u);
  texture_view<const float_2, 2> view(picture);
  [[maybe_unused]] const index<2> corner(1, 0);
  const accelerator device(accelerator::direct3d_warp);
  const accelerator_view queue = device.default_view;
  return point[0] + pair.x + static_cast<int>(half) + static_cast<int>(color.x) - 10;  // print
}
