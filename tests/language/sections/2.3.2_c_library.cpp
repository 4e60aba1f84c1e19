// Spec 2.3.2: the C library's mathematical functions are for the CPU, and can have overloads for amp.
#include <cmath>
#include <math.h>

float sinf(float x) restrict(amp) { return x; }
float legal(float x) restrict(amp) { return sinf(x); }
float legal_for_both(float x) restrict(cpu, amp) { return sinf(x); }
double floor(double x) restrict(amp);
double legal_declared(double x) restrict(amp) { return floor(x); }
double fabs(double x) restrict(amp);

float cosf_in_kernel(float x) restrict(amp) { return cosf(x); }
//                                                   ^ error: 'cosf' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
float cosf_for_both(float x) restrict(cpu, amp) { return cosf(x); }
//                                                       ^ error: 'cosf' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
float std_sin(float x) restrict(amp) { return std::sin(x); }
//                                            ^ error: 'sin' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
extern "C" float expf(float x) restrict(amp);
//               ^ error: restrict\(amp\) function 'expf' cannot overload restrict\(cpu, amp\) function 'expf' \[spec 2\.3\.2\]
namespace program {
float logf(float x) restrict(amp) { return x; }
float legal_name(float x) restrict(amp) { return logf(x); }
}  // namespace program
