// Spec 2.4.3.7: types that have a pointer or reference to an amp function.
#include <vector>

namespace case_decltype {
int h(int) restrict(amp); using P = decltype(&h); P p;
//                                            ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_argument {
int h(int) restrict(amp); template <class T> struct w { T t; }; w<decltype(&h)> p;
//                                                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_alias {
using F = int(int) restrict(amp); F* p;
//                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_alias_parameter {
using F = int(int) restrict(amp); int g(F f);
//                                        ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_alias_of_pointer {
using F = int(int) restrict(amp); using P = F*;
//                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_member {
typedef int F(int) restrict(amp); struct S { F* member; };
//                                           ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_local_alias {
void f() { using F = int(int) restrict(amp); F* p; }
//                                           ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_both {
using G = int(int) restrict(cpu,amp); G* p;
//                                    ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_result {
using F = int(int) restrict(amp); F* h(int);
//                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_nested {
using F = int(int) restrict(amp); void h(std::vector<F*> v);
//                                                   ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_member_function {
struct S { int m(int) restrict(amp); }; using P = decltype(&S::m); P p;
//                                                             ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_decltype_of_function {
int h(int x) restrict(amp) { return x; } template <class F> struct w {}; w<decltype(h)*> x;
//                                                                                  ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_decltype_pointer {
int h(int x) restrict(amp) { return x; } decltype(h)* x;
//                                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_result_pointer {
int (*g(int) restrict(cpu))(int) restrict(amp);
//                               ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
// Types of functions, and pointers to functions for the CPU
namespace legal_function_types {
int h(int) restrict(amp);
using as_declared = decltype(h);
as_declared h;
using alias = int(int) restrict(amp);
alias g;
template <class T>
using of_template = T(T) restrict(amp);
struct s {
  int member;
};
using data_member = decltype(&s::member);
using on_cpu = int(int) restrict(cpu);
on_cpu* pointer;
std::vector<int (*)(int) restrict(cpu)> pointers;
}
namespace case_size_of_pointer {
int f(int) restrict(amp); int x = sizeof(&f);
//                                        ^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
int h(int) restrict(cpu, amp); int y = sizeof(&h) + sizeof(h(1));
int k() restrict(amp) { return sizeof(&h); }
//                                     ^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
}
namespace case_ellipsis_of_alias {
typedef int F(int, ...) restrict(amp);
//          ^ error: amp function 'F' cannot have an ellipsis \(…\) in its parameter list \[spec 2\.4\.2, --allow=ellipsis\]
typedef int G(int, ...) restrict(cpu);
}
namespace case_alias_template {
typedef int F(int) restrict(amp); typedef int G(int) restrict(cpu, amp);
template <class T> using P = T*;
P<F> x;
//^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
template <class T> using V = const T&;
void h(V<F> y);
//       ^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
template <class T> using I = T;
I<F> declared;
}
namespace case_class_template {
typedef int F(int) restrict(amp); typedef int C(int);
template <class T> struct h { T* p; };
h<F> x;
//^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
h<C> y;
}
namespace case_template_parameter_0 {
template <int (*P)(int) restrict(amp)> struct a {};
//                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_template_parameter_1 {
template <int (&P)(int) restrict(cpu, amp), class T> struct a {};
//                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_template_parameter_2 {
template <class T, T (*P)(T) restrict(amp) = nullptr> struct a {};
//                           ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_template_parameter_3 {
template <template <int (*P)(int) restrict(amp)> class T> struct a {};
//                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_template_parameter_4 {
struct c; template <int (c::*P)(int) restrict(amp)> struct a {};
//                                   ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_template_argument {
int h(int) restrict(amp); template <int (*P)(int)> struct a {}; a<h> object;
//                                                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace legal_template_parameters {
template <int (*P)(int) restrict(cpu), class T = int(int) restrict(amp)> struct a {};
template <int n, bool b = n < 4> int g(int) restrict(amp);
template <int n, bool b = n < 4> int g(int) restrict(cpu);
int h() restrict(amp) { return g<3>(1); }
}

// With the type of the result behind the specifier
namespace trailing_types {
auto (*pointer)(int) restrict(amp) -> int;
//                   ^ error: a pointer or reference to an amp function is not allowed.*spec 2\.4\.3\.7
auto (*legal_pointer)(int) restrict(cpu) -> int;
typedef auto (*legal_type)(int) restrict(cpu) -> int;
struct legal_member {
  auto (*pointer)(int) restrict(cpu) -> int;
};
int legal_local(int (*function)(int)) {
  auto (*local)(int) restrict(cpu) -> int = function;
  return local(1);
}
}  // namespace trailing_types
