// error: rank of an index or an extent must be greater than 0
#include <amp.h>

concurrency::index<0> nowhere;
