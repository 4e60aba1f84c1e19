// error: .*make_texture: there is no Direct3D
// Spec 10.1.16: textures of Direct3D are optional.
#include <amp_graphics.h>

void use(concurrency::accelerator_view& view, void* object) {
  concurrency::graphics::direct3d::make_texture<float, 2>(view, object);
}
