// error: .*short_vector is not supported for this scalar type
// Spec 10.9.1
#include <amp_short_vectors.h>

concurrency::graphics::short_vector<char, 2> v;
