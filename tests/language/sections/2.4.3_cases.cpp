// Spec 2.4.2 and 2.4.3: declarators, names, captures, calls and statements that are refused.
#include <amp.h>
#include <amp_graphics.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

using namespace concurrency;

namespace case_d_ellipsis {
void f(int, ...) restrict(amp);
//   ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_ellipsis2 {
void f(...) restrict(amp) {}
//   ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_ellipsis_both {
void f(int, ...) restrict(cpu, amp) {}
//   ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_ellipsis_lambda {
auto l = [](int, ...) restrict(amp) {};
//       ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_ellipsis_member {
struct s { void f(int, ...) restrict(amp); };
//              ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_ellipsis_template {
template <class T> void f(T, ...) restrict(amp);
//                      ^ error: spec 2\.4\.2, --allow=ellipsis
}
namespace case_d_virtual {
struct s { virtual void m() restrict(amp); };
//                      ^ error: spec 2\.4\.2, --allow=virtual_functions
}
namespace case_d_virtual_both {
struct s { virtual void m() restrict(cpu,amp) {} };
//                      ^ error: spec 2\.4\.2, --allow=virtual_functions
}
namespace case_d_virtual_pure {
struct s { virtual void m() restrict(amp) = 0; };
//                      ^ error: spec 2\.4\.2, --allow=virtual_functions
}
namespace case_d_virtual_dtor {
struct s { virtual ~s() restrict(amp) {} };
//                 ^ error: spec 2\.4\.2, --allow=virtual_functions
}
namespace case_d_virtual_template {
template <class T> struct s { virtual void m() restrict(amp) {} };
//                                         ^ error: spec 2\.4\.2, --allow=virtual_functions
}
namespace case_d_throw {
void f() restrict(amp) throw() {}
//   ^ error: spec 2\.4\.2, --allow=exception_specification
}
namespace case_d_throw2 {
void f() restrict(cpu, amp) throw();
//   ^ error: spec 2\.4\.2, --allow=exception_specification
}
namespace case_d_throw_lambda {
auto l = [](int) restrict(amp) throw() {};
//       ^ error: spec 2\.4\.2, --allow=exception_specification
}
namespace case_d_throw_template {
template <class T> void f(T) restrict(amp) throw() {}
//                      ^ error: spec 2\.4\.2, --allow=exception_specification
}
namespace case_n_global {
int g; int f() restrict(amp) { return g; }
//                                    ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_write {
int g; void f() restrict(amp) { g = 1; }
//                              ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_both {
int g; int f() restrict(cpu,amp) { return g; }
//                                        ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_static {
static int g; int f() restrict(amp) { return g; }
//                                           ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_nonlit {
int h(); const int g = h(); int f() restrict(amp) { return g; }
//                                                         ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_float {
const float g = 1.0f; float f() restrict(amp) { return g; }
//                                                     ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_double {
static const double g = 1.0; double f() restrict(amp) { return g; }
//                                                             ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_arr {
const int g[2] = {1,2}; int f(int i) restrict(amp) { return g[i]; }
//                                                          ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_struct {
struct s { int a; }; const s g = {1}; int f() restrict(amp) { return g.a; }
//                                                                   ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_const_addr {
const int g = 1; const int* f() restrict(amp) { return &g; }
//                                                      ^ error: spec 2\.4\.3\.2, --allow=constant_objects
}
namespace case_n_global_const_ref {
const int g = 1; int f() restrict(amp) { const int& r = g; return r; }
//                                                      ^ error: spec 2\.4\.3\.2, --allow=constant_objects
}
namespace case_n_global_const_refarg {
const int g = 1; int h(const int& x) restrict(amp); int f() restrict(amp) { return h(g); }
//                                                                                   ^ error: spec 2\.4\.3\.2, --allow=constant_objects
}
namespace case_n_static_member {
struct s { static int a; }; int f() restrict(amp) { return s::a; }
//                                                            ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_static_member2 {
struct s { static int a; int m() restrict(amp) { return a; } };
//                                                      ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_static_member_float {
struct s { static constexpr float a = 1; }; float f() restrict(amp) { return s::a; }
//                                                                              ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_static_member_addr {
struct s { static const int a = 3; }; const int* f() restrict(amp) { return &s::a; }
//                                                                              ^ error: spec 2\.4\.3\.2, --allow=constant_objects
}
namespace case_n_static_member_obj {
struct s { static int a; int b; }; int f(s& x) restrict(amp) { return x.a; }
//                                                                      ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_extern {
extern int g; int f() restrict(amp) { return g; }
//                                           ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_extern_const {
extern const int g; int f() restrict(amp) { return g; }
//                                                 ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_namespace {
namespace n { int g; } int f() restrict(amp) { return n::g; }
//                                                       ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_thread_local {
thread_local int g; int f() restrict(amp) { return g; }
//                                                 ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_lambda {
int g; auto l = []() restrict(amp) { return g; };
//                                          ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_array_view {
std::vector<int> d(3); array_view<int> g(3, d); int f() restrict(amp) { return g[0]; }
//                                                                             ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_array {
array<int> g(3); void f() { parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) { g[i] = 1; }); }
//                                                                                          ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_ref {
int x; int& g = x; int f() restrict(amp) { return g; }
//                                                ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_ptr {
int* g; int f() restrict(amp) { return *g; }
//                                      ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_static_local_host {
void h() { static int s = 1; auto l = []() restrict(amp) { return s; }; }
//                                                                ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_template {
template <class T> T gv = T(1); int f() restrict(amp) { return gv<int>; }
//                                                             ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_n_global_default_arg {
int g; int f(int x = g) restrict(amp) { return x; } int h() restrict(amp) { return f(); }
//                   ^ error: spec 2\.4\.3\.2, --allow=globals
}
namespace case_l_ref {
void h() { int x; auto l = [&x]() restrict(amp) { return x; }; }
//                           ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_refdefault {
void h() { int x; auto l = [&]() restrict(amp) { return x; }; }
//                                                      ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_ref_av {
void h(array_view<int> x) { auto l = [&](index<1> i) restrict(amp) { x[i] = 1; }; }
//                                                                   ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_ref_struct {
struct s { int a; }; void h() { s x; auto l = [&]() restrict(amp) { return x.a; }; }
//                                                                         ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_array_byval {
void h(array<int>& x) { auto l = [=](index<1> i) restrict(amp) { return x[i]; }; }
//                                                                      ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_array_byval2 {
void h(array<int>& x) { auto l = [x](index<1> i) restrict(amp) { }; }
//                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_ptr {
void h(int* p) { auto l = [=](index<1> i) restrict(amp) { return *p; }; }
//                                                                ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_ptr2 {
void h(int* p) { auto l = [p](index<1> i) restrict(amp) { }; }
//                         ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_carray {
void h() { char c[3]; auto l = [=](index<1> i) restrict(amp) { return c[0]; }; }
//                             ^ error: spec 2\.4\.1, --allow=types
//                                                                    ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_this {
struct s { int a; void h() { auto l = [this](index<1> i) restrict(amp) { return a; }; } };
//                                     ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_this_implicit {
struct s { int a; void h() { auto l = [=](index<1> i) restrict(amp) { return a; }; } };
//                                                                           ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_this_ref {
struct s { int a; void h() { auto l = [&](index<1> i) restrict(amp) { return a; }; } };
//                                                                           ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_this_template {
template <class T> struct s { T a; void h() const { auto l = [=](index<1> i) restrict(amp) { return a; }; } };
//                                                                                                  ^ error: an amp lambda cannot capture 'this', whose type 'const s<T> \*' is a pointer \[spec 2\.4\.1\.3, --allow=captured_pointers\]
template <class T> struct t { T a; T h() restrict(amp) { auto l = [=] { return [=] { return a; }(); }; return l(); } };
//                                                                                          ^ error: an amp lambda cannot capture 'this', whose type 't<T> \*' is a pointer \[spec 2\.4\.1\.3, --allow=captured_pointers\]
template <class T> struct u { T a; T b = [&]() restrict(amp) { return a; }(); };
//                                                                    ^ error: an amp lambda cannot capture 'this', whose type 'u<T> \*' is a pointer \[spec 2\.4\.1\.3, --allow=captured_pointers\]
int f(t<int> x) restrict(amp) { return x.h(); }
}
namespace case_l_in_initializers {
int f(int x = []() restrict(amp) { static int y; return y; }()) restrict(amp) { return x; }
//                                            ^ error: spec 2\.4\.3\.5, --allow=storage_classes
template <class T> T g(T x, T y = [](T a) restrict(amp) { static T b; return a; }(0)) restrict(amp) { return x + y; }
//                                                                 ^ error: spec 2\.4\.3\.5, --allow=storage_classes
template <class T> struct s { T x = [](T a) restrict(amp) { static T y; return a; }(0); };
//                                                                   ^ error: spec 2\.4\.3\.5, --allow=storage_classes
template <class T> struct t { static inline auto x = [](T a) restrict(amp) { static T y; return a; }; };
//                                                                                    ^ error: spec 2\.4\.3\.5, --allow=storage_classes
template <class T> auto v = [](T a) restrict(amp) { static T y; return a; };
//                                                           ^ error: spec 2\.4\.3\.5, --allow=storage_classes
int h() restrict(amp) { return f() + g(1) + s<int>().x; }
auto w = v<int>; auto x = t<int>::x;
}
namespace case_l_char {
void h() { char c = 1; auto l = [=](index<1> i) restrict(amp) { return c; }; }
//                              ^ error: spec 2\.4\.1, --allow=types
//                                                                     ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_struct_char {
struct s { char c; }; void h() { s x; auto l = [=](index<1> i) restrict(amp) { s y = x; }; }
//                                                                               ^ error: spec 2\.4\.1, --allow=types
//                                                                                   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_init_ref {
void h() { int x; auto l = [&y = x](index<1> i) restrict(amp) { return y; }; }
//                           ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_init_ptr {
void h(int* p) { auto l = [q = p](index<1> i) restrict(amp) { return *q; }; }
//                         ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_bools {
void h() { bool a = true, b = true; struct t { bool a, b; } c; auto l = [=](index<1> i) restrict(amp) { return c.a; }; }
//                                                                                                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_nested {
void h(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int x = 0; auto m = [&](int y) { x += y; }; m(1); v[i] = x; }); }
//                                                                                                                       ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_ref_in_amp {
void h(array_view<int> v) restrict(amp) { int x = 0; auto m = [&x](int y) { x += y; }; m(1); }
//                                                              ^ error: spec 2\.4\.3\.3, --allow=captures
}
namespace case_l_functor_ref {
struct F { int& x; void operator()(index<1>) const restrict(amp) {} }; void h() { int y; F f{y}; parallel_for_each(extent<1>(1), f); }
//                                                                                                                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_functor_ptr {
struct F { int* x; void operator()(index<1>) const restrict(amp) {} }; void h() { int y; F f{&y}; parallel_for_each(extent<1>(1), f); }
//                                                                                                                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_functor_char {
struct F { char x; void operator()(index<1>) const restrict(amp) {} }; void h() { F f{1}; parallel_for_each(extent<1>(1), f); }
//                                                                                                                        ^ error: spec 2\.4\.1, --allow=types
}
namespace case_l_fnptr {
void h(int (*p)(int)) { auto l = [=](index<1> i) restrict(amp) { return p(1); }; }
//                                                                      ^ error: spec 2\.4\.1\.3, --allow=captured_pointers
}
namespace case_l_accelview {
void h(accelerator_view v) { auto l = [=](index<1> i) restrict(amp) { return v.get_version(); }; }
//                                                                           ^ error: spec 2\.4\.1, --allow=types
//                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_c_virtual {
struct s { virtual int m(); int a; }; int f(s& x) restrict(amp) { return x.m(); }
//                                             ^ error: spec 2\.4\.1, --allow=types
//                                                                         ^ error: spec 2\.4\.3\.4, --allow=virtual_calls
}
namespace case_c_ptr {
int f(int (*p)(int)) restrict(amp) { return p(1); }
//          ^ error: spec 2\.4\.1, --allow=types
//                                          ^ error: spec 2\.4\.3\.4, --allow=pointer_calls
}
namespace case_c_ptr2 {
int f(int (*p)(int)) restrict(amp) { return (*p)(1); }
//          ^ error: spec 2\.4\.1, --allow=types
//                                          ^ error: spec 2\.4\.3\.4, --allow=pointer_calls
}
namespace case_c_ref {
int f(int (&p)(int)) restrict(amp) { return p(1); }
//          ^ error: spec 2\.4\.1, --allow=types
//                                          ^ error: spec 2\.4\.3\.4, --allow=pointer_calls
}
namespace case_c_rec {
int f(int n) restrict(amp) { return n ? f(n - 1) : 0; }
//                                      ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_both {
int f(int n) restrict(cpu,amp) { return n ? f(n - 1) : 0; }
//                                          ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_mutual {
int g(int n) restrict(amp); int f(int n) restrict(amp) { return n ? g(n - 1) : 0; } int g(int n) restrict(amp) { return f(n); }
//                                                                                                                      ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_member {
struct s { int a; int m(int n) restrict(amp) { return n ? m(n - 1) : 0; } };
//                                                        ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_ctor {
struct s { int a; s(int n) restrict(amp) { if (n) s x(n - 1); } ~s() restrict(amp) {} };
//                                                  ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_dtor {
struct s { int a; s() restrict(amp) {} ~s() restrict(amp) { s x; } };
//                                                            ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_op {
struct s { int a; int operator+(int n) restrict(amp) { return n ? *this + (n - 1) : 0; } };
//                                                                      ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_template {
template <class T> T f(T n) restrict(amp) { return n ? f(n - 1) : 0; } int g() restrict(amp) { return f(3); }
//                                                     ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_three {
int c(int) restrict(amp); int a(int n) restrict(amp) { return c(n); } int b(int n) restrict(amp) { return a(n); } int c(int n) restrict(amp) { return b(n); }
//                                                                                                        ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_conv {
struct s { int a; operator int() restrict(amp) { return *this + 1; } };
//                                                      ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_rec_functor {
struct s { int a; int operator()(int n) const restrict(amp) { return n ? (*this)(n - 1) : 0; } };
//                                                                       ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_c_memfn {
struct s { int m(int); int a; }; int f(s& x, int (s::*p)(int)) restrict(amp) { return (x.*p)(1); }
//                                                    ^ error: spec 2\.4\.1, --allow=types
//                                                                                    ^ error: spec 2\.4\.3\.7, --allow=member_function_pointers
}
namespace case_c_memfn2 {
struct s { int m(int) restrict(amp); int a; }; int f(s* x) restrict(amp) { return (x->*&s::m)(1); }
//                                                                                         ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_c_new {
int* f() restrict(amp) { return new int(1); }
//                              ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_c_new_class {
struct s { int a; }; s* f() restrict(amp) { return new s; }
//                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_s_static {
void f() restrict(amp) { static int x = 1; }
//                                  ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_static_const_float {
void f() restrict(amp) { static const float x = 1; }
//                                          ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_extern {
void f() restrict(amp) { extern int x; }
//                                  ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_thread_local {
void f() restrict(amp) { thread_local int x = 1; }
//                                        ^ error: 'x' cannot be thread_local: local variables of amp code are automatic or tile_static \[spec 2\.4\.3\.5, --allow=storage_classes\]
}
namespace case_s_static_noninit {
void f() restrict(amp) { static int x; }
//                                  ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_macros {
#define of_program static
#define of_program_per_thread thread_local
#define of_program_shared tile_static
#define of_program_both of_program of_program_shared
void f() restrict(amp) { of_program int a; }
//                                      ^ error: 'a' cannot be static.*spec 2\.4\.3\.5, --allow=storage_classes
void g() restrict(amp) { of_program tile_static int b; tile_static of_program_per_thread int c; of_program_shared int d; }
//                                                  ^ error: 'b' cannot be static.*spec 2\.4\.3\.5, --allow=storage_classes
//                                                                                           ^ error: 'c' cannot be thread_local.*spec 2\.4\.3\.5, --allow=storage_classes
void h() restrict(amp) { of_program_shared tile_static int e; of_program_both int f; }
//                                                         ^ error: 'e' cannot be tile_static twice.*spec 2\.4\.3\.5, --allow=storage_classes
//                                                                                ^ error: 'f' cannot be static.*spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_static_lambda {
void f() { auto l = []() restrict(amp) { static int x; return x; }; }
//                                                  ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_static_both {
void f() restrict(cpu, amp) { static int x; }
//                                       ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_s_extern_fn {
void f() restrict(amp) { extern const int x; }
//                                        ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_ts_host {
void f() { tile_static int x; }
//                         ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_place
}
namespace case_ts_both {
void f() restrict(cpu,amp) { tile_static int x; }
//                                           ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_place
}
namespace case_ts_cpu_lambda {
void f() restrict(amp) { auto l = [](int) restrict(cpu) { tile_static int x; }; }
//                                                                        ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_place
}
namespace case_ts_init {
void f() restrict(amp) { tile_static int x = 1; }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_init2 {
void f() restrict(amp) { tile_static int x(1); }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_init3 {
void f() restrict(amp) { tile_static int x{1}; }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_init4 {
void f() restrict(amp) { tile_static int x[2] = {1,2}; }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_init5 {
struct s { s(int) restrict(amp) {} int a; }; void f() restrict(amp) { tile_static s x(1); }
//                                                                                  ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_init6 {
struct s { int a; }; void f() restrict(amp) { tile_static s x = s(); }
//                                                          ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_av3 {
struct s { array<int>& v; s(); }; void f() restrict(amp) { tile_static s x; }
//                                                                       ^ error: is or has a container \[spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_ts_ptr {
void f() restrict(amp) { tile_static int* x; }
//                                        ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_ts_ref {
void f(int& y) restrict(amp) { tile_static int& x = y; }
//                                              ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_ts_char {
void f() restrict(amp) { tile_static char x; }
//                                        ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_ts_char_arr {
void f() restrict(amp) { tile_static short x[4]; }
//                                         ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_ts_struct_char {
struct s { char c; }; void f() restrict(amp) { tile_static s x[4]; }
//                                                           ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_ts_static_combo {
void f() restrict(amp) { static tile_static int x; }
//                                              ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_ts_auto {
void f() restrict(amp) { tile_static auto x = 1; }
//                                        ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_p_ptr2int {
long f(int* p) restrict(amp) { return reinterpret_cast<long>(p); }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_ptr2int_c {
long f(int* p) restrict(amp) { return (long)p; }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_int2ptr {
int* f(long p) restrict(amp) { return (int*)p; }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_int2ptr_r {
int* f(long p) restrict(amp) { return reinterpret_cast<int*>(p); }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_fn_style {
using ip = int*; int* f(long p) restrict(amp) { return ip(p); }
//                                                     ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_zero {
int* f() restrict(amp) { return (int*)4; }
//                              ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_template {
template <class T> T f(int* p) restrict(amp) { return (T)p; } long g(int* p) restrict(amp) { return f<long>(p); }
//                                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_both {
long f(int* p) restrict(cpu, amp) { return (long)p; }
//                                         ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_p_ref_trick {
long f(int*& p) restrict(amp) { return reinterpret_cast<long&>(p); }
//                                     ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_m_memptr {
struct s { int m() restrict(amp); int a; }; int f(s& x) restrict(amp) { return (x.*(&s::m))(); }
//                                                                                      ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_boolarith {
bool f(bool* p) restrict(amp) { return *(p + 1); }
//                                         ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_boolinc {
void f(bool* p) restrict(amp) { ++p; }
//                              ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_boolidx {
bool f(bool* p) restrict(amp) { return p[1]; }
//                                     ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_boolidx0 {
bool f(bool* p) restrict(amp) { return p[0]; }
//                                     ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_booldiff {
int f(bool* p, bool* q) restrict(amp) { return p - q; }
//                                               ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_boolcompound {
void f(bool* p) restrict(amp) { p += 2; }
//                                ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_booldec {
void f(bool* p) restrict(amp) { p--; }
//                               ^ error: spec 2\.4\.3\.7, --allow=bool_pointers
}
namespace case_m_dyn {
struct b { int x; }; struct d : b {}; void f(d* p) restrict(amp) { b* q = dynamic_cast<b*>(p); }
//                                                                        ^ error: spec 2\.4\.3\.7, --allow=dynamic_casts
}
namespace case_m_goto {
void f() restrict(amp) { goto e; e:; }
//                       ^ error: spec 2\.4\.3\.7, --allow=gotos
//                               ^ error: spec 2\.4\.3\.7, --allow=gotos
}
namespace case_m_label {
void f() restrict(amp) { e:; }
//                       ^ error: spec 2\.4\.3\.7, --allow=gotos
}
namespace case_m_asm {
void f() restrict(amp) { asm("nop"); }
//                       ^ error: spec 2\.4\.3\.7, --allow=assembly
}
namespace case_m_asm2 {
void f() restrict(amp) { __asm__ volatile("nop" ::: "memory"); }
//                       ^ error: spec 2\.4\.3\.7, --allow=assembly
}
namespace case_m_try {
void f() restrict(amp) { try { } catch (int) { } }
//                       ^ error: spec 2\.4\.3\.7
}
namespace case_m_fntry {
void f() restrict(amp) try { } catch (...) { }
//                     ^ error: spec 2\.4\.3\.7
}
namespace case_m_throw {
void f() restrict(amp) { throw 1; }
//                       ^ error: spec 2\.4\.3\.7
}
namespace case_m_throw_both {
void f() restrict(cpu,amp) { throw 1; }
//                           ^ error: spec 2\.4\.3\.7, --allow=exceptions
}
namespace case_m_try_both {
void f() restrict(cpu,amp) { try { } catch (int) { } }
//                           ^ error: spec 2\.4\.3\.7, --allow=exceptions
}
namespace case_m_rethrow {
void f() restrict(amp) { throw; }
//                       ^ error: spec 2\.4\.3\.7
}
namespace case_m_goto_lambda {
auto l = []() restrict(amp) { goto e; e:; };
//                            ^ error: spec 2\.4\.3\.7, --allow=gotos
//                                    ^ error: spec 2\.4\.3\.7, --allow=gotos
}
namespace case_m_throw_template {
template <class T> void f(T x) restrict(amp) { throw x; } void g() restrict(amp) { f(1); }
//                                             ^ error: spec 2\.4\.3\.7
//                                             ^ error: spec 2\.4\.3\.7
}
namespace case_m_throw_template_uninst {
template <class T> void f(T x) restrict(amp) { throw 1; }
//                                             ^ error: spec 2\.4\.3\.7
}
namespace case_m_fntry_ctor {
struct s { int a; s() restrict(amp) try : a(1) { } catch (...) { } };
//                                  ^ error: spec 2\.4\.3\.7
}
namespace case_m_label_both {
void f() restrict(cpu,amp) { e:; }
//                           ^ error: spec 2\.4\.3\.7, --allow=gotos
}
namespace case_m_string {
const void* f() restrict(amp) { return "abc"; }
//                                     ^ error: spec 2\.4\.1, --allow=string_literals
}
namespace case_m_string_init {
void f() restrict(amp) { char s[] = "abc"; }
//                            ^ error: spec 2\.4\.1, --allow=types
//                                  ^ error: spec 2\.4\.1, --allow=string_literals
}
namespace case_m_noncompat_temp {
struct s { char c; }; s g(int) restrict(cpu); void f() restrict(amp) { (void)s(); }
//                                                                           ^ error: spec 2\.4\.1, --allow=types
}
namespace case_m_fnptr_name {
int g(int) restrict(amp); void f() restrict(amp) { auto p = g; }
//                                                      ^ error: spec 2\.4\.1, --allow=types
//                                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_cmp {
int g(int) restrict(amp); bool f() restrict(amp) { return &g != nullptr; }
//                                                         ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_templ {
template <int (*F)(int)> int ap() { return F(1); } int g(int) restrict(amp); int f() { return ap<g>(); }
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
//                                                                                               ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_host {
int g(int) restrict(amp); void f() { auto p = &g; }
//                                             ^ error: spec 2\.3\.2\.1
}
namespace case_m_ranges_arr_ptr {
void f() restrict(amp) { int x = 1; int* a[1] = {&x}; }
//                                       ^ error: spec 2\.4\.1, --allow=types
}
namespace case_auto_f2 {
int f1() restrict(amp); int f2() restrict(cpu,auto) { return f1(); }
//                                                           ^ error: spec 2\.3\.2\.1
}
namespace case_auto_declonly {
int f() restrict(auto);
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
}
namespace case_auto_redecl {
int f() restrict(auto) { return 1; } int f();
//                                       ^ error: spec 2\.3\.2
}
namespace case_m_fnptr_type_argument {
template <int (*F)(int)> struct t {}; int g(int) restrict(amp); void f() { t<g> x; }
//                                                                           ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_type_argument_amp {
template <int (*F)(int)> struct t {}; int g(int); void f() restrict(amp) { t<&g> x; }
//                                                                            ^ error: spec 2\.4\.1\.3, --allow=cpu_function_pointers
}
namespace case_m_fnptr_alias {
template <int (*F)(int)> struct t {}; int g(int) restrict(amp); using a = t<g>;
//                                                                          ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_global_argument {
template <int (*F)(int)> struct t {}; int g(int) restrict(amp); t<&g> x;
//                                                                 ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_member {
int g(int) restrict(amp); struct s { int (*p)(int) = g; };
//                                                   ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_default {
int g(int) restrict(amp); void f(int (*p)(int) = g);
//                                               ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_global {
int g(int) restrict(amp); auto p = &g;
//                                  ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_fnptr_global_lambda {
int (*p)(int) = [](int x) restrict(amp) { return x; };
//              ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_m_function_object {
std::function<int(int)> p = [](int x) restrict(amp) { return x; };
//                          ^ error: is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls
}
namespace case_m_function_object_local {
void f() { std::function<int(int)> p = [](int x) restrict(amp) { return x; }; }
//                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_m_thread {
void f() { std::thread t([]() restrict(amp) {}); }
//                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_m_algorithm {
void f(std::vector<int>& v) { std::for_each(v.begin(), v.end(), [](int) restrict(amp) {}); }
//                                                              ^ error: spec 2\.3\.2\.1, --allow=calls
}

// What can be named: functions for the CPU in its code, and those for both.
namespace legal_names {
int of_cpu(int);
int of_both(int x) restrict(cpu, amp) { return x; }
template <int (*F)(int)>
struct holder {};
holder<of_cpu> first;
holder<&of_both> second;
struct s {
  int (*p)(int) = of_cpu;
};
std::function<int(int)> object = [](int x) restrict(cpu, amp) { return x; };
decltype(&of_cpu) f(int (*p)(int) = &of_both) { return p; }
}
namespace case_local_class_throw {
void f() restrict(amp) { struct l { void m() { throw 1; } }; l().m(); }
//                                             ^ error: spec 2\.4\.3\.7, --allow=exceptions
}
namespace case_tile_static_array_reference {
struct s { array<float, 2>& v; }; void f() restrict(amp) { tile_static s x; }
//                                                                       ^ error: is or has a container \[spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_capture_this_type {
struct s { int a; void f() { auto l = [this]() restrict(amp) { return a; }; } };
//                                     ^ error: cannot capture 'this', whose type '(case_capture_this_type::)?s \*' is a pointer
}
namespace case_capture_object_type {
struct s { char a; void f() { auto l = [*this]() restrict(amp) { }; } };
//                                      ^ error: type '(case_capture_object_type::)?s' is not amp-compatible.*spec 2\.4\.1, --allow=types
}
namespace case_capture_object_type_of_instance {
template <class T> struct s { T a; void f() { auto l = [*this]() restrict(amp) { }; } }; template struct s<int>; template struct s<short>;
//                                                      ^ error: type '.*s<short>' is not amp-compatible.*spec 2\.4\.1, --allow=types
}
namespace case_recursion_dispatched {
struct s { int a; int m(int n) restrict(cpu); int m(int n) restrict(amp) { return k(n); } int k(int n) restrict(cpu,amp) { return m(n); } };
//                                                                                                                                ^ error: spec 2\.4\.3\.4, --allow=recursion
}
namespace case_fnptr_parameter_alias {
typedef int F(int) restrict(amp); void f(F* p);
//                                       ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_fnptr_parameter_function {
typedef int F(int) restrict(amp); void f(F p);
//                                         ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
// C++17 has removed this storage class, which the specification permits.
namespace legal_register {
int f(int x) restrict(amp) { register int y = x; return y; }
}
namespace case_binding_of_global {
struct p { int a, b; };
auto [ga, gb] = p{1, 2};
int f() restrict(amp) { return ga; }
//                             ^ error: cannot use .*spec 2\.4\.3\.2, --allow=globals
}
namespace case_binding_of_static {
struct p { int a, b; };
int f() restrict(amp) { static auto [x, y] = p{1, 2}; return x; }
//                                  ^ error: cannot be static.*spec 2\.4\.3\.5
}
namespace case_function_name_string {
int f() restrict(amp) { return __func__[0]; }
//                             ^ error: string literal.*spec 2\.4\.1, --allow=string_literals
}
namespace case_pretty_function_string {
int f() restrict(amp) { return __PRETTY_FUNCTION__[0]; }
//                             ^ error: string literal.*spec 2\.4\.1, --allow=string_literals
}
namespace case_default_initializer_of_aggregate {
int h();
struct s { int a; int v = h(); };
//                        ^ error: 'h' is restrict\(cpu\).*spec 2\.3\.2\.1
int f() restrict(amp) { s x{1}; return x.v; }
}
namespace case_no_common_restriction {
struct a { ~a() restrict(cpu) {} };
struct b { ~b() restrict(amp) {} };
struct c { a x; b y; };
void f() { c z; }
//           ^ error: no restrictions.*spec 2\.3\.2
//           ^ error: attempt to use a deleted function
}
namespace case_p_bool {
bool f(int* p) restrict(amp) { return (bool)p; }
//                                    ^ error: amp code cannot convert between pointers and integers \('int \*' to 'bool'\) \[spec 2\.4\.3\.6, --allow=pointer_casts\]
bool g(int* p) restrict(amp) { return p != nullptr && p ? true : !p; }
}
namespace case_capture_that_is_passed_on {
template <class F> int apply(F f) restrict(amp) { F copy(f); return copy(1); }
int f() restrict(amp) {
  int x = 1;
  return apply([&](int y) restrict(amp) { return x + y; });
//                                               ^ error: cannot capture 'x' by reference.*spec 2\.4\.3\.3, --allow=captures
}
int legal() restrict(amp) {
  int x = 1;
  return apply([=](int y) restrict(amp) { return x + y; });
}
}
namespace case_constant_behind_comma {
const int N = 3; struct s { static const int M = 2; };
int f(int w) restrict(amp) { int c = (w, N); c += (w, s::M); c += (w, s().M); return c + (w > 0 ? N : s::M); }
void g() restrict(amp) { (void)N; static_cast<void>(s::M); void(s().M); }
void h() restrict(amp) { (void)&N; const int& r = (0, s::M); }
//                              ^ error: spec 2\.4\.3\.2, --allow=constant_objects
//                                                       ^ error: spec 2\.4\.3\.2, --allow=constant_objects
}
namespace case_array_to_bool {
bool f() restrict(amp) { int a[3]; return (bool)a; }
//                                        ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_null_to_bool {
bool f() restrict(amp) { return (bool)nullptr; }
//                              ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
bool g() restrict(amp) { return static_cast<bool>(nullptr); }
//                              ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
}
namespace case_to_bool {
bool f(int* p) restrict(amp) { return (bool)(p != nullptr) && p && bool(1); }
bool g(int* p) { int a[3]; return (bool)p && (bool)a && (bool)nullptr; }
}
namespace case_null_of_integer {
int* f() restrict(amp) { return (int*)0; }
//                              ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
int* g() restrict(amp) { return static_cast<int*>(0); }
//                              ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
int* h() restrict(amp) { return (int*)nullptr; }
int* k() restrict(amp) { return 0; }
int* m() { return (int*)0; }
}
namespace case_bits_of_pointer {
long f(int* p) restrict(amp) { return __builtin_bit_cast(long, p); }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
int* g(long p) restrict(amp) { return __builtin_bit_cast(int*, p); }
//                                    ^ error: spec 2\.4\.3\.6, --allow=pointer_casts
int h(float x) restrict(amp) { return __builtin_bit_cast(int, x); }
unsigned* k(int* p) restrict(amp) { return __builtin_bit_cast(unsigned*, p); }
}
namespace case_static_before_tile_static {
void f() restrict(amp) { int static tile_static x; }
//                                              ^ error: spec 2\.4\.3\.5, --allow=storage_classes
void g() restrict(amp) { static	tile_static int x; }
//                                              ^ error: spec 2\.4\.3\.5, --allow=storage_classes
void h() restrict(amp) { static/**/tile_static int x; }
//                                                 ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_static_behind_tile_static {
void f() restrict(amp) { tile_static static int x; }
//                                              ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_thread_local_tile_static {
void f() restrict(amp) { thread_local tile_static int x; }
//                                                    ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_tile_static_twice {
void f() restrict(amp) { tile_static tile_static int x; }
//                                                   ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_one_tile_static {
#define shared tile_static
void f() restrict(amp) { int tile_static x; shared int y, z[2]; tile_static struct { static int g() { return 1; } int a; } s; }
void g() restrict(amp) { shared static int x; }
//                                         ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_preprocessed_tile_static {
void f() restrict(amp) { static thread_local __attribute__((used, abi_tag("tile_static"), milliamp_not_constructed)) int x; }
void g() restrict(amp) { static static thread_local __attribute__((used, abi_tag("tile_static"), milliamp_not_constructed)) int x; }
//                                                                                                                              ^ error: spec 2\.4\.3\.5, --allow=storage_classes
}
namespace case_typeid_comparison {
bool f(int x) restrict(amp) { return typeid(x) == typeid(int); }
//                                   ^ error: amp code cannot contain typeid \[spec 2\.4\.3\.7, --allow=typeid_operators\]
//                                             ^ error: invalid operands to binary expression .*: amp code cannot contain typeid \[spec 2\.4\.3\.7, --allow=typeid_operators\]
//                                                ^ error: amp code cannot contain typeid
}
