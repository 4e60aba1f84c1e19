// Spec 2.4.3.5.1: a tile_static variable has no initializer, and no value before threads write one.
#include <amp.h>

namespace case_const {
void g() restrict(amp) { tile_static const int x; }
//                                             ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_const_class {
struct S { int a; }; void g() restrict(amp) { const tile_static S x; }
//                                                                ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_types
}
namespace case_constexpr {
void g() restrict(amp) { tile_static constexpr int x = 1; }
//                                                 ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_parentheses {
void g() restrict(amp) { tile_static int x(3); }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
namespace case_braces {
void g() restrict(amp) { tile_static int x{}; }
//                                       ^ error: spec 2\.4\.3\.5\.1, --allow=tile_static_initializer
}
// No constructor has to be there.
namespace legal_variables {
struct without_default {
  explicit without_default(int n) restrict(amp) : value(n) {}
  int value;
};
void f() restrict(amp) {
  tile_static without_default x[2];
  x[0] = without_default(3);
}
}
namespace case_initializer_call {
int h() restrict(amp); void f() restrict(amp) { tile_static int x = h(); }
//                                                              ^ error: tile_static variable 'x' cannot have an initializer \[spec 2\.4\.3\.5\.1, --allow=tile_static_initializer\]
}
namespace case_initializer_constructor {
struct s { int a; s(int) restrict(amp); }; void f() restrict(amp) { tile_static s x(1); }
//                                                                                ^ error: tile_static variable 'x' cannot have an initializer \[spec 2\.4\.3\.5\.1, --allow=tile_static_initializer\]
}
namespace case_initializer_braces {
struct s { int a; s(int) restrict(amp); }; void f() restrict(amp) { tile_static s x{1}; }
//                                                                                ^ error: tile_static variable 'x' cannot have an initializer \[spec 2\.4\.3\.5\.1, --allow=tile_static_initializer\]
}
namespace case_scope_namespace {
tile_static int x;
//              ^ error: a tile_static variable must be local to a function: it cannot be at namespace scope, nor a class member, a parameter or a return type \[spec 2\.4\.3\.5\.1, --allow=tile_static_scope\]
}
namespace case_scope_member {
struct s { tile_static int x; };
//                         ^ error: a tile_static variable must be local to a function: it cannot be at namespace scope, nor a class member, a parameter or a return type \[spec 2\.4\.3\.5\.1, --allow=tile_static_scope\]
}
namespace case_scope_member_of_template {
template <class T> struct s { tile_static T x; };
//                                          ^ error: a tile_static variable must be local to a function: it cannot be at namespace scope, nor a class member, a parameter or a return type \[spec 2\.4\.3\.5\.1, --allow=tile_static_scope\]
}
namespace case_scope_parameter {
void f(tile_static int x) restrict(amp);
//     ^ error: a tile_static variable must be local to a function: it cannot be at namespace scope, nor a class member, a parameter or a return type \[spec 2\.4\.3\.5\.1, --allow=tile_static_scope\]
}
namespace case_scope_result {
namespace n { tile_static int f() restrict(amp); }
//            ^ error: a tile_static variable must be local to a function: it cannot be at namespace scope, nor a class member, a parameter or a return type \[spec 2\.4\.3\.5\.1, --allow=tile_static_scope\]
}
namespace case_scope_member_of_local_class {
void f() restrict(amp) { struct s { tile_static int x; }; }
//                                                  ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_initialized_member {
struct s { tile_static int x = 3; };
//                         ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_initialized_member_of_local_class {
void f() restrict(amp) { struct s { tile_static int x = 3; }; }
//                                                  ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_member_of_union {
union s { tile_static int x; };
//                        ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_local_function {
void f() restrict(amp) { tile_static int g(int); }
//                       ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_member_function {
struct s { tile_static int g(int); };
//         ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_extern {
extern tile_static int x;
//     ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
//                     ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
void f() restrict(amp) { extern tile_static int y; }
//                              ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_scope_type {
typedef tile_static int t;
//      ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
using u = tile_static int;
//        ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
template <tile_static int x> struct s;
//        ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace case_condition {
void f() restrict(amp) { if (tile_static int x = 1) return; while (tile_static int y{0}) return; switch (tile_static int z = 2) {} }
//                                           ^ error: tile_static variable 'x' cannot have an initializer \[spec 2\.4\.3\.5\.1, --allow=tile_static_initializer\]
//                                                                                 ^ error: tile_static variable 'y' cannot have an initializer
//                                                                                                                       ^ error: tile_static variable 'z' cannot have an initializer
void g() restrict(amp) { for (int i = 0; tile_static int x = 1; ++i) return; }
//                                                       ^ error: tile_static variable 'x' cannot have an initializer
void legal() restrict(amp) { if (tile_static int x; x > 1) return; for (tile_static int y; y > 1;) return; }
}
namespace case_scope_parameter_of_lambda {
auto l = [](tile_static int x) restrict(amp) { return x; };
//          ^ error: a tile_static variable must be local to a function.*spec 2\.4\.3\.5\.1, --allow=tile_static_scope
}
namespace legal_scopes {
struct s { int x; int f() restrict(amp) { tile_static int y; y = x; return y; } };
void f() restrict(amp) {
  struct local { static void g() restrict(amp) { tile_static int x; x = 1; } };
  if (int i = 1) { tile_static int x; x = i; }
  local::g();
}
}
