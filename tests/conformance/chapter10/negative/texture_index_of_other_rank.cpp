// error: .*operator\(\)\(int, int\) is only for textures of rank 2
// Spec 10.1.15: the arity agrees with the rank.
#include <amp_graphics.h>

int read(const concurrency::graphics::texture<int, 1>& t) { return t(1, 2); }
