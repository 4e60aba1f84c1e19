// error: must not contain a container, string, array or view
#include <amp.h>

#include <memory>

using namespace concurrency;

void f(array<std::shared_ptr<int>>& a) { a.get_extent(); }
