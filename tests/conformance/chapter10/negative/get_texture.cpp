// error: .*get_texture: there is no Direct3D
// Spec 10.1.16: textures of Direct3D are optional.
#include <amp_graphics.h>

void use(concurrency::graphics::texture<float, 2>& texture) {
  concurrency::graphics::direct3d::get_texture(texture);
}
