// Spec 2.3.2: what a default initializer of a member does restricts the constructor that the compiler
// declares, and those of classes with such a member or base. Amp code that calls such a constructor cannot
// contain its expressions.
namespace case_that_cannot_be_instantiated {
template <class T> struct s { int v = T::z; }; void f() { s<int> x; }
//                                    ^ error: type 'int' cannot be used prior to '::'
}
namespace case_global {
int gl; struct s { int v = gl; }; int k() restrict(amp) { s x; return x.v; }
//                                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_global_constant {
constexpr float gf = 1; struct s { float v{gf}; }; float k() restrict(cpu,amp) { s x; return x.v; }
//                                                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_member_in_class {
float gf = 1; struct s { float v = gf; }; struct t { s a; }; float k1() { s x; t y; return x.v; } float k2() restrict(amp) { t x; return x.a.v; }
//                                                                                                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_base_class {
float gf = 1; struct s { float v = gf; }; struct t : s { }; t glob; float k2() restrict(cpu,amp) { return t().v; }
//                                                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_call_in_class {
int h(); struct s { int v = h(); }; struct t { s a; int b; }; int k2() restrict(amp) { t x; return x.b; }
//                                                                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_element_of_array {
int h(); struct s { int v = h(); }; struct t { s a[2]; }; struct u : t {}; int k2() restrict(amp) { u x; return 1; }
//                                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace legal_initializers {
int global = 4;
const int constant = 3;
struct s {
  int of_constant = constant;
  int of_global = global;
  s() restrict(cpu) {}
  s(int x) restrict(amp) : of_global(x) {}
};
int f() restrict(amp) { return s(1).of_constant; }
}
namespace case_cast {
struct s { int v = (char)3; }; int k() restrict(amp) { s x; return x.v; }
//                 ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_literal {
struct s { int v = 'a'; }; int k() restrict(amp) { return s().v + s{}.v; }
//                 ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_string {
struct s { int v = "a"[0]; }; int k() restrict(cpu, amp) { s x; return x.v; }
//                 ^ error: amp code cannot use a string literal: char is not amp-compatible \[spec 2\.4\.1, --allow=string_literals\]
}
namespace case_pointer_cast {
struct s { int a; long v = (long)this; }; int k() restrict(amp) { s x; return x.v; }
//                         ^ error: amp code cannot convert between pointers and integers \('case_pointer_cast::s \*' to 'long'\) \[spec 2\.4\.3\.6, --allow=pointer_casts\]
}
namespace case_exception {
struct s { int v = true ? throw 1 : 2; }; int k() restrict(amp) { s x; return x.v; }
//                        ^ error: amp code cannot contain throw \[spec 2\.4\.3\.7, --allow=exceptions\]
}
namespace case_range {
struct s { double v = 1e999; }; double k() restrict(amp) { s x; return x.v; }
//                    ^ error: the value of this literal is out of the range of the types that amp code can use \[spec 2\.4\.3\.1, --allow=literals\]
}
namespace case_template_member {
template <class T> struct s { int v = T(1); }; int k() restrict(amp) { s<char> x; s<int> y; return x.v + y.v; }
//                                    ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_base_of_constructor {
struct s { int v = 'a'; }; struct t : s { int w; t() restrict(amp) : w(1) {} };
//                 ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_member_of_generated {
struct s { int v = 'a'; }; struct t { s w; }; int k() restrict(amp) { t x; return x.w.v; }
//                 ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_nested_class {
struct o { struct i { int v = 'a'; }; int w; }; int k() restrict(amp) { o::i x; return x.v; }
//                            ^ error: type 'char' is not amp-compatible: the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, float and double \[spec 2\.4\.1, --allow=types\]
}
namespace case_recursion {
int f(int) restrict(cpu, amp); struct s { int v = f(1); }; int f(int n) restrict(cpu, amp) { s x; return x.v; }
//                                                ^ error: recursion is not allowed in amp code: 'f' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
}
namespace case_legal_beside_initializers {
int f(int) restrict(cpu, amp);
struct s { int v = 'a'; s() restrict(cpu) {} explicit s(int) restrict(amp) : v(1) {} };
struct t { int v = 'a'; };
struct u { int v = f(1); };
int k(int n) restrict(amp) { u y; t x{n}; return s(1).v + x.v + y.v; }
int m() { return t().v + u().v; }
}
