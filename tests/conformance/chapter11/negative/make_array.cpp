// error: .*make_array: there is no Direct3D
// Spec 11: interoperability with Direct3D is optional.
#include <amp.h>

void use(concurrency::accelerator_view& view, void* object) {
  concurrency::direct3d::make_array<int, 1>(concurrency::extent<1>(4), view, object);
}
