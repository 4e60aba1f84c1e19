// error: .*make_sampler: there is no Direct3D
// Spec 10.3.6: samplers of Direct3D are optional.
#include <amp_graphics.h>

void use(void* object) { concurrency::graphics::direct3d::make_sampler(object); }
