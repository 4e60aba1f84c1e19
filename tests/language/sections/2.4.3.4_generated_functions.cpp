// Spec 2.4.3.4: recursion through functions that the compiler generates.
#include <amp.h>

namespace case_destructor_of_member {
int g(int x) restrict(amp);
struct M { int i; ~M() restrict(amp) { g(i); } };
struct H { M m; };
//     ^ error: recursion is not allowed in amp code: '\~M' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { H h{{x}}; return x; }
}
namespace case_destructor_of_base {
int g(int x) restrict(amp);
struct M { int i; ~M() restrict(amp) { g(i); } };
struct H : M { int j; };
//     ^ error: recursion is not allowed in amp code: '\~M' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { H h{{x}, x}; return h.j; }
}
namespace case_destructor_of_elements {
int g(int x) restrict(amp);
struct M { int i; ~M() restrict(amp) { g(i); } };
struct H { M m[2]; };
//     ^ error: recursion is not allowed in amp code: '\~M' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
struct O { H h; };
int g(int x) restrict(amp) { return O{{{{x}, {x}}}}.h.m[0].i; }
}
namespace case_destructor_of_template {
template <class T> int g(T x) restrict(amp);
template <class T> struct M { T i; ~M() restrict(amp) { g(i); } };
//                                                      ^ error: recursion is not allowed in amp code: 'g<int>' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
template <class T> struct H { M<T> m; };
template <class T> int g(T x) restrict(amp) { H<T> h{{x}}; return h.m.i; }
int f() restrict(amp) { return g(1); }
}
namespace case_destructor_of_closure {
int g(int x) restrict(amp);
struct M { int i; M(const M& o) restrict(amp) : i(o.i) {} ~M() restrict(amp) { g(i); } };
M& m(int x) restrict(amp);
int g(int x) restrict(amp) { M& object = m(x); auto l = [object] { return object.i; }; return l(); }
//                                                      ^ error: recursion is not allowed in amp code: '\~M' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
}
namespace case_destructor_of_temporary_closure {
int g(int x) restrict(amp);
struct M { int i; M(const M& o) restrict(amp) : i(o.i) {} ~M() restrict(amp) { g(i); } };
M& m(int x) restrict(amp);
int g(int x) restrict(amp) { M& object = m(x); return [object] { return object.i; }(); }
//                                                    ^ error: recursion is not allowed in amp code: '\~M' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
}
namespace case_copy_assignment {
int g(int x) restrict(amp);
struct M { int i; M& operator=(const M& o) restrict(amp) { i = g(o.i); return *this; } };
struct H { M m; };
//     ^ error: recursion is not allowed in amp code: 'operator=' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { if (!x) return 0; H h, c; h.m.i = x - 1; c = h; return c.m.i; }
}
namespace case_move_assignment {
int g(int x) restrict(amp);
struct M { int i; M& operator=(M&& o) restrict(amp) { i = g(o.i); return *this; } };
struct H { M m; };
//     ^ error: recursion is not allowed in amp code: 'operator=' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { if (!x) return 0; H h; h = H{{x - 1}}; return h.m.i; }
}
namespace case_inherited_constructor {
int g(int x) restrict(amp);
struct B { int i; B(int x) restrict(amp) : i(g(x)) {} };
struct S : B { using B::B; };
//                      ^ error: recursion is not allowed in amp code: 'B' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { if (!x) return 0; S s(x - 1); return s.i; }
}
namespace case_initializer_beside_inherited_constructor {
int g(int x) restrict(amp);
struct B { int i; B(int x) restrict(amp) : i(x) {} };
struct S : B { using B::B; int j = g(i - 1); };
//                                 ^ error: recursion is not allowed in amp code: 'g' calls itself, directly or through other functions \[spec 2\.4\.3\.4, --allow=recursion\]
int g(int x) restrict(amp) { if (!x) return 0; S s(x); return s.j; }
}
