/// @file
/// Finds the edges in a picture, in tiles over a texture: `edges FROM.png TO.png`.
///
/// The brightness of each pixel of the result is the gradient of the brightness around it (Sobel's
/// operator), computed from its eight neighbours. A tile of threads reads its part of the picture
/// once, with a border of one pixel, into tile_static memory, where its threads find their
/// neighbours.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>

#include <exception>
#include <iostream>

#include "picture.h"

using namespace concurrency;
using namespace concurrency::graphics;
using concurrency::direct3d::clamp;

constexpr int tile_size = 16;
constexpr int with_border = tile_size + 2;

float brightness_of(const unorm_4& color) restrict(amp) {
  return 0.2126f * color.r + 0.7152f * color.g + 0.0722f * color.b;
}

/// Writes the edges of a picture to another one of the same extent.
void find_edges(const texture_view<const unorm_4, 2>& from, const texture_view<unorm_4, 2>& to) {
  const extent<2> size = from.extent;
  parallel_for_each(
      size.tile<tile_size, tile_size>().pad(),
      [=](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float part[with_border][with_border];
        const int thread = t.local[0] * tile_size + t.local[1];
        for (int i = thread; i < with_border * with_border; i += tile_size * tile_size) {
          const int row = i / with_border;
          const int column = i % with_border;
          part[row][column] =
              brightness_of(from(clamp(t.tile_origin[0] + row - 1, 0, size[0] - 1),
                                 clamp(t.tile_origin[1] + column - 1, 0, size[1] - 1)));
        }
        t.barrier.wait();
        if (!size.contains(t.global)) return;

        const auto at = [t](int down, int right) {
          return part[t.local[0] + 1 + down][t.local[1] + 1 + right];
        };
        const float across = at(-1, 1) + 2 * at(0, 1) + at(1, 1)  //
                             - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
        const float along = at(1, -1) + 2 * at(1, 0) + at(1, 1)  //
                            - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
        const float edge = fast_math::sqrt(across * across + along * along);
        to.set(t.global, unorm_4(edge, edge, edge, 1.0f));
      });
}

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: edges FROM.png TO.png\n";
    return 2;
  }
  picture image = read_png(argv[1]);
  const texture<unorm_4, 2> original(image.height, image.width, image.pixels.data(), image.size(),
                                     8u);
  texture<unorm_4, 2> edges(original.extent, 8u);
  find_edges(original, edges);
  copy(edges, image.pixels.data(), image.size());
  write_png(argv[2], image);
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
