// error: MILLIAMP_RESTRICTION_|expected function body
#include <amp.h>

int twice(int x) restrict() { return 2 * x; }
