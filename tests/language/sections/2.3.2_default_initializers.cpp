// Spec 2.3.2: what a default initializer of a member does restricts the constructor that the compiler
// declares, and those of classes with such a member or base.
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
