// error: .*short_vector_traits is not supported for this type
// Spec 10.10.1
#include <amp_short_vectors.h>

concurrency::graphics::short_vector_traits<char> traits;
