// error: (passing .const|no viable overloaded|discards qualifiers)
#include <amp.h>

using namespace concurrency;

void f(tiled_index<4>& t) { t.global = index<1>(8); }
