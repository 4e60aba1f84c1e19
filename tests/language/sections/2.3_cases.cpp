// Spec 2.3: overloads, calls and implicit members that are refused.
#include <amp.h>
#include <amp_graphics.h>

#include <cmath>
#include <cstdlib>
#include <vector>

using namespace concurrency;

namespace case_ovl_overlap1 {
int func(int x) restrict(cpu,amp); int func(int x) restrict(cpu);
//                                     ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap2 {
int func(int x) restrict(cpu); int func(int x) restrict(cpu, amp);
//                                 ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap3 {
int func(int x) restrict(amp); int func(int x) restrict(cpu, amp);
//                                 ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap4 {
struct s { int func(int x) restrict(amp); int func(int x) restrict(cpu, amp); };
//                                            ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap5 {
int func(int x); int func(int x) restrict(cpu, amp);
//                   ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap6 {
struct s { s(int x); s(int x) restrict(cpu, amp); };
//                   ^ error: spec 2\.3\.2
}
namespace case_ovl_overlap7 {
template <class T> T f(T x) restrict(cpu); template <class T> T f(T x) restrict(cpu, amp);
//                                                              ^ error: spec 2\.3\.2
}
namespace case_call1 {
void grod(); void foo() restrict(amp) { grod(); }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call2 {
void grod() restrict(amp); void foo() { grod(); }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call3 {
void grod() restrict(amp); void foo() restrict(cpu,amp) { grod(); }
//                                                        ^ error: spec 2\.3\.2\.1
}
namespace case_call4 {
void grod() restrict(cpu); void foo() restrict(cpu,amp) { grod(); }
//                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_later {
int f(int) restrict(cpu); int g() restrict(cpu, amp) { return f(1); } int f(int) restrict(amp);
//                                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_deleted {
int f(int); int f(int) restrict(amp) = delete; int g() restrict(cpu, amp) { return f(1); }
//                                                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
int h() restrict(amp) { return f(1); }
//                             ^ error: call to deleted function 'f'
int i(int); int i(int*) = delete; int j() restrict(amp) { return i(nullptr); }
//                                                               ^ error: call to deleted function 'i'
}
namespace case_call_builtin {
enum e { a, b }; enum class c { x, y }; struct s {};
e operator|(e, e); int operator&(c, c); int operator+(s, s); int operator-(e, e); e operator++(e&);
int f() restrict(cpu, amp) { return a | b; }
//                                    ^ error until 15: this call has type 'int' in amp code and type 'case_call_builtin::e' in code for the CPU \[spec 2\.2, --allow=expression_types\]
//                                    ^ error since 16: this call has type 'int' in amp code and type 'e' in code for the CPU \[spec 2\.2, --allow=expression_types\]
int g() restrict(cpu, amp) { return c::x & c::y; }
//                                       ^ error: spec 2\.3\.2\.1, --allow=calls
int h() restrict(cpu, amp) { return s() + s(); }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
int i(e x) restrict(cpu, amp) { return ++x; }
//                                     ^ error: spec 2\.3\.2\.1, --allow=calls
int legal() restrict(cpu, amp) { return a - b; }
int legal_amp() restrict(amp) { return (a | b) + (a - b); }
}
namespace case_call_private {
class c {
 public:
  c() {} c(int) restrict(cpu, amp) {} int f(int) { return 1; } static int g(int) { return 1; } int operator+(int) { return 1; }
  int h(int x) restrict(cpu, amp) { return f(x) + g(x) + (*this + x) + c().i; }
  friend int of_friend(c&) restrict(cpu, amp);
 private:
  c() restrict(amp) {} int f(int) restrict(amp) { return 2; } static int g(int) restrict(amp) { return 2; } int operator+(int) restrict(amp) { return 2; }
  int i;
};
int of_friend(c& x) restrict(cpu, amp) { c y; return x.f(1) + c::g(1) + (x + 1) + [](c& z) { return z.f(1); }(x); }
int of_amp(c& x) restrict(amp) { return x.f(1); }
//                                        ^ error: 'f' is a private member of 'case_call_private::c'
int of_both(c& x) restrict(cpu, amp) { return x.f(1); }
//                                              ^ error: 'f' is a private member of 'case_call_private::c'
int of_static(c& x) restrict(cpu, amp) { return c::g(1); }
//                                              ^ error: 'g' is a private member of 'case_call_private::c'
int of_operator(c& x) restrict(cpu, amp) { return x + 1; }
//                                                  ^ error: 'operator\+' is a private member of 'case_call_private::c'
void of_constructor() restrict(cpu, amp) { c x; }
//                                           ^ error: 'c' is a private member of 'case_call_private::c'
int of_parameter(int i, c x = c()) restrict(cpu, amp) { return i; }
//                            ^ error: 'c' is a private member of 'case_call_private::c'
}
namespace case_call_protected {
class b { public: int f(int); b(); protected: int f(int) restrict(amp); b() restrict(amp); };
class d : public b { public: using b::f; d() restrict(cpu, amp) {} int g() restrict(cpu, amp) { return f(1); } };
int of_derived(d& x) restrict(cpu, amp) { return x.g() + x.f(1); }
}
namespace case_call_member {
struct s { void m(); }; void foo(s& x) restrict(amp) { x.m(); }
//                                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_member2 {
struct s { void m() restrict(amp); }; void foo(s& x) { x.m(); }
//                                                       ^ error: spec 2\.3\.2\.1
}
namespace case_call_member3 {
struct s { void m(); void n() restrict(amp) { m(); } };
//                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_ctor {
struct s { s(int) {} }; void foo() restrict(amp) { s x(1); }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_ctor2 {
struct s { s(int) restrict(amp) {} }; void foo() { s x(1); }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_ctor_deleg {
struct s { s(int) {} s() restrict(amp) : s(1) {} };
//                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_copy {
struct s { s() restrict(amp) {} s(const s&) {} int a;}; void foo(s& x) restrict(amp) { s y = x; }
//                                                                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_assign {
struct s { s& operator=(const s&) { return *this; } int a; }; void foo(s& x, s& y) restrict(amp) { x = y; }
//                                                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_op {
struct s { int a; }; s operator+(s, s); void foo(s x) restrict(amp) { x + x; }
//                                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_op2 {
struct s { int operator[](int); }; int foo(s x) restrict(amp) { return x[0]; }
//                                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_op3 {
struct s { int operator()(int) const; int a; }; int foo(s x) restrict(amp) { return x(0); }
//                                                                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_conv {
struct s { operator int() const; int a; }; int foo(s x) restrict(amp) { return x; }
//                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_conv_bool {
struct s { operator bool() const; int a; }; int foo(s x) restrict(amp) { if (x) return 1; return 0; }
//                                                                           ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_arrow {
struct t { int v; }; struct s { t* operator->() const; int a; }; int foo(s x) restrict(amp) { return x->v; }
//                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_new {
void foo() restrict(amp) { int* p = new int; }
//                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_new_array {
void foo() restrict(amp) { int* p = new int[3]; }
//                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_delete {
void foo(int* p) restrict(amp) { delete p; }
//                               ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_delete2 {
void foo(int* p) restrict(cpu,amp) { delete[] p; }
//                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_default_arg {
int host(); int f(int x = host()) restrict(amp); void foo() restrict(amp) { f(); }
//                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_default_arg2 {
int host(); int f(int x = host()) restrict(cpu,amp); void foo() restrict(amp) { f(); }
//                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_default_arg3 {
int dev() restrict(amp); int f(int x = dev()); void foo() { f(); }
//                                     ^ error: spec 2\.3\.2\.1
}
namespace case_call_default_arg4 {
int host(); struct s { int a; s(int x = host()) restrict(cpu,amp); }; void foo() restrict(amp) { s x; }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_nsdmi {
int host(); struct s { int a = host(); }; void foo() restrict(amp) { s x; }
//                                                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_nsdmi2 {
int dev() restrict(amp); struct s { int a = dev(); }; void foo() { s x; }
//                                          ^ error since 16: spec 2\.3\.2\.1, --allow=calls
//                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_nsdmi3 {
int dev() restrict(amp); struct s { int a = dev(); s() {} };
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_global_init {
int dev() restrict(amp); int g = dev();
//                           ^ error until 16: spec 2\.3\.2\.1
//                               ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_static_member_init {
int dev() restrict(amp); struct s { static int g; }; int s::g = dev();
//                                                          ^ error until 16: spec 2\.3\.2\.1
//                                                              ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_template {
template <class T> T f(T x) { return x; } int foo() restrict(amp) { return f(1); }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_template2 {
template <class T> T f(T x) restrict(amp) { return x; } int foo() { return f(1); }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_template3 {
int host(int); template <class T> T f(T x) restrict(amp) { return host(x); } int foo() restrict(amp) { return f(1); }
//                                                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_template4 {
int host(int); template <class T> T f(T x) restrict(cpu,amp) { return host(x); } int foo() restrict(amp) { return f(1); }
//                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_template5 {
struct F { int operator()(int) const; int a; }; template <class G> int ap(G g) restrict(amp) { return g(1); } int foo(F f) restrict(amp) { return ap(f); }
//                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_static {
struct s { static int m(); }; int foo() restrict(amp) { return s::m(); }
//                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_lambda_host {
void foo() { auto h = [](int x) { return x; }; auto k = [=](index<1> i) restrict(amp) { h(1); }; }
//                                                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_lambda_amp {
void foo() { auto h = [](int x) restrict(amp) { return x; }; h(1); }
//                                                           ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_hiding {
void foo(int x) restrict(amp) {} namespace N1 { void foo(double d) restrict(cpu) {} void foo_caller() restrict(amp) { foo(10); } }
//                                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_Y {
void Y() restrict(amp) {} void Y_caller() restrict(cpu,amp) { Y(); }
//                                                            ^ error: spec 2\.3\.2\.1
}
namespace case_call_kernel_host {
int host(int i); void k(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = host(1); }); }
//                                                                                                              ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_kernel_norestrict {
void k(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) { v[i] = 1; }); }
//                                                      ^ error: spec 7\.2, --allow=kernels
}
namespace case_call_kernel_cpu {
void k(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(cpu) { v[i] = 1; }); }
//                                                      ^ error: spec 7\.2, --allow=kernels
}
namespace case_call_kernel_functor {
struct F { array_view<int> v; void operator()(index<1> i) const { v[i] = 1; } }; void k(array_view<int> v) { parallel_for_each(v.extent, F{v}); }
//                                                                                                                                       ^ error: spec 7\.2, --allow=kernels
}
namespace case_call_kernel_tiled_norestrict {
void k(array_view<int> v) { parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) { v[i.global] = 1; }); }
//                                                                ^ error: spec 7\.2, --allow=kernels
}
namespace case_call_lambda_inamp_nested_pfe {
void k(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); }); }
//                                                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_range_for {
struct R { int* begin(); int* end(); int a; }; int foo(R r) restrict(amp) { int s = 0; for (int x : r) s += x; return s; }
//                                                                                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_variadic_template {
int host(int); template <class... T> int f(T... x) restrict(amp) { return (host(x) + ...); } int foo() restrict(amp) { return f(1,2); }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_literal_op {
int operator""_k(unsigned long long x); int foo() restrict(amp) { return 3_k; }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_throw_default {
struct s { s() = default; s(int) {} int a; }; void foo() restrict(amp) { s x = 1; }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_dtor_member {
struct h { int a; ~h() {} }; struct g { h x; }; void f() restrict(amp) { g y; }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_copy_member {
struct h { int a; h() restrict(cpu,amp) {} h(const h&) {} }; struct g { h x; }; void f(g& z) restrict(amp) { g y = z; }
//                                                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_copy_base {
struct h { int a; h() restrict(cpu,amp) {} h(const h&) {} }; struct g : h { }; void f(g& z) restrict(amp) { g y = z; }
//                                                                                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_assign_member {
struct h { int a; h& operator=(const h&) { return *this; } }; struct g { h x; }; void f(g& z, g& y) restrict(amp) { y = z; }
//                                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_assign_amp_host {
struct h { int a; h& operator=(const h&) restrict(amp) { return *this; } }; struct g { h x; }; void f(g& z, g& y) { y = z; }
//                                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_copy_amp_host {
struct h { int a; h() restrict(cpu,amp) {} h(const h&) restrict(amp) {} }; struct g { h x; }; void f(g& z) { g y = z; }
//                                                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_default_amp_host {
struct h { int a; h() restrict(amp) {} }; struct g { h x; }; void f() { g y; }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_default_cpu_amp {
struct h { int a; h() {} }; struct g { h x; }; void f() restrict(amp) { g y; }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_nsdmi_cpu_amp {
int host(); struct g { int x = host(); }; void f() restrict(amp) { g y; }
//                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_nsdmi_amp_host {
int dev() restrict(amp); struct g { int x = dev(); }; void f() { g y; }
//                                          ^ error since 16: spec 2\.3\.2\.1, --allow=calls
//                                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_param_copy {
struct h { int a; h() restrict(cpu,amp) {} h(const h&) {} }; void t(h) restrict(amp); void f(h& x) restrict(amp) { t(x); }
//                                                                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_return_copy {
struct h { int a; h() restrict(cpu,amp) {} h(const h&) {} }; h f(h& x) restrict(amp) { return x; }
//                                                                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_i_defaulted_explicit {
struct h { int a; h() {} }; struct g { h x; g() restrict(cpu,amp) = default; };
//                                          ^ error: spec 2\.3\.2, --allow=defaulted_members
}
namespace case_i_array_member {
struct h { int a; h() {} }; struct g { h x[2]; }; void f() restrict(amp) { g y; }
//                                                                           ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_other_parameters {
int q(int) restrict(cpu); int q(int*) restrict(amp); int f() restrict(cpu,amp) { return q(1); }
//                                                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_other_parameters_ambiguous {
int q(int) restrict(cpu); int q(float) restrict(amp); int q(long) restrict(amp); int f() restrict(cpu,amp) { return q(1); }
//                                                                                                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_other_parameters_type {
int q(int) restrict(cpu); float q(float) restrict(amp); void f() restrict(cpu,amp) { q(1); }
//                                                                                   ^ error: has type 'float' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types
}
namespace case_call_constexpr_template {
template <class T> constexpr T larger(T x, T y) { return x < y ? y : x; } int f(int x) restrict(cpu,amp) { return larger(x, 1); }
//                                                                                                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
// A constexpr function without specifiers is restrict(cpu), although amp code may have the compiler
// evaluate it.
namespace case_constexpr_calls_amp {
int g() restrict(amp) { return 1; } constexpr int a(int x) { return x > 0 ? x : g(); }
//                                                                              ^ error: spec 2\.3\.2\.1, --allow=calls
struct s { int x; constexpr s(int y) : x(y > 0 ? y : g()) {} constexpr static int f(int y) { return y > 0 ? y : g(); } };
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                                                                              ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_constexpr_run_in_amp {
constexpr int a(int x) { return x + 1; } int f(int x) restrict(amp) { constexpr int y = a(2); return y + a(x); }
//                                                                                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_constexpr_disagrees {
struct s { constexpr int m() const restrict(cpu, amp); }; constexpr int s::m() const { return 1; }
//                                                                         ^ error: spec 2\.3\.2
constexpr int f(int x); constexpr int f(int x) restrict(cpu, amp) { return x; }
//                                    ^ error: spec 2\.3\.2
}
namespace case_constexpr_destructor {
struct s { int x; constexpr s() : x(1) {} ~s() restrict(amp) {} };
//                                        ^ error: must be restrict\(cpu\), as.*spec 2\.2\.2
}
namespace case_overlap_in_class {
struct a { int f() restrict(cpu, amp) { return 1; } }; struct b { int f() restrict(amp) { return 2; } };
struct c : a, b { using a::f; using b::f; };
//                                     ^ error: spec 2\.3\.2, --allow=overlaps
struct d : a { using a::f; int f() restrict(amp) { return 3; } };
}
namespace case_call_begin {
struct r { int a[3]; }; int* begin(r&); int* end(r&); int f(r& x) restrict(amp) { for (int y : x) return y; return 0; }
//                                                                                           ^ error: no viable 'begin' function available: restrict\(cpu\) functions cannot be called from restrict\(amp\) code
}
namespace case_call_other_kinds {
template <class T, class... U> int get(T) { return 1; } template <int N, class... U> int get(int) restrict(amp) { return 1; } int f() restrict(cpu,amp) { return get<int>(1); }
//                                                                                                                                                               ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_other_kinds_template {
template <template <class> class T> int get(int) { return 1; } template <class T> int get(int) restrict(amp) { return 1; } template <class T> struct q {}; int f() restrict(cpu,amp) { return get<q>(1); }
//                                                                                                                                                                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_in_generic_lambda {
int f(int x) restrict(amp) { return x; } auto l = [](auto t) { return f(t); }; int h() { return l(1); }
//                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_default_destructor {
struct m { ~m() restrict(cpu) {} int v; }; struct s { m x; ~s() restrict(cpu,amp) = default; };
//                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_converted_argument {
struct m { int a; m(int) restrict(cpu); }; int h(m) restrict(amp); int f() restrict(amp) { return h(1); }
//                                                                                                ^ error: no matching function for call to 'h': 'm' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_converted_list {
struct m { int a; m(int, int) restrict(cpu); }; int h(m) restrict(amp); int f() restrict(amp) { return h({1, 2}); }
//                                                                                                     ^ error: no matching function for call to 'h': 'm' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_converted_argument_of_constructor {
struct m { int a; m(int) restrict(cpu); }; struct n { int a; n(m) restrict(amp); }; int f() restrict(amp) { return n(1).a; }
//                                                                                                                 ^ error: no matching conversion for functional-style cast from 'int' to '(case_converted_argument_of_constructor::)?n': 'm' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_converted_operand {
struct m { int a; m(int) restrict(cpu); }; int operator+(m, m) restrict(amp); int f(m x) restrict(amp) { return x + 1; }
//                                                                                                                ^ error: invalid operands to binary expression \('(case_converted_operand::)?m' and 'int'\): 'm' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_converted_on_host {
struct m { int a; m(int) restrict(amp); }; int h(m); int f() { return h(1); }
//                                                                    ^ error: no matching function for call to 'h': 'm' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_converting_function {
struct m { int a; operator int() restrict(cpu); }; struct n { int a; }; int h(n&, int) restrict(amp); int f(n& y, m x) restrict(amp) { return h(y, x); }
//                                                                                                                                                 ^ error: 'operator int' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_not_convertible {
struct m { int a; m(int*) restrict(cpu); }; int h(m) restrict(amp); int f() restrict(amp) { return h(1); }
//                                                                                                 ^ error: no matching function for call to 'h'
}
namespace case_operator_not {
struct m { int a; bool operator!() restrict(cpu); }; bool f(m x) restrict(amp) { return !x; }
//                                                                                      ^ error: invalid argument type '(case_operator_not::)?m' to unary expression: 'operator!' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_minus {
struct m { int a; int operator-() restrict(cpu); }; int f(m x) restrict(amp) { return -x; }
//                                                                                    ^ error: invalid argument type '(case_operator_minus::)?m' to unary expression: 'operator-' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_indirection {
struct m { int a; int operator*() restrict(cpu); }; int f(m x) restrict(amp) { return *x; }
//                                                                                    ^ error: indirection requires pointer operand \('(case_operator_indirection::)?m' invalid\): 'operator\*' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_of_base {
struct counting { int value; void operator++() restrict(cpu) { ++value; } };
struct counter : counting {};
int f(counter& c) restrict(amp) { ++c; return c.value; }
//                                ^ error: cannot increment value of type '(case_operator_of_base::)?counter': 'operator\+\+' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_increment {
struct m { int a; int operator++() restrict(cpu); }; int f(m x) restrict(amp) { return ++x; }
//                                                                                     ^ error: cannot increment value of type '(case_operator_increment::)?m': 'operator\+\+' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_postfix {
struct m { int a; int operator++(int) restrict(cpu); }; int f(m x) restrict(amp) { return x++; }
//                                                                                         ^ error: cannot increment value of type '(case_operator_postfix::)?m': 'operator\+\+' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_on_host {
struct m { int a; }; int operator~(m) restrict(amp); int f(m x) { return ~x; }
//                                                                       ^ error: invalid argument type '(case_operator_on_host::)?m' to unary expression: 'operator~' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_of_none {
struct m { int a; int operator-() restrict(cpu); }; int f(m x) { return +x; }
//                                                                      ^ error: invalid argument type '(case_operator_of_none::)?m' to unary expression
}
namespace case_pointer_behind_comma {
int f(int) restrict(amp); int g() restrict(amp) { return (0, f)(1); }
//                                                       ^ error: amp code cannot call functions through pointers \[spec 2\.4\.3\.4, --allow=pointer_calls\]
//                                                           ^ error: a pointer or reference to an amp function is not allowed \[spec 2\.4\.3\.7, --allow=function_pointers\]
}
namespace case_pointer_to_member_function {
struct s { int a; int m(int); }; void g() restrict(amp) { (void)&s::m; }
//                                                                  ^ error: amp code can use pointers to data members, but not pointers to member functions \[spec 2\.4\.3\.7, --allow=member_function_pointers\]
}
namespace case_pointer_to_cpu_function {
int m(int); void g() restrict(amp) { (void)&m; }
//                                          ^ error: amp code cannot use pointers or references to functions \[spec 2\.4\.1\.3, --allow=cpu_function_pointers\]
}
namespace case_literal_out_of_every_range {
unsigned long g() restrict(amp) { return 18446744073709551616u; }
//                                       ^ error: integer literal is too large to be represented in any integer type \[spec 2\.4\.3\.1\]
}
namespace case_literal_on_host {
unsigned long g() { return 18446744073709551616u; }
//                         ^ error: integer literal is too large to be represented in any integer type
}
namespace case_template_constructor {
struct s { template <class T> s(T) restrict(amp) {} s() {} ~s() {} };
//                                                         ^ error: the destructor of 's' must be restrict\(cpu, amp\), as its constructors are \[spec 2\.2\.2, --allow=destructor_cover\]
}
namespace case_placement_new {
struct s { int a; }; void f(s* p) restrict(amp) { ::new (p) s; }
//                                                ^ error: 'operator new' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.4\.3\.4, --allow=placement_new\]
}
namespace case_hidden_in_block {
int foo(int) restrict(amp); int foo(float) restrict(cpu);
int f() restrict(amp) { int foo(float) restrict(cpu); return foo(1.f); }
//                                                           ^ error: 'foo' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g() restrict(cpu, amp) { int foo(float) restrict(cpu); return foo(1.f); }
//                                                                ^ error: 'foo' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int h() restrict(amp) { return foo(1.f); }
}
namespace case_overlap_by_using {
namespace a { int f(int) restrict(cpu, amp); }
using a::f;
int f(int) restrict(amp);
//  ^ error: function 'f', which is restrict\(amp\), overlaps with one of the same parameters that is restrict\(cpu, amp\) \[spec 2\.3\.2, --allow=overlaps\]
}
namespace case_overlap_by_using_behind {
namespace a { int f(int) restrict(cpu, amp); }
namespace b {
int f(int) restrict(cpu);
using a::f;
//       ^ error: function 'f', which is restrict\(cpu, amp\), overlaps with one of the same parameters that is restrict\(cpu\) \[spec 2\.3\.2, --allow=overlaps\]
}
}
namespace case_overlap_by_two_using {
namespace a { int f(int) restrict(cpu, amp); }
namespace b { int f(int) restrict(cpu); int f(float) restrict(amp); }
using a::f;
using b::f;
//       ^ error: function 'f', which is restrict\(cpu\), overlaps with one of the same parameters that is restrict\(cpu, amp\) \[spec 2\.3\.2, --allow=overlaps\]
}
namespace case_no_overlap_by_using {
namespace a { int f(int) restrict(cpu); int f(float) restrict(cpu, amp); }
namespace b { int f(int) restrict(amp); int f(double) restrict(amp); using a::f; int g() restrict(cpu, amp) { return f(1) + f(1.f); } }
int h() restrict(cpu) { return b::f(1.); }
}
namespace case_default_argument_for_amp {
int f(int x = 'a') restrict(amp);
//            ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
int g(int x = 'a') restrict(cpu, amp);
}
namespace case_base_without_constructor {
struct b { int a; b() restrict(cpu); }; struct d : b { d() restrict(amp) {} };
//                                                     ^ error: constructor for '(case_base_without_constructor::)?d' must explicitly initialize the base class '(case_base_without_constructor::)?b' which does not have a default constructor: 'b' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_member_without_constructor {
struct m { int a; m() restrict(amp); }; struct d { m x; d() restrict(cpu) {} };
//                                                      ^ error: constructor for 'case_member_without_constructor::d' must explicitly initialize the member 'x' which does not have a default constructor: 'm' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_member_without_any {
struct m { int a; m(int); }; struct d { m x; d() {} };
//                                           ^ error: constructor for 'case_member_without_any::d' must explicitly initialize the member 'x' which does not have a default constructor
}
// Spec 2.1.1: a specifier applies to what follows it, and default arguments stand before it. They are
// expressions of the calls that need them, so those callers' restrictions are in force.
namespace case_default_argument_of_callers {
int host(); int gl; struct s { int a; s(int x = host()) restrict(cpu, amp); };
int f(int x = host()) restrict(cpu, amp); int g(int x = gl) restrict(cpu, amp);
int on_cpu() { return f() + g() + s().a; }
int on_amp() restrict(amp) { return f(1) + g(1) + s(1).a; }
}
namespace case_default_argument_of_amp_caller {
int gl; int f(int x = gl) restrict(cpu, amp); int h() restrict(amp) { return f(); }
//                    ^ error: amp code cannot use 'gl', which is neither local nor a constant integer: only constant integers can be global or static \[spec 2\.4\.3\.2, --allow=globals\]
}
namespace case_default_argument_of_both_callers {
int host(); int f(int x = host()) restrict(cpu, amp); int h() restrict(cpu, amp) { return f(); }
//                        ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_default_argument_of_base {
int host(); struct s { int a; s(int x = host()) restrict(cpu, amp); }; struct t : s { t() restrict(cpu, amp) {} };
//                                      ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_default_argument_for_amp_alone {
int host(); int f(int x = host()) restrict(amp);
//                        ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_operator_of_other_parameters {
struct s { int a; }; int operator+(s, int) restrict(cpu); int operator+(s, s*) restrict(amp);
int f(s x) restrict(cpu, amp) { return x + 1; }
//                                       ^ error: 'operator\+' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int operator-(s, int) restrict(cpu); int operator-(s, long) restrict(amp);
int g(s x) restrict(cpu, amp) { return x - 1; }
}
namespace case_operator_ambiguous_for_amp {
struct s { int a; }; int operator+(s, int) restrict(cpu); int operator+(s, long) restrict(amp); int operator+(s, float) restrict(amp);
int f(s x) restrict(cpu, amp) { return x + 1; }
//                                       ^ error: 'operator\+' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g(s x) restrict(amp) { return x + 1L; }
}
namespace case_operator_of_other_type {
struct s { int a; }; int operator+(s, int) restrict(cpu); float operator+(s, long) restrict(amp);
void f(s x) restrict(cpu, amp) { x + 1; }
//                                 ^ error: this call has type 'float' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
}
namespace case_constructor_of_other_parameters {
struct s { int a; s(double) restrict(cpu); s(int*) restrict(amp); }; int f() restrict(cpu, amp) { return s(1.0).a; }
//                                                                                                       ^ error: 's' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
struct t { int a; t(double) restrict(cpu); t(int) restrict(amp); }; int g() restrict(cpu, amp) { return t(1.0).a; }
}
namespace case_explicit_constructor {
struct s { int a; s(double) restrict(cpu); explicit s(int) restrict(amp); };
int f() restrict(cpu, amp) { s x = 1; return x.a; }
//                                 ^ error: 's' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g() restrict(cpu, amp) { s x(1); return x.a; }
}
namespace case_ambiguous_without_cpu_overload {
int a(float) restrict(amp); int a(double) restrict(amp); int a(int) restrict(cpu);
int f(int x) restrict(amp) { return a(x); }
//                                  ^ error: call to 'a' is ambiguous: 'a' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g(float x) restrict(amp) { return a(x); }
int b(float) restrict(amp); int b(double) restrict(amp);
int h(int x) restrict(amp) { return b(x); }
//                                  ^ error: call to 'b' is ambiguous$
}
namespace case_ambiguous_standard_function {
int f(int x) restrict(amp) { return std::abs(x); }
//                                  ^ error: call to 'abs' is ambiguous: 'abs' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g(int x) { return std::abs(x); }
}
namespace case_ambiguous_member_function {
struct s { int a; int m(float) restrict(amp); int m(double) restrict(amp); int m(int) restrict(cpu);
int f(int x) restrict(amp) { return m(x); } };
//                                  ^ error: call to member function 'm' is ambiguous: 'm' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_ambiguous_constructor {
struct s { int a; s(float) restrict(amp); s(double) restrict(amp); s(int) restrict(cpu); };
int f(int x) restrict(amp) { s y(x); return y.a; }
//                             ^ error: call to constructor of '(case_ambiguous_constructor::)?s' is ambiguous: 's' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_ambiguous_operator {
struct s { int a; }; int operator+(s, float) restrict(amp); int operator+(s, double) restrict(amp); int operator+(s, int) restrict(cpu);
int f(s x) restrict(amp) { return x + 1; }
//                                  ^ error: use of overloaded operator '\+' is ambiguous \(with operand types '(case_ambiguous_operator::)?s' and 'int'\): 'operator\+' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_static_object {
struct s { int x; ~s() restrict(amp) {} };
s global;
//^ error: '~s' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
struct t { int x; ~t() restrict(cpu, amp) {} }; t legal;
}
namespace case_filler {
struct d { int b; d() restrict(cpu) : b(2) {} d(int x) restrict(cpu, amp) : b(x) {} ~d() restrict(cpu, amp) {} };
int f() restrict(cpu, amp) { d a[2] = {1}; return a[1].b; }
//                                      ^ error: 'd' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g() restrict(cpu, amp) { d a[1] = {1}; return a[0].b; }
}
namespace case_members_of_union {
struct a { int x; a() restrict(cpu) : x(0) {} ~a() restrict(cpu) {} };
union legal { a member; int i; legal() restrict(cpu, amp) : i(1) {} ~legal() restrict(cpu, amp) {} };
struct s { a member; int i; s() restrict(cpu) : i(1) {} ~s() restrict(cpu, amp) {} };
//                                                      ^ error: '~a' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_constant_value {
constexpr int f() restrict(amp) { return 1; } constexpr int f() restrict(cpu) { return 2; }
template <int n> int t() restrict(cpu, amp) { return n; } template <int n> struct s { int a[n]; };
int g0() restrict(cpu, amp) { constexpr int n = f(); return n; }
//                                          ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g1() restrict(cpu, amp) { static const int n = f(); return n; }
//                                             ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g2() restrict(cpu, amp) { const int n = f(); int a[n] = {}; return a[0]; }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g3() restrict(cpu, amp) { const int n = f(); return t<n>(); }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g4() restrict(cpu, amp) { const int n = f(); s<n> x; return x.a[0]; }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g5() restrict(cpu, amp) { const int n = f(); static_assert(n == 2, ""); return n; }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g6() restrict(cpu, amp) { const int n = f(); if constexpr (n == 1) return 0; return n; }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g7() restrict(cpu, amp) { const int n = f(); switch (1) { case n: return 0; } return n; }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g8() restrict(cpu, amp) { const int n = f(); auto l = [=] { return n; }; return l(); }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g9() restrict(cpu, amp) { const int n = f(); struct l { int m() { return n; } }; return l().m(); }
//                                      ^ error: the constant 'n' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g10() restrict(cpu, amp) { const int n = f(); const int m = n; return t<m>(); }
//                                                          ^ error: the constant 'm' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g11() restrict(cpu, amp) { const int n = f(); constexpr int m = n; return m; }
//                                                              ^ error: the constant 'm' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int legal() restrict(cpu, amp) { const int n = f(); return n; }
int h() restrict(cpu, amp) { int n = f(); return n; }
int k() restrict(amp) { const int n = f(); return n; }
}
namespace case_constant_expression {
constexpr int f() restrict(amp) { return 1; } constexpr int f() restrict(cpu) { return 2; }
constexpr int once() restrict(cpu, amp) { return 3; } constexpr int plain() { return 4; }
template <int n> int t() restrict(cpu, amp) { return n; } template <int n> struct s { int a[n]; };
struct c { int x; constexpr c() restrict(amp) : x(1) {} constexpr c() restrict(cpu) : x(2) {} };
int g0() restrict(cpu, amp) { int a[f()] = {}; return a[0]; }
//                                  ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g1() restrict(cpu, amp) { return t<f() + 1>(); }
//                                     ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g2() restrict(cpu, amp) { s<f()> x; return sizeof(x); }
//                              ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g3() restrict(cpu, amp) { static_assert(f() == 2, ""); return 0; }
//                                          ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g4() restrict(cpu, amp) { if constexpr (f() == 1) return 0; return 1; }
//                                          ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g5(int n) restrict(cpu, amp) { switch (n) { case f(): return 0; } return n; }
//                                                   ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g6() restrict(cpu, amp) { return sizeof(int[f()]); }
//                                              ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g7() restrict(cpu, amp) { enum { e = f() }; return e; }
//                                       ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g8() restrict(cpu, amp) { struct l { int a[f()]; }; return sizeof(l); }
//                                             ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g9() restrict(cpu, amp) { return t<c().x>(); }
//                                     ^ error: the constant '(case_constant_expression::)?c\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
template <class T> int g10() restrict(cpu, amp) { return t<f() + T()>(); }
//                                                         ^ error: the constant 'f\(\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int use() restrict(cpu, amp) { return g10<int>(); }
int legal() restrict(cpu, amp) { int a[once()] = {}; decltype(f()) b = 0; return a[0] + b + t<once()>() + sizeof(f()); }
int legal_amp() restrict(amp) { int a[f()] = {}; static_assert(f() == 1, ""); return a[0] + t<f()>() + t<c().x>(); }
int legal_cpu() { int a[f()] = {}; static_assert(f() == 2, ""); return a[0] + t<f()>() + t<plain()>(); }
}
namespace case_members_of_local_class {
struct d { int b; d() restrict(amp) : b(1) {} d() restrict(cpu) : b(2) {} ~d() restrict(cpu, amp) {} };
int legal() restrict(amp) { struct l { d member; }; l object; return object.member.b; }
}
namespace case_deduction {
template <class T> struct a { T x; a(T y) restrict(amp) : x(y) {} };
template <class T> struct c { T x; c(T y) restrict(cpu) : x(y) {} };
int f() { a x(1); return x.x; }
//          ^ error: no viable constructor or deduction guide for deduction of template arguments of '(case_deduction::)?a': restrict\(amp\) functions cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
int g() restrict(amp) { c x(1); return x.x; }
//                        ^ error: no viable constructor or deduction guide for deduction of template arguments of '(case_deduction::)?c': restrict\(cpu\) functions cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int h() restrict(cpu, amp) { c x(1); return x.x; }
//                             ^ error: 'c' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int legal() restrict(amp) { a x(1); return x.x; }
}
namespace case_generated_for_amp {
struct p { int a; p(const p&) restrict(amp); p(const p&) restrict(cpu); };
struct q { int a; q(const q&) restrict(amp); };
struct r { int a; r(const r&) = delete; };
struct s { p x; q y; };
struct t { p x; q y; r z; };
void legal(const s& x) restrict(amp) { s y = x; }
void f(const s& x) { s y = x; }
//                     ^ error: no matching constructor for initialization of '(case_generated_for_amp::)?s': restrict\(amp\) functions cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
void g(const s& x) restrict(cpu, amp) { s y = x; }
//                                            ^ error: use of restrict\(amp\) function 's' in restrict\(cpu, amp\) function \[spec 2\.3\.2\.1, --allow=calls\]
void h(const t& x) restrict(amp) { t y = x; }
//                                   ^ error: call to implicitly-deleted copy constructor of '(case_generated_for_amp::)?t'
}
namespace case_overload_that_its_constraint_excludes {
template <class T, std::enable_if_t<sizeof(T) == 4, int> = 0> int f(T) { return 1; }
template <class T, std::enable_if_t<sizeof(T) != 4, int> = 0> int f(T) restrict(amp) { return 2; }
template <class T, class... Rest, std::enable_if_t<sizeof...(Rest) == 1, int> = 0> int g(T, Rest...) { return 1; }
template <class T, class... Rest, std::enable_if_t<sizeof...(Rest) == 1, int> = 0> int g(T, Rest...) restrict(amp) { return 2; }
int both() restrict(cpu, amp) { return f(1); }
//                                     ^ error: 'f<int, 0>' is restrict\(cpu\) .*spec 2\.3\.2\.1, --allow=calls
int legal() restrict(amp) { return f(1.0); }
int legal_for_both() restrict(cpu, amp) { return g(1, 2.0) + g<int>(1, 2) + g<int, double>(1, 2); }
}
namespace case_alignment {
constexpr int f() restrict(amp) { return 1; } constexpr int g() restrict(cpu, amp) { return 1; }
alignas(f() * 8) int of_variable;
//      ^ error: spec 2\.3\.2\.1, --allow=calls
struct s { alignas(f() * 8) int of_member; };
//                 ^ error: spec 2\.3\.2\.1, --allow=calls
struct alignas(f() * 8) of_class {};
//             ^ error: spec 2\.3\.2\.1, --allow=calls
alignas(g() * 8) int of_both; struct alignas(g() * 8) t { alignas(g() * 8) int y; };
}
namespace case_default_of_template {
constexpr int f() restrict(amp) { return 1; } constexpr int g() restrict(cpu, amp) { return 1; }
template <int N = f()> struct of_class;
//                ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T, class U = char[f()]> struct of_type;
//                                ^ error: spec 2\.3\.2\.1, --allow=calls
template <int N = f()> using of_alias = int;
//                ^ error: spec 2\.3\.2\.1, --allow=calls
template <int N = f()> int of_variable = N;
//                ^ error: spec 2\.3\.2\.1, --allow=calls
template <int N = f()> void of_function();
//                ^ error: spec 2\.3\.2\.1, --allow=calls
struct s { template <int N = f()> void of_member(); };
//                           ^ error: spec 2\.3\.2\.1, --allow=calls
template <int N = f()> void of_amp_function() restrict(amp);
template <int N = g()> struct of_both;
}
namespace case_trailing_type_in_instance {
long f(int) restrict(cpu) { return 2; } long g(int) restrict(cpu, amp) { return 2; }
template <class T> struct w { auto m(T q) restrict(amp) -> decltype(f(q)) { return 3; } };
//                                                                  ^ error: no matching function for call to 'f': .*spec 2\.3\.2\.1
template <class T> struct legal { auto m(T q) restrict(amp) -> decltype(g(q)) { return 3; } auto n(T q) -> decltype(f(q)) { return 3; } };
void k() restrict(amp) { w<int>().m(1); legal<int>().m(1); }
}
namespace case_parameters_of_both {
struct of_cpu { int x; of_cpu(int y) : x(y) {} }; int host() { return 1; }
int f(const of_cpu& x) restrict(cpu) { return x.x; } int f(const of_cpu& x) restrict(amp);
int g(int x = host()) restrict(amp) { return x; }
//            ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(amp\) code
int legal(int x = host()) restrict(cpu) { return x; } int legal(int x = 1) restrict(amp) { return x; }
int k() restrict(cpu, amp) { return f(1) + legal(); }
//                                    ^ error: 'of_cpu' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code
}
namespace case_types_in_local_class {
int f(int) restrict(cpu); long f(int) restrict(amp); int g(int) restrict(cpu); int g(int) restrict(amp);
void a() restrict(amp) { struct l { decltype(f(1)) x; }; }
//                                           ^ error: this call has type 'long' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
void b() restrict(amp) { struct l { typedef decltype(f(1)) t; }; }
//                                                   ^ error: spec 2\.2, --allow=expression_types
void c() restrict(amp) { struct l { enum { e = sizeof(f(1)) }; }; }
//                                                    ^ error: spec 2\.2, --allow=expression_types
void d() restrict(amp) { struct l { int x[sizeof(f(1))]; }; }
//                                               ^ error: spec 2\.2, --allow=expression_types
void e() restrict(amp) { struct l { auto m(int x) -> decltype(f(x)) { return 1; } }; }
//                                                            ^ error: spec 2\.2, --allow=expression_types
void legal() restrict(amp) { struct l { decltype(g(1)) x; int y[sizeof(g(1))]; }; } void legal_cpu() { struct l { decltype(f(1)) x; }; }
}
namespace case_type_of_lambda_in_template {
int f(int) restrict(cpu); long f(int) restrict(amp); int g(int) restrict(cpu); int g(int) restrict(amp);
template <class T> void host() {
auto l = [](T q) restrict(amp) -> decltype(f(q)) { return 1; };
//                                         ^ error: this call has type 'long' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
auto legal = [](T q) restrict(amp) -> decltype(g(q)) { return 1; }; auto legal_cpu = [](T q) -> decltype(f(q)) { return 1; };
}
template <class T> void amp_code() restrict(amp) { auto legal = [](T q) -> decltype(f(q)) { return f(q); }; }
//                                                                                  ^ error since 19: spec 2\.2, --allow=expression_types
void use() { host<int>(); auto legal = [](int q) restrict(amp) -> decltype(f(q)) { return f(q); }; } void use_amp() restrict(amp) { amp_code<int>(); }
}
namespace case_unevaluated_call {
int f(int) restrict(cpu); constexpr int plain(int x) { return x; } int g(int) restrict(cpu); long g(int) restrict(amp); int h(int) restrict(cpu); int h(int) restrict(amp);
int of_decltype() restrict(cpu, amp) { decltype(f(1)) x = 0; return x; }
//                                              ^ error: 'f' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
int of_sizeof() restrict(cpu, amp) { return sizeof(f(1)); }
//                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
int of_size() restrict(cpu, amp) { return sizeof(g(1)); }
//                                               ^ error: this call has type 'long' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
bool of_noexcept() restrict(cpu, amp) { return noexcept(f(1)); }
//                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
auto of_result() restrict(cpu, amp) -> decltype(f(1)) { return 1; }
//                                              ^ error: spec 2\.3\.2\.1, --allow=calls
int of_member() restrict(amp) { struct l { decltype(f(1)) x; }; return l().x; }
//                                                  ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> int of_template(T x) restrict(cpu, amp) { decltype(f(x)) y = 0; return y; }
//                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> void host(T) {
auto l = [](T q) restrict(amp) -> decltype(f(q)) { return 1; };
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
auto legal = [](T q) restrict(amp) -> decltype(plain(q)) { return 1; }; auto legal_cpu = [](T q) -> decltype(f(q)) { return 1; };
}
void use() { host(1); of_template(1); }
int legal(int x) restrict(cpu, amp) { decltype(h(1)) y = 0; decltype(plain(x)) z = 0; return y + z + sizeof(h(1)) + noexcept(h(1)); } int legal_cpu() { return sizeof(f(1)) + sizeof(g(1)); }
int deduced() restrict(auto) { return sizeof(f(1)); } int legal_use() { return deduced(); }
}
namespace case_protected_overload {
class b { public: int f() { return 1; } b() {} b(int) restrict(cpu, amp) {} static int g() { return 1; } friend int of_friend(b&) restrict(cpu, amp); protected: int f() restrict(amp) { return 2; } b() restrict(amp) {} static int g() restrict(amp) { return 2; } };
class d : public b { public: d() restrict(cpu, amp) : b(1) {} int h(d& x) restrict(cpu, amp) { return f() + x.f() + g(); } int k(b& x) restrict(cpu, amp) { return x.f(); } };
//                                                                                                                                                                   ^ error: 'f' is a protected member of 'case_protected_overload::b'
class e : public b { public: e() restrict(cpu, amp) {} using b::f; };
int of_friend(b& x) restrict(cpu, amp) { return x.f() + b::g(); } int of_using(e& x) restrict(cpu, amp) { return x.f(); } int of_cpu(b& x) { return x.f(); }
int of_both(b& x) restrict(cpu, amp) { return x.f(); }
//                                              ^ error: 'f' is a protected member of 'case_protected_overload::b'
int of_static() restrict(cpu, amp) { return b::g(); }
//                                          ^ error: 'g' is a protected member of 'case_protected_overload::b'
void of_constructor() restrict(cpu, amp) { b x; }
//                                           ^ error: 'b' is a protected member of 'case_protected_overload::b'
}
namespace case_constant_noexcept {
int f() restrict(cpu) noexcept; int f() restrict(amp); int g() noexcept; int g() restrict(amp) noexcept;
template <bool b> int t() restrict(cpu, amp) { return b; }
int g0() restrict(cpu, amp) { int a[1 + noexcept(f())] = {}; return a[0]; }
//                                      ^ error: the constant 'noexcept\(f\(\)\)' would have one value in amp code and another in code for the CPU \[spec 2\.3\.2\.1, --allow=constant_values\]
int g1() restrict(cpu, amp) { if constexpr (noexcept(f())) return 1; return 2; }
//                                          ^ error: spec 2\.3\.2\.1, --allow=constant_values
int g2() restrict(cpu, amp) { static_assert(noexcept(f()), ""); return t<true>(); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=constant_values
int g3() restrict(cpu, amp) { return t<noexcept(f())>(); }
//                                     ^ error: spec 2\.3\.2\.1, --allow=constant_values
int g4() restrict(cpu, amp) { constexpr bool b = noexcept(f()); return b; }
//                                           ^ error: the constant 'b' would have one value
int legal() restrict(cpu, amp) { const bool b = noexcept(f()); static_assert(noexcept(g()), ""); return t<noexcept(g())>() + b; }
int legal_amp() restrict(amp) { static_assert(!noexcept(f()), ""); return t<noexcept(f())>(); } int legal_cpu() { static_assert(noexcept(f()), ""); return t<noexcept(f())>(); }
}
namespace case_default_argument {
int host();
int f(int x = host()) restrict(cpu, amp) { return x; }
//            ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
struct s { int v; s(int x = host()) restrict(cpu, amp) : v(x) {} };
//                          ^ error: 'host' is restrict\(cpu\) and cannot be called from restrict\(amp\) code
int of_host() { return f() + s().v; }
int of_kernel() restrict(amp) { return f(1) + f() + s().v; }
//                                            ^ note: in a default argument that is used here
//                                                  ^ note: in a default argument that is used here
}
namespace case_default_initializer {
struct s { int v = 'a'; }; int of_host() { return s().v; } int of_kernel() restrict(amp) { s x; return x.v; }
//                 ^ error: type 'char' is not amp-compatible
//                                                                                           ^ note: in a function that the compiler generates for this
}
