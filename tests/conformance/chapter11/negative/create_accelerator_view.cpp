// error: .*create_accelerator_view: there is no Direct3D
// Spec 11: interoperability with Direct3D is optional.
#include <amp.h>

void use(void* device) { concurrency::direct3d::create_accelerator_view(device); }
