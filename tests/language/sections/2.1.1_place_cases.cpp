// Spec 2.1.1: where a specifier cannot stand, and where it would be moved to.
namespace case_behind_initializers {
struct s { int a, b; s() : a(1), b(2) restrict(amp) {} s(int) : a(1), b{2} restrict(cpu, amp) {} s(float); };
//                                    ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
//                                                                         ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
s::s(float) : a(1), b(2) restrict(amp) {}
//                       ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
}
namespace case_reference {
int x; int& r restrict(amp) = x; const int& q restrict(cpu, amp) {x};
//            ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
//                                            ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
void f() { int&& local restrict(cpu) = 1; }
//                     ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
}
namespace case_enumeration {
enum e restrict(amp) { A };
//     ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place
//                     ^ error: undeclared identifier 'A'
enum class f restrict(cpu) { B };
//           ^ error: not allowed here.*spec 2\.1\.1, --allow=restriction_place\]$
//                           ^ error: undeclared identifier 'B'
}
namespace case_group {
int (x) restrict(amp); int (*p) restrict(amp);
//      ^ error: a restriction specifier applies only to functions, but 'x' is not a function \[spec 2\.1\.1, --allow=other_declarator\]
//                              ^ error: 'p' is not a function \[spec 2\.1\.1, --allow=other_declarator\]
}
namespace legal_names {
struct restrict { restrict(int) {} }; const int amp = 1;
struct s : restrict { s() : restrict(amp) {} };
enum e { A }; int x; int& r = x; enum e f() restrict(cpu, amp) { return A; } int& g(int& y) restrict(amp) { return y; }
}
namespace case_behind_noexcept {
int f() noexcept restrict(amp);
//               ^ error: spec 2\.1\.1, --allow=restriction_place
//     ^ fix-it: ^'' -> ' restrict\(amp\)'$
//              ^ fix-it: ^' restrict\(amp\)' -> ''$
struct s {
  int m(int (*g)(int) = nullptr) const noexcept(noexcept(f())) restrict(cpu, amp);
  //                                                           ^ error: spec 2\.1\.1, --allow=restriction_place
  //                                  ^ fix-it: ^'' -> ' restrict\(cpu, amp\)'$
  //                                                          ^ fix-it: ^' restrict\(cpu, amp\)' -> ''$
};
auto l = [](int x) noexcept restrict(amp) { return x; };
//                          ^ error: spec 2\.1\.1, --allow=restriction_place
//                ^ fix-it: ^'' -> ' restrict\(amp\)'$
//                         ^ fix-it: ^' restrict\(amp\)' -> ''$
}
namespace case_behind_result {
auto f() -> int restrict(amp);
//              ^ error: spec 2\.1\.1, --allow=restriction_place
//      ^ fix-it: ^'' -> ' restrict\(amp\)'$
//             ^ fix-it: ^' restrict\(amp\)' -> ''$
auto g(int x) -> decltype(x) restrict(amp);
//                           ^ error: spec 2\.1\.1, --allow=restriction_place
//           ^ fix-it: ^'' -> ' restrict\(amp\)'$
//                          ^ fix-it: ^' restrict\(amp\)' -> ''$
template <class T> auto h(T x) restrict(amp) -> decltype(x) { return x; } auto p() -> decltype(1) (*)(int) restrict(cpu); decltype(1) q(int x) restrict(amp);
}
namespace case_before_qualifiers {
struct s {
  int f() restrict(amp) const;
  //      ^ error: spec 2\.1\.1, --allow=restriction_place
  //     ^ fix-it: ^' restrict\(amp\)' -> ''$
  //                         ^ fix-it: ^'' -> ' restrict\(amp\)'$
  int g() restrict(cpu) const & noexcept;
  //      ^ error: spec 2\.1\.1, --allow=restriction_place
  //     ^ fix-it: ^' restrict\(cpu\)' -> ''$
  //                           ^ fix-it: ^'' -> ' restrict\(cpu\)'$
};
auto l = [a = 1]() restrict(amp) mutable { return ++a; };
//                 ^ error: spec 2\.1\.1, --allow=restriction_place
//                ^ fix-it: ^' restrict\(amp\)' -> ''$
//                                      ^ fix-it: ^'' -> ' restrict\(amp\)'$
}
namespace case_behind_default {
struct s { s() = default restrict(amp); };
//                       ^ error: spec 2\.1\.1, --allow=restriction_place
//            ^ fix-it: ^'' -> ' restrict\(amp\)'$
//                      ^ fix-it: ^' restrict\(amp\)' -> ''$
}
namespace case_captures {
auto l = [] restrict(amp) {}; void f(int x) { auto m = [=] restrict(cpu) { return x; }; }
//          ^ error: spec 2\.1\.1, --allow=restriction_place
//         ^ fix-it: ^'' -> '\(\)'$
//                                                         ^ error: spec 2\.1\.1, --allow=restriction_place
//                                                        ^ fix-it: ^'' -> '\(\)'$
}
namespace case_version {
int f() restrict(amp:1); int g() restrict(cpu, amp : 2.1 ); int h() restrict(amp:1, cpu);
//      ^ error: spec 13\.1\.3, --allow=amp_versions
//                  ^ fix-it: ^':1' -> ''$
//                               ^ error: spec 13\.1\.3, --allow=amp_versions
//                                                ^ fix-it: ^' : 2\.1' -> ''$
//                                                                  ^ error: spec 13\.1\.3, --allow=amp_versions
//                                                                              ^ fix-it: ^':1' -> ''$
}
namespace case_destructor {
struct a { a() restrict(amp); a(int); ~a(); };
//                                    ^ error: spec 2\.2\.2, --allow=destructor_cover
//                                        ^ fix-it: ^'' -> ' restrict\(cpu, amp\)'$
struct b { b(); b(int) restrict(amp); ~b() restrict(amp) {} };
//                                    ^ error: spec 2\.2\.2, --allow=destructor_cover
//                                         ^ fix-it: ^'restrict\(amp\)' -> 'restrict\(cpu, amp\)'$
struct c { c() restrict(amp); ~c() noexcept; };
//                            ^ error: spec 2\.2\.2, --allow=destructor_cover
//                                ^ fix-it: ^'' -> ' restrict\(cpu, amp\)'$
}
