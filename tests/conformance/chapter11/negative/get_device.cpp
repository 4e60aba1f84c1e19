// error: .*get_device: there is no Direct3D
// Spec 11: interoperability with Direct3D is optional.
#include <amp.h>

void use(concurrency::accelerator_view& view) { concurrency::direct3d::get_device(view); }
