// error: (assignment of read-only|cannot assign)
#include <amp.h>

void f(concurrency::accelerator_view& v) { v.queuing_mode = concurrency::queuing_mode_immediate; }
