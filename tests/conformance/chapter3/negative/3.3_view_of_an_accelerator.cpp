// error: no matching|could not convert|no viable|private
#include <amp.h>

using namespace concurrency;

accelerator_view f(accelerator a) { return accelerator_view(a); }
