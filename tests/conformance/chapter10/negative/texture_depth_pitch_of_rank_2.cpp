// error: .*depth_pitch is only for textures of rank 3
// Spec 10.1.14
#include <amp_graphics.h>

auto pitch(const concurrency::graphics::texture<int, 2>& t) { return t.get_depth_pitch(); }
