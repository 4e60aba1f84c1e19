// error: .*operator\[\]\(int\) is only for textures of rank 1
// Spec 10.1.15: the arity agrees with the rank.
#include <amp_graphics.h>

int read(const concurrency::graphics::texture<int, 2>& t) { return t[1]; }
