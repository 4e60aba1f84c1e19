// error: .*row_pitch is only for textures of rank 2 and 3
// Spec 10.1.14
#include <amp_graphics.h>

auto pitch(const concurrency::graphics::texture<int, 1>& t) { return t.get_row_pitch(); }
