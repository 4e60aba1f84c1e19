// error: MILLIAMP_RESTRICTION_sse|expected body of lambda
#include <amp.h>

auto twice = [](int x) restrict(cpu, amp, sse) { return 2 * x; };
