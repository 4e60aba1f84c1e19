// error: .*(the elements of a texture must be|no type named)
// Spec 10.1: the element type is one of a closed set.
#include <amp_graphics.h>

concurrency::graphics::texture<char, 1> t(3);
