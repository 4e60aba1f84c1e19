// Spec 2.4.1: types that are refused.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;

namespace case_t_volatile_local {
void f() restrict(amp) { volatile int x = 1; }
//                                    ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_param {
void f(volatile int x) restrict(amp) {}
//                  ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_ptr {
void f(volatile int* x) restrict(amp) {}
//                   ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_ref {
void f(volatile int& x) restrict(amp) {}
//                   ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_member {
struct s { volatile int x; }; void f(s& y) restrict(amp) { y.x = 1; }
//                                      ^ error: spec 2\.4\.1\.1, --allow=volatile_types
//                                                           ^ error: type 'volatile int' is not amp-compatible: volatile is not supported .*spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_member2 {
struct s { volatile int x; }; void f() restrict(amp) { s y; }
//                                                       ^ error: member 'x' of type 'volatile int': volatile is not supported .*spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_ret {
volatile int f() restrict(amp) { return 1; }
//           ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_cast {
int f(int& x) restrict(amp) { return (volatile int&)x; }
//                                   ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_capture {
void f() { volatile int x = 1; auto l = [x]() restrict(amp) { return x; }; }
//                                       ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_array {
void f() restrict(amp) { volatile int x[3]; }
//                                    ^ error: spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_volatile_tile {
void f() restrict(amp) { tile_static volatile int x; }
//                                                ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_t_char_local {
void f() restrict(amp) { char x = 1; }
//                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_short {
void f() restrict(amp) { short x = 1; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ushort {
void f() restrict(amp) { unsigned short x = 1; }
//                                      ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_wchar {
void f() restrict(amp) { wchar_t x = 1; }
//                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_char16 {
void f() restrict(amp) { char16_t x = 1; }
//                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ll {
void f() restrict(amp) { long long x = 1; }
//                                 ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ull {
void f() restrict(amp) { unsigned long long x = 1; }
//                                          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ld {
void f() restrict(amp) { long double x = 1; }
//                                   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_charlit {
int f() restrict(amp) { return 'a'; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_charlit2 {
int f() restrict(amp) { return L'a'; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_lllit {
int f() restrict(amp) { return 1LL; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ldlit {
float f() restrict(amp) { return 1.0L; }
//                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_bigfloat {
double f() restrict(amp) { return 1e400; }
//                                ^ error: spec 2\.4\.3\.1, --allow=literals
}
namespace case_t_bigfloat_f {
float f() restrict(amp) { return 1e60f; }
//                               ^ error: spec 2\.4\.3\.1, --allow=literals
}
namespace case_t_cast {
int f(int x) restrict(amp) { return (char)x; }
//                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_cast2 {
int f(int x) restrict(amp) { return static_cast<short>(x); }
//                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_cast_fun {
int f(int x) restrict(amp) { return short(x); }
//                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_typedef {
void f() restrict(amp) { typedef char c; c x; }
//                                    ^ error: spec 2\.4\.1, --allow=types
//                                         ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_template_arg {
template <class T> T id(T x) restrict(amp) { return x; } int f() restrict(amp) { return id<char>(1); }
//                   ^ error: spec 2\.4\.1, --allow=types
//                        ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_template_local {
template <class T> int id(T x) restrict(amp) { char y = 1; return y; } int f() restrict(amp) { return id(1); }
//                                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_template_class {
template <class T> struct box { T v; }; void f() restrict(amp) { box<short> b; }
//                                                                          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptrptr {
void f() restrict(amp) { int* p = nullptr; int** q = &p; }
//                                               ^ error: spec 2\.4\.1, --allow=types
//                                                   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptrptr_expr {
int f(int* p) restrict(amp) { return **(&p); }
//                                      ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptrchar {
void f(char* p) restrict(amp) {}
//           ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptrmember {
struct s { int* p; }; void f(s x) restrict(amp) {}
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_refmember {
struct s { int& p; }; void f(s& x) restrict(amp) {}
//                              ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptr_array {
void f() restrict(amp) { int* p[3]; }
//                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptr_to_array_of_ptr {
void f(int* (*p)[3]) restrict(amp) {}
//            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptr_ptr_ref {
void f(int**& x) restrict(amp) {}
//            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ptr_arrayview_ptr {
void f(array_view<int>** x) restrict(amp) {}
//                       ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_array_byval {
void f(array<int> x) restrict(amp) {}
//                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_array_member {
struct s { array<int> a; }; void f(s& x) restrict(amp) {}
//                                    ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_array_local {
void f() restrict(amp) { array<int> a(3); }
//                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_array_ptr_member {
struct s { array<int>* a; }; void f(s& x) restrict(amp) {}
//                                     ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_texture_byval {
void f(graphics::texture<int,1> x) restrict(amp) {}
//                              ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_array_arrayref {
void f(array<int> (&x)[2]) restrict(amp) {}
//                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_bitfield {
struct s { int a : 3; }; void f(s x) restrict(amp) {}
//                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_bitfield2 {
struct s { unsigned a : 32; }; void f() restrict(amp) { s x; }
//                                                        ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_virtbase {
struct b { int a; }; struct s : virtual b {}; void f() restrict(amp) { s* x = nullptr; }
//                                                                        ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_virtfun {
struct s { virtual int m(); int a; }; void f(s& x) restrict(amp) {}
//                                              ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_virtfun_base {
struct b { virtual int m(); int a; }; struct s : b {}; void f(s& x) restrict(amp) {}
//                                                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_virtdtor {
struct s { virtual ~s(); int a; }; void f(s& x) restrict(amp) {}
//                                           ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_base_char {
struct b { char a; }; struct s : b { int c; }; void f(s& x) restrict(amp) {}
//                                                       ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_align_bool {
struct s { bool a; bool b; }; void f(s& x) restrict(amp) {}
//                                      ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_align_pack {
#pragma pack(push, 1)
struct s { bool a; int b; }; 
#pragma pack(pop)
void f(s& x) restrict(amp) {}
//        ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_align_pack2 {
struct __attribute__((packed)) s { bool a; double b; }; void f(s& x) restrict(amp) {}
//                                                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_align_base {
struct b1 { bool a; }; struct b2 { bool b; }; struct s : b1, b2 {}; void f(s& x) restrict(amp) {}
//                                                                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_align_base_member {
struct b1 { bool a; }; struct s : b1 { bool c; }; void f(s& x) restrict(amp) {}
//                                                          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_boolarr {
void f() restrict(amp) { bool a[3]; }
//                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_boolarr_member {
struct s { bool a[3]; }; void f(s& x) restrict(amp) {}
//                                 ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_boolarr_tile {
void f() restrict(amp) { tile_static bool a[3]; }
//                                        ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_t_boolstructarr {
struct s { bool a; }; void f() restrict(amp) { s a[3]; }
//                                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_boolarr_ptr {
void f(bool (*a)[3]) restrict(amp) { }
//            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_memfunptr {
struct s { int m() restrict(amp); int a; }; void f(int (s::*p)()) restrict(amp) { }
//                                                          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_memfunptr_local {
struct s { int m() restrict(amp); int a; }; void f() restrict(amp) { auto p = &s::m; }
//                                                                        ^ error: spec 2\.4\.1, --allow=types
//                                                                                ^ error: spec 2\.4\.3\.7, --allow=function_pointers
}
namespace case_t_enum_char {
enum e : char { a }; void f(e x) restrict(amp) {}
//                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_enum_short {
enum class e : short { a }; void f() restrict(amp) { e x = e::a; }
//                                                     ^ error: spec 2\.4\.1, --allow=types
//                                                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_enum_ll {
enum e : long long { a }; void f() restrict(amp) { e x; }
//                                                   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_enum_bool {
enum e : bool { a }; void f() restrict(amp) { e x; }
//                                              ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_enum_uchar_use {
enum e : unsigned char { aa = 1 }; int f() restrict(amp) { return aa; }
//                                                                ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_enum_member {
enum e : unsigned char { aa = 1 }; struct s { e m; }; int f(s x) restrict(amp) { return 1; }
//                                                            ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ret_char {
char f() restrict(amp) { return 1; }
//   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ret_struct {
struct s { char x; }; s f() restrict(amp);
//                      ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_ret_lambda {
auto l = [](int x) restrict(amp) -> char { return x; };
//       ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_lambda_param {
auto l = [](char x) restrict(amp) { return 1; };
//               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_union {
union u { int a; char b; }; void f(u x) restrict(amp) {}
//                                   ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_decl_only_param {
void f(short) restrict(cpu, amp);
//          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_expr_type {
short g(); void f(int x) restrict(amp) { decltype(g()) y = 0; }
//                                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_t_new_type {
struct s { char x; }; int f(s* p) restrict(amp) { return sizeof(*p); }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_local_class_char {
void f() restrict(amp) { struct s { char x; }; s y; }
//                              ^ error: spec 2\.4\.1, --allow=types
//                                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_func_ref {
void f(int (&x)(int)) restrict(amp) {}
//           ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_variable_length {
int f(int n) restrict(amp) { int a[n]; return a[0]; }
//                               ^ error: the length of an array must be constant \[spec 2\.4\.1, --allow=types
}
namespace case_t_volatile_member_function {
struct s { int f() volatile restrict(amp) { return 1; } int y; };
//             ^ error: type 'volatile .*s' is not amp-compatible: volatile is not supported .*spec 2\.4\.1\.1, --allow=volatile_types
}
namespace case_t_function_alias {
typedef int function(char) restrict(amp);
//          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_vector_reference {
void f(std::vector<int>& x) restrict(amp) {}
//                       ^ error: is not amp-compatible: base class
}
namespace case_t_template_pointer {
template <class T> struct box { T value; }; void f(const box<char>* x) restrict(amp) {}
//                                                                  ^ error: member 'value' of type 'char'
}
namespace case_t_sizeof {
int f() restrict(amp) { return sizeof(char); }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_alignof {
int f() restrict(amp) { return alignof(long long); }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_alias {
void f() restrict(amp) { using c = short; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_t_member_pointer {
struct s { char x; }; void f(char s::*p) restrict(amp) {}
//                                    ^ error: spec 2\.4\.1, --allow=types
}
// What can be referred to, named and measured.
namespace legal_types {
template <class T> struct box { T value; };
template <class T> struct undefined;
void f(const box<int>& x, undefined<int>* y, int box<int>::*z) restrict(amp) {
  using numbers = array<int>;
  typedef int function();
  long size = sizeof(float) + alignof(box<long>) + sizeof(x) + sizeof("text");
}
}
namespace case_volatile_pointer {
void f(int* volatile q) restrict(amp);
//                   ^ error: type 'int \*volatile' is not amp-compatible: volatile is not supported \[spec 2\.4\.1\.1, --allow=volatile_types\]
}
namespace case_volatile_pointer_reference {
void f(int* volatile& q) restrict(amp);
//                    ^ error: type 'int \*volatile &' is not amp-compatible: volatile is not supported \[spec 2\.4\.1\.1, --allow=volatile_types\]
}
namespace case_volatile_pointer_result {
int* volatile f() restrict(amp);
//            ^ error: type 'int \*volatile' is not amp-compatible: volatile is not supported \[spec 2\.4\.1\.1, --allow=volatile_types\]
}
namespace case_enumeration_in_body {
void f() restrict(amp) { enum l : char { A }; }
//                            ^ error: type 'l' is not amp-compatible: the underlying type of an enumeration must be int, long or unsigned, but is 'char' \[spec 2\.4\.1, --allow=types\]
void g() restrict(amp) { enum l : unsigned { A }; enum { B }; }
}
namespace case_class_in_body {
void f() restrict(amp) { struct l { char c; }; }
//                              ^ error: type 'l' is not amp-compatible: member 'c' of type 'char': the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
void g() restrict(amp) { struct l { int i; struct k { float f; } m; }; struct tag; union { int a; float b; } u; }
}
namespace case_volatile_parameters {
void f(volatile int* p) restrict(amp);
//                   ^ error: type 'volatile int \*' is not amp-compatible: volatile is not supported \[spec 2\.4\.1\.1, --allow=volatile_types\]
void g(int* volatile p) restrict(cpu, amp);
//                   ^ error: type 'int \*volatile' is not amp-compatible: volatile is not supported \[spec 2\.4\.1\.1, --allow=volatile_types\]
void h(volatile int* p) restrict(cpu); void k(int* p, const int* const q) restrict(amp);
}
namespace case_constant_of_type {
const long long k = 1; const char c = 'a'; const long l = 2;
long f() restrict(amp) { return k; }
//                              ^ error: type 'const long long' is not amp-compatible: the amp-compatible fundamental types
int g() restrict(amp) { return c; }
//                             ^ error: type 'const char' is not amp-compatible: the amp-compatible fundamental types
long h() restrict(amp) { return l; }
}
namespace case_value_of_short {
int f() restrict(amp) { return short(); }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_literal_of_short {
int f() restrict(amp) { return (short){1}; }
//                             ^ error: spec 2\.4\.1, --allow=types
}
namespace case_value_of_template {
template <class T> T f() restrict(cpu, amp) { return T(); }
//                   ^ error: spec 2\.4\.1, --allow=types
//                                                   ^ error: spec 2\.4\.1, --allow=types
int g() restrict(amp) { return f<int>() + int() + (int){1}; }
int h() { return f<short>() + short() + (short){1}; }
}
namespace case_bit_precise {
void f() restrict(amp) { _BitInt(24) x; }
//                                   ^ error: spec 2\.4\.1, --allow=types
struct s { unsigned _BitInt(64) member; }; void g(s& x) restrict(amp);
//                                                   ^ error: spec 2\.4\.1, --allow=types
void h() { _BitInt(24) x; }
}
