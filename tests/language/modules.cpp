// A header of the compiler that is a module, beside those of the library, which are not.
#include <amp.h>
#include <stddef.h>

int twice(int x) restrict(cpu, amp) { return 2 * x; }
