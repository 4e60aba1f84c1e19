// error: rank of an index or an extent must be greater than 0
#include <amp.h>

using namespace concurrency;

index<0> i;
