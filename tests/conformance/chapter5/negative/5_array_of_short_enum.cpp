// error: not amp-compatible
#include <amp.h>

using namespace concurrency;

enum class tiny : short { one };
void f(array<tiny>& a) { a.get_extent(); }
