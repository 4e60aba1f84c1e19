// Spec 2.1 to 2.3.1: specifiers, declarations and pointers that are refused.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace case_syn_empty {
int f() restrict() { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_trailing {
int f() restrict(cpu,) { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_leading {
int f() restrict(,cpu) { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_nocomma {
int f() restrict(cpu amp) { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_unknown {
int f() restrict(gpu) { return 1; }
//      ^ error: spec 2\.1, --allow=unknown_restriction
}
namespace case_syn_number {
int f() restrict(1) { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_string {
int f() restrict("amp") { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_case {
int f() restrict(AMP) { return 1; }
//      ^ error: spec 2\.1, --allow=unknown_restriction
}
namespace case_syn_var {
int x restrict(amp);
//    ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_var2 {
int x restrict(cpu) = 3;
//    ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_array {
int a[3] restrict(amp);
//       ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_afternoexcept {
int f() noexcept restrict(amp) { return 1; }
//               ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_beforequalifiers {
struct s {
  int const_after() restrict(amp) const { return 1; }
//                  ^ error: spec 2\.1\.1, --allow=restriction_place
  int ref_after() restrict(amp) & { return 1; }
//                ^ error: spec 2\.1\.1, --allow=restriction_place
  int rvalue_after() restrict(cpu) &&;
//                   ^ error: spec 2\.1\.1, --allow=restriction_place
  int both_after() restrict(cpu, amp) const &;
//                 ^ error: spec 2\.1\.1, --allow=restriction_place
};
}
namespace case_syn_aftertrailing {
auto f() -> int restrict(amp) { return 1; }
//              ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_member {
struct s { int x restrict(amp); };
//               ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_param {
int f(int x restrict(amp)) { return x; }
//          ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_lambda_noparen {
auto l = [] restrict(amp) { return 1; };
//          ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_lambda_beforemutable {
int main() { int x = 0; auto l = [x]() restrict(amp) mutable { x = 1; }; }
//                                     ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_lambda_aftertrailing {
auto l = []() -> int restrict(amp) { return 1; };
//                   ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_lambda_unknown {
auto l = []() restrict(gpu) { return 1; };
//            ^ error: spec 2\.1, --allow=unknown_restriction
}
namespace case_syn_lambda_empty {
auto l = []() restrict() { return 1; };
//            ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_ptr {
int* p restrict(amp);
//     ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_local_var {
int f() restrict(amp) { int x restrict(amp) = 1; return x; }
//                            ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_typedef_nonfunc {
typedef int T restrict(amp);
//            ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_twice_bad {
int f() restrict(amp) restrict(foo) { return 1; }
//                    ^ error: spec 2\.1, --allow=unknown_restriction
}
namespace case_syn_plus {
int f() restrict(cpu+amp) { return 1; }
//      ^ error: spec 2\.1, --allow=restriction_syntax
}
namespace case_syn_version2 {
int f() restrict(amp:) { return 1; }
//      ^ error: spec 13\.1\.3, --allow=amp_versions
}
namespace case_syn_using {
using T = int restrict(amp);
//            ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_syn_using_ptr {
using T = int* restrict(amp);
//             ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_mean_redecl1 {
int f() restrict(amp); int f() restrict(cpu, amp) { return 1; }
//                         ^ error: spec 2\.3\.2
}
namespace case_mean_redecl2 {
int f() restrict(cpu, amp); int f() { return 1; }
//                              ^ error: spec 2\.3\.2
}
namespace case_mean_redecl4 {
struct s { int f() restrict(cpu,amp); }; int s::f() restrict(amp) { return 1; }
//                                              ^ error: spec 2\.3\.2
}
namespace case_mean_redecl5 {
struct s { s() restrict(cpu,amp); }; s::s() {}
//                                      ^ error: spec 2\.3\.2
}
namespace case_mean_redecl7 {
template <class T> T f(T) restrict(cpu, amp); template <class T> T f(T x) restrict(amp) { return x; }
//                                                                 ^ error: spec 2\.3\.2
}
namespace case_mean_redecl8 {
struct s { ~s() restrict(cpu,amp); }; s::~s() {}
//                                       ^ error: spec 2\.2, --allow=declarations
}
namespace case_mean_redecl10 {
int f() restrict(cpu, amp); int f() restrict(amp);
//                              ^ error: spec 2\.3\.2
}
namespace case_mean_spec1 {
template <class T> T f(T x) restrict(amp) { return x; } template <> int f(int x) { return x; }
//                                                                      ^ error: the restrictions of the template differ \[spec 2\.2\]
}
namespace case_mean_types1 {
struct A{int a;}; struct B{int a;}; A g() restrict(cpu); B g() restrict(amp); void c() restrict(cpu,amp) { auto x = g(); }
//                                                                                                                  ^ error: spec 2\.2, --allow=expression_types
}
namespace case_mean_types3 {
struct s { int m() restrict(cpu); float m() restrict(amp); }; float c(s& x) restrict(cpu,amp) { return x.m(); }
//                                                                                                       ^ error: spec 2\.2, --allow=expression_types
}
namespace case_mean_types4 {
int g(int) restrict(cpu); int* g(int) restrict(amp); int c() restrict(cpu,amp) { return sizeof(g(1)); }
//                                                                                             ^ error: spec 2\.2, --allow=expression_types
}
namespace case_ctx_class {
int host(); void glorp() restrict(amp) { struct Foo { void zot() { host(); } }; Foo f; f.zot(); }
//                                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_class_unused {
int host(); void glorp() restrict(amp) { struct Foo { void zot() { host(); } }; }
//                                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_lambda {
int host(); void glorp() restrict(amp) { auto f1 = [](int y) { return y + host(); }; f1(1); }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_lambda_cpu {
void glorp() restrict(amp) { auto f2 = [](int y) restrict(cpu) { return y; }; f2(1); }
//                                                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_lambda_in_lambda {
int host(); void glorp() { auto l = [](int x) restrict(amp) { auto m = [](int y) { return host() + y; }; return m(x); }; }
//                                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_class_in_lambda {
int host(); void glorp() { auto l = [](int x) restrict(amp) { struct t { int m() { return host(); } }; return t().m(); }; }
//                                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ctx_class_type {
void glorp() restrict(amp) { struct Foo { char zot() { return 'a'; } }; }
//                                             ^ error: spec 2\.4\.1, --allow=types
//                                                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_dtor1 {
class Bar { public: Bar() {} Bar() restrict(amp) {} ~Bar(); };
//                                                  ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor2 {
class Bar { public: Bar() restrict(amp) {} ~Bar() {} };
//                                         ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor3 {
class Bar { public: Bar() restrict(cpu, amp) {} ~Bar() restrict(amp) {} };
//                                              ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor4 {
class Bar { public: Bar() {} ~Bar() restrict(amp) {} };
//                           ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor5 {
template <class T> class Bar { public: Bar() {} Bar() restrict(amp) {} ~Bar() {} }; Bar<int> b;
//                                                                     ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor6 {
class Bar { public: Bar(int) {} Bar(float) restrict(amp) {} ~Bar() restrict(cpu) {} };
//                                                          ^ error: spec 2\.2\.2, --allow=destructor_cover
}
namespace case_dtor7 {
struct C { int x; ~C() { x = 1; } };
struct D { C c; D() restrict(amp) {} };
//     ^ error: the destructor of 'D' must be restrict\(cpu, amp\), as its constructors are \[spec 2\.2\.2, --allow=destructor_cover\]
struct E { C c; E() restrict(amp) {} ~E() = default; };
//                                   ^ error: spec 2\.2\.2, --allow=destructor_cover
struct F : C { F(int) restrict(cpu, amp) {} };
//     ^ error: spec 2\.2\.2, --allow=destructor_cover
struct G { ~G() restrict(amp) {} }; struct H { G g; H() {} };
//                                         ^ error: spec 2\.2\.2, --allow=destructor_cover
struct legal { C c; legal() {} ~legal() = default; }; struct deleted { C c; deleted() restrict(amp) {} ~deleted() = delete; };
struct trivial { int x; trivial() restrict(cpu, amp) {} }; struct generated { C c; };
}
namespace case_dtor8 {
struct H { ~H() restrict(amp) {} }; void f() { H h; }
//                                               ^ error: spec 2\.3\.2\.1
}
namespace case_dtor9 {
struct H { ~H() {} }; void f() restrict(amp) { H h; }
//                                               ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor10 {
struct H { ~H() {} }; void f() restrict(cpu,amp) { H h; }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor11 {
struct H { ~H() {} }; H make() restrict(amp); void f() restrict(amp) { make(); }
//                                                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor12 {
struct H { int a; ~H() {} }; struct G { H h; }; void f() restrict(amp) { G g; }
//                                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor13 {
struct H { int a; ~H() {} }; struct G : H { }; void f() restrict(amp) { G g; }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor14 {
struct H { int a; ~H() {} }; struct G { H h; G() restrict(amp) {} ~G() restrict(amp) {} };
//                                                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_dtor15 {
struct H { int a; ~H() {} }; void f(H* h) restrict(amp) { h->~H(); }
//                                                           ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_ptr_amp {
int f(int) restrict(amp); int (*p)(int) restrict(amp) = f;
//                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
//                                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_amp2 {
int f(int) restrict(amp); auto p = &f;
//                                  ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_amp3 {
int f(int) restrict(amp); void g() { auto& p = f; }
//                                             ^ error: spec 2\.3\.2\.1
}
namespace case_ptr_amp4 {
int f(int) restrict(amp); int (*p)(int) = f;
//                                        ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_ampcpu {
int f(int) restrict(cpu,amp); int (*p)(int) restrict(cpu,amp) = f;
//                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_inamp {
int f(int) restrict(cpu,amp); void g() restrict(amp) { int (*p)(int) = f; }
//                                                           ^ error: spec 2\.4\.1, --allow=types
//                                                                     ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_param {
void g(int (*p)(int) restrict(amp));
//                   ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_ref {
int f(int) restrict(amp); int (&r)(int) restrict(amp) = f;
//                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
//                                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_member {
struct s { int m() restrict(amp); }; auto p = &s::m;
//                                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_member2 {
struct s { int m() restrict(amp); }; int (s::*p)() restrict(amp) = &s::m;
//                                                 ^ error: spec 2\.4\.3\.7, --allow=function_pointers
//                                                                     ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_typedef {
typedef int F(int) restrict(amp); F* p;
//                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_typedef2 {
typedef int F(int) restrict(amp); F& p(int);
//                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_typedef3 {
typedef int (*F)(int) restrict(amp); 
//                    ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_alias_template {
template <class T> using F = T(T) restrict(amp); using G = F<int>; template <class T> using H = G;
int f(F<int>* x); int g(G& x); int h(F<int> x);
//    ^ error: spec 2\.4\.3\.7, --allow=function_pointers
//                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
//                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
using p = H<float>*;
//        ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_lambda {
auto l = [](int x) restrict(amp) { return x; }; int (*p)(int) = l;
//                                                              ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_using {
using F = int (*)(int) restrict(amp); F f;
//                     ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_conv {
int f(int) restrict(cpu); int (*p)(int) restrict(amp) = f;
//                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_ptr_conv2 {
int f(int) restrict(cpu); int (*p)(int) restrict(cpu,amp) = f;
//                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_const_behind_specifier {
struct s { int a; int f() restrict(amp) const { return a; } };
//                        ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_specifier_behind_enumeration {
enum e { A } restrict(amp);
//           ^ error: spec 2\.1\.1, --allow=restriction_place
//   ^ error: cannot be defined in the result type
}
namespace case_mean_inst {
template <class T> T f(T x) restrict(amp) { return x; } template int f(int) restrict(cpu);
//                                                                   ^ error: the restrictions of the template differ \[spec 2\.2\]
}
namespace case_mean_inherited {
struct b { b(int, int) restrict(amp) {} }; struct d : b { using b::b; }; void f() { d x(1, 2); }
//                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_mean_trailing {
int g(); auto f() restrict(amp) -> decltype(g()) { return 1; }
//                                          ^ error: no matching function for call to 'g'.*spec 2\.3\.2\.1, --allow=calls
}
namespace case_syn_function_pointers {
int (*p[2])(int) restrict(amp);
//               ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_out_of_line_member {
struct s { int f() restrict(amp); }; int s::f() { return 1; }
//                                          ^ error: out-of-line definition of 'f' does not match any declaration in 'case_out_of_line_member::s': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_constructor {
struct s { s() restrict(cpu, amp); }; s::s() restrict(amp) {}
//                                       ^ error: restrict\(amp\) function 's' cannot overload restrict\(cpu, amp\) function 's' \[spec 2\.3\.2\]
}
namespace case_out_of_line_static {
struct s { static int f() restrict(amp); }; int s::f() { return 1; }
//                                                 ^ error: out-of-line definition of 'f' does not match any declaration in 'case_out_of_line_static::s': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_conversion {
struct s { operator int(); }; s::operator int() restrict(amp) { return 1; }
//                               ^ error: out-of-line definition of 'operator int' does not match any declaration in 'case_out_of_line_conversion::s': this declaration is restrict\(amp\), but the other one is restrict\(cpu\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_template {
template <class T> struct s { int f() restrict(amp); }; template <class T> int s<T>::f() { return 1; }
//                                                                                   ^ error: out-of-line definition of 'f' does not match any declaration in 's<T>': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_specialization {
template <class T> struct s { int f() restrict(amp); }; template <> int s<int>::f() { return 1; }
//                                                                              ^ error: out-of-line definition of 'f' does not match any declaration in 'case_out_of_line_specialization::s<int>': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_namespace {
namespace n { int f() restrict(amp); } int n::f() { return 1; }
//                                            ^ error: out-of-line definition of 'f' does not match any declaration in namespace 'case_out_of_line_namespace::n': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_out_of_line_other_parameters {
struct s { int f(int) restrict(amp); }; int s::f(float) restrict(amp) { return 1; }
//                                             ^ error: out-of-line definition of 'f' does not match any declaration in 'case_out_of_line_other_parameters::s'
}
namespace case_out_of_line_trailing {
struct s { auto f() restrict(amp) -> int; }; auto s::f() restrict(cpu) -> int { return 1; }
//                                                   ^ error: out-of-line definition of 'f' does not match any declaration in 'case_out_of_line_trailing::s': this declaration is restrict\(cpu\), but the other one is restrict\(amp\) \[spec 2\.2, --allow=declarations\]
}
namespace case_not_overriding {
struct b { virtual int f(int) restrict(cpu); }; struct d : b { int f(int) restrict(amp) override; };
//                                                                                      ^ error: non-virtual member function marked 'override' hides virtual member function: the restrictions of the virtual function differ \[spec 2\.2\.2\]
}
namespace case_not_overriding_parameters {
struct b { virtual int f(int); }; struct d : b { int f(float) override; };
//                                                            ^ error: non-virtual member function marked 'override' hides virtual member function
}
namespace case_not_overriding_pure {
struct b { virtual int f(int) const = 0; virtual int g() = 0; }; struct m : b { int f(int) const override { return 1; } };
struct d : m { int g() restrict(cpu, amp) { return 1; } }; d x;
//                                                           ^ error: variable type '.*d' is an abstract class: the restrictions of 'g' are not those of the virtual function \[spec 2\.2\.2\]
//                 ^ note: this function does not override it, because it is restrict\(cpu, amp\) and the other one is restrict\(cpu\)
struct e { virtual int f(int) = 0; int f(float) restrict(amp); };
void of_allocation() { new e; }
//                         ^ error: allocating an object of abstract class type '.*e'$
struct k { virtual int f(int) = 0; }; struct l : k { int f(int) restrict(amp); };
void of_pointer() { new l; }
//                      ^ error: allocating an object of abstract class type '.*l': the restrictions of 'f' are not those of the virtual function \[spec 2\.2\.2\]
struct legal : d { int g() override { return 2; } int g() restrict(amp) { return 1; } }; legal y;
}
namespace case_no_parentheses {
int f() restrict amp;
//      ^ error: restrict\(…\) takes a list of restrictions: cpu, amp or both, separated by commas \[spec 2\.1, --allow=restriction_syntax\]
}
namespace case_no_parentheses_definition {
int f() restrict { return 1; }
//      ^ error: restrict\(…\) takes a list of restrictions: cpu, amp or both, separated by commas \[spec 2\.1, --allow=restriction_syntax\]
}
namespace case_no_parentheses_member {
struct s { int f() const restrict amp; };
//                      ^ error: restrict\(…\) takes a list of restrictions: cpu, amp or both, separated by commas \[spec 2\.1, --allow=restriction_syntax\]
}
namespace case_no_parentheses_lambda {
auto l = []() restrict amp { return 1; };
//            ^ error: restrict\(…\) takes a list of restrictions: cpu, amp or both, separated by commas \[spec 2\.1, --allow=restriction_syntax\]
}
namespace case_version {
int f() restrict(amp:1);
//      ^ error: restrict\(amp:…\) is not supported: write restrict\(amp\), which is version 1\.0 \[spec 13\.1\.3, --allow=amp_versions\]
}
namespace case_version_minor {
int f(int x) restrict(cpu, amp:1.1) { return x; }
//           ^ error: restrict\(amp:…\) is not supported: write restrict\(amp\), which is version 1\.0 \[spec 13\.1\.3, --allow=amp_versions\]
}
namespace case_no_common_destructor {
struct a { ~a() restrict(cpu) {} }; struct b { ~b() restrict(amp) {} }; struct c { a x; b y; }; void f() restrict(amp) { c z; }
//                                                                                                                         ^ error: attempt to use a deleted function: the restrictions of the members and bases of the class have none in common \[spec 2\.3\.2\]
//                                                                             ^ note: implicit destructor has no restrictions: it would call both restrict\(cpu\) and restrict\(amp\) members \[spec 2\.3\.2\]
}
namespace case_local_function_for_cpu {
int k(int) restrict(cpu);
int f(int x) restrict(amp) { int k(int); return k(x); }
int h(int x) restrict(amp) { return k(x); }
//                                  ^ error: no matching function for call to 'k': restrict\(cpu\) functions cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_local_function_with_specifier {
int f(int x) restrict(amp) { int k(int) restrict(cpu); return k(x); }
//                                                            ^ error: 'k' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_local_function_of_inner_cpu_lambda {
int f(int x) restrict(amp) { auto l = [](int y) restrict(cpu) { int k(int); return k(y); }; return x; }
int k(int) restrict(cpu);
int h(int x) restrict(amp) { int m(int); return m(x); }
int m(int x) restrict(cpu) { return x; }
int n() restrict(amp) { return m(1); }
//                             ^ error: no matching function for call to 'm': restrict\(cpu\) functions cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_decltype_of_overloads {
int f(int) restrict(cpu); float f(int) restrict(amp);
int g() restrict(cpu, amp) { decltype(f(1)) x = 1; return x; }
//                                    ^ error: this call has type 'float' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
}
namespace case_result_of_overloads {
int f(int) restrict(cpu); float f(int) restrict(amp);
auto g() restrict(cpu, amp) -> decltype(f(1)) { return 1; }
//                                      ^ error: this call has type 'float' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
}
namespace case_decltype_in_one_restriction {
int f(int) restrict(cpu); float f(int) restrict(amp); int one(int) restrict(cpu); int one(int) restrict(amp);
void g() restrict(amp) { decltype(f(1)) x = 1; }
void h() restrict(cpu) { decltype(f(1)) x = 1; }
auto k() restrict(cpu, amp) -> decltype(one(1)) { decltype(one(2)) x = 1; return f(x) + 1; }
//                                                                               ^ error: this call has type 'float' in amp code and type 'int' in code for the CPU \[spec 2\.2, --allow=expression_types\]
}
namespace case_instantiations_in_macros {
template <class T> T f(T x) restrict(amp) { return x; }
template <class T> T f(T x) { return x + 1; }
#define both_functions(T) template T f<T>(T) restrict(amp); template T f<T>(T);
#define for_amp restrict(amp)
#define one_function(T) template T f<T>(T) for_amp
both_functions(int)
one_function(float);
template double f<double>(double) for_amp; template double f<double>(double);
template int f<int>(int) for_amp;
//           ^ error: duplicate explicit instantiation of 'f<int>'
}
namespace case_operators_with_arguments {
template <class T> struct s;
template <class T> int operator<<(s<T>, int) restrict(amp);
template <class T> int operator<<(s<T>, int);
template <class T> struct s {
  friend int operator<<<>(s, int) restrict(amp);
  friend int operator<< <T>(s, int);
};
template <class T> int operator<<(s<T>, int) restrict(amp) { return 1; }
template <> int operator<<<float>(s<float>, int) restrict(amp) { return 2; }
template int operator<<<double>(s<double>, int) restrict(amp);
int f(s<int> x) restrict(amp) { operator<<<int>(x, 1); return operator <<<>(x, 1) + (x << 1); }
int g(s<int> x) { return f(x) + operator<<<int>(x, 1); }
//                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_grouped {
int (&reference(int (&x)[3]) restrict(amp))[3] { return x; }
int (*pointer(int (&x)[2][3]) restrict(amp))[3] { return x; }
int (plain(int x) restrict(amp)) { return x; }
template <class T> int (of_template(T x) restrict(amp)) { return x; }
struct s {
  int (member(int x) const restrict(amp) noexcept) { return x; }
  int (&reference(int (&x)[3]) restrict(amp))[3] { return x; }
  int (defined(int x) restrict(amp));
};
int (s::defined(int x) restrict(amp)) { return x; }
int f(s x) restrict(amp) { int a[3] = {}; return plain(1) + of_template(1) + x.member(1) + x.defined(1) + reference(a)[0] + x.reference(a)[0]; }
int of_reference() { int a[3] = {}; return reference(a)[0]; }
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
int of_plain() { return plain(1); }
//                      ^ error: spec 2\.3\.2\.1, --allow=calls
int of_member(s x) { return x.member(1); }
//                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_grouped_behind_names {
struct t { int i; };
namespace n { using u = t; template <class T> using same = T; }
t (plain(int x) restrict(amp)) { return {x}; }
t (declared(int x) restrict(amp));
const n::u (qualified(int x) restrict(amp)) { return {x}; }
n::same<t> (of_alias(int x) restrict(amp)) { return {x}; }
t* (pointer(t& x) restrict(amp)) { return &x; }
template <class T> T (of_template(T x) restrict(amp)) { return x; }
struct s {
  t (member(int x) const restrict(amp) noexcept) { return {x}; }
  t (operator()(int x) const restrict(amp)) { return {x}; }
  t (defined(int x) restrict(amp));
  s(t(int) restrict(cpu));
  s(t (*)(int), int);
};
t (s::defined(int x) restrict(amp)) { return {x}; }
int f(s x, t y) restrict(amp) { return plain(1).i + declared(1).i + qualified(1).i + of_alias(1).i + pointer(y)->i + of_template(y).i + x.member(1).i + x(1).i + x.defined(1).i; }
t of_plain() { return plain(1); }
//                    ^ error: spec 2\.3\.2\.1, --allow=calls
t of_member(s x) { return x.member(1); }
//                          ^ error: spec 2\.3\.2\.1, --allow=calls
struct of_parameter { of_parameter(t(int) restrict(amp)); };
//                                        ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_grouped_parameters {
void f(int g(int) restrict(amp)) [[my::attribute]];
//                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
void h(int (*g)(int) restrict(amp))[[my::attribute]];
//                   ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_unevaluated_members {
struct s { int v; int of_cpu(); int of_amp() restrict(amp); int of_both() restrict(cpu, amp); int overloaded(); int overloaded() restrict(amp); };
auto result(s x) restrict(amp) -> decltype(x.of_cpu()) { return 1; }
//                                           ^ error: spec 2\.3\.2\.1, --allow=calls
auto legal_result(s x) restrict(cpu, amp) -> decltype(x.of_both() + x.overloaded()) { return 1; }
int type(s x) restrict(amp) { decltype(x.of_cpu()) y = 1; decltype(x.of_amp()) z = 1; return y + z; }
//                                       ^ error: spec 2\.3\.2\.1, --allow=calls
unsigned size(s x) restrict(amp) { return sizeof(x.of_cpu()) + sizeof(x.of_amp()) + sizeof(x.overloaded()); }
//                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
bool of_both(s x) restrict(cpu, amp) { return noexcept(x.of_cpu()) || noexcept(x.of_amp()) || noexcept(x.of_both()); }
//                                                       ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                                               ^ error: spec 2\.3\.2\.1, --allow=calls
unsigned of_cpu(s x) { return sizeof(x.of_cpu()) + sizeof(x.of_amp()); }
//                                                          ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> auto of_template(T x) restrict(amp) -> decltype(x.of_cpu()) { return 1; }
//                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
int instance(s x) restrict(amp) { return of_template(x); }
}
namespace case_behind_trailing_types {
template <class T> auto of_template(T x) restrict(amp) -> T { return x; }
template auto of_template<float>(float) restrict(amp) -> float; int behind_instantiation() { return 1; }
extern template auto of_template<int>(int) restrict(amp) -> int; int behind_declaration() { return 1; }
typedef auto type(int) restrict(amp) -> int; int behind_type() { return 1; }
using pointer = type*;
//              ^ error: spec 2\.4\.3\.7, --allow=function_pointers
int f() restrict(amp) { return behind_instantiation() + behind_declaration() + behind_type(); }
//                             ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                      ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_lambda_attributes {
auto a = [](int x) [[my::attribute]] restrict(amp) { return x; };
auto b = [](int x) [[my::attribute("text")]] [[other]] restrict(amp) { return x; };
auto c = [](int x) constexpr restrict(amp) { return x; };
auto d = [](int x) mutable constexpr restrict(amp) { return x; };
int f() { return a(1) + b(1) + c(1) + d(1); }
//               ^ error: spec 2\.3\.2\.1, --allow=calls
//                      ^ error: spec 2\.3\.2\.1, --allow=calls
//                             ^ error: spec 2\.3\.2\.1, --allow=calls
//                                    ^ error: spec 2\.3\.2\.1, --allow=calls
int array[2] restrict(amp);
//           ^ error: spec 2\.1\.1, --allow=restriction_place
int g(int x) [[my::attribute]] restrict(amp);
//                             ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_statements {
int amp = 1; int restrict(int x) { return x; }
int* (*functions[1])(int);
int g(int (&b)[2]) { return functions[0](1)[b[b[0]]] & restrict(amp); }
void f(int x) { if (x) restrict(amp); while (x) restrict(amp); for (; x;) restrict(amp); switch (x) restrict(amp); if constexpr (true) restrict(amp); }
}
namespace case_apart {
int a() restrict(amp) noexcept restrict(cpu);
//                             ^ error: spec 2\.1\.1, --allow=restriction_place
int b() restrict(amp) noexcept(true) restrict(cpu) { return 1; }
//                                   ^ error: spec 2\.1\.1, --allow=restriction_place
auto c() restrict(amp) -> int restrict(cpu);
//                            ^ error: spec 2\.1\.1, --allow=restriction_place
int d() restrict(amp) [[my::attribute]] restrict(cpu);
//                                      ^ error: spec 2\.1\.1, --allow=restriction_place
auto e = []() restrict(amp) noexcept restrict(cpu) {};
//                                   ^ error: spec 2\.1\.1, --allow=restriction_place
auto f = []() mutable restrict(amp) noexcept restrict(cpu) {};
//                                           ^ error: spec 2\.1\.1, --allow=restriction_place
}
namespace case_adjacent {
int a() restrict(amp) restrict(cpu) noexcept;
int b() restrict(amp)/**/restrict(cpu);
auto c = []() restrict(amp) restrict(cpu) noexcept {};
auto d = []() mutable restrict(amp) restrict(cpu) {};
auto e() restrict(cpu) -> int (*)(int) restrict(cpu);
auto f() restrict(cpu) -> int (*)(int) restrict(amp);
//                                     ^ error: spec 2\.4\.3\.7, --allow=function_pointers
int h() { c(); d(); return a() + b(); }
}
