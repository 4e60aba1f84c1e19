// error: MILLIAMP_RESTRICTION_gpu|expected function body
#include <amp.h>

int twice(int x) restrict(gpu) { return 2 * x; }
