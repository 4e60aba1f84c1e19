// Spec 13.1.1: functions that are restrict(auto) have the restrictions that their bodies permit.
#include <amp.h>

using namespace concurrency;

int on_host();

int of_both(int x) restrict(auto) { return x + 1; }
int of_host(int x) restrict(auto) { return x + on_host(); }
int of_callee(int x) restrict(cpu, auto) { return of_host(x); }
int of_type(int x) restrict(auto) { return static_cast<char>(x); }
int of_parameter(char x) restrict(auto) { return x; }
int of_throw(int x) restrict(auto) { throw x; }
int of_recursion(int x) restrict(auto) { return x > 0 ? of_recursion(x - 1) : 0; }
int of_lambda(int x) restrict(auto) {
  auto lambda = [](int y) { return y + on_host(); };
  return lambda(x);
}
int of_local_class(int x) restrict(auto) {
  struct local {
    int member(int y) { return y + on_host(); }
  };
  return local().member(x);
}
template <class T>
T of_template(T x) restrict(auto) { return x + 1; }

int host() {
  return of_both(1) + of_host(1) + of_callee(1) + of_type(1) + of_parameter(1) + of_throw(1) +
         of_recursion(1) + of_lambda(1) + of_local_class(1) + of_template<short>(1);
}

int kernel(int x) restrict(amp) {
  x += of_both(x) + of_template(x);
  x += of_host(x);
  //   ^ error: 'of_host' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1
  x += of_callee(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_type(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_parameter(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_throw(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_recursion(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_lambda(x);
  //   ^ error: spec 2\.3\.2\.1
  x += of_local_class(x);
  //   ^ error: spec 2\.3\.2\.1
  return x;
}

void kernels(array_view<int> a) {
  parallel_for_each(a.extent, [=](index<1> i) restrict(auto) { a[i] = 1; });
  parallel_for_each(a.extent, [=](index<1> i) restrict(auto) { a[i] = on_host(); });
  //                          ^ error: spec 7\.2
}

int only_amp() restrict(amp);
int of_amp() restrict(auto) { return only_amp(); }
int of_amp_callee() restrict(auto) { return of_amp(); }
template <class T>
T of_amp_template(T x) restrict(auto) { return x + only_amp(); }
int of_atomics(int* x) restrict(auto) { return atomic_fetch_inc(x); }
int of_tile() restrict(auto) {
  tile_static int shared;
  return shared;
}
struct of_members {
  of_members() restrict(auto) : value(only_amp()) {}
  int member() restrict(auto) { return value + only_amp(); }
  int value;
};
auto of_amp_trailing(int x) restrict(auto) -> int { return x + only_amp(); }

int on_host_only(int* x) {
  of_members object;
  //         ^ error: 'of_members' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  int result = of_both(1) + of_amp();
  //                        ^ error: 'of_amp' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1
  result += of_amp_callee();
  //        ^ error: spec 2\.3\.2\.1
  result += of_amp_template(1);
  //        ^ error: spec 2\.3\.2\.1
  result += of_atomics(x);
  //        ^ error: spec 2\.3\.2\.1
  result += of_amp_trailing(1);
  //        ^ error: spec 2\.3\.2\.1
  return result + of_tile() + object.member();
  //              ^ error: spec 2\.3\.2\.1
  //                                 ^ error: spec 2\.3\.2\.1
}
int in_kernel(int* x) restrict(amp) {
  of_members object;
  return of_amp() + of_amp_callee() + of_amp_template(1) + of_atomics(x) + of_amp_trailing(1) +
         of_tile() + object.member();
}
void amp_kernels(array_view<int> a) {
  parallel_for_each(a.extent.tile<4>(), [=](tiled_index<4> i) restrict(auto) {
    tile_static int shared[4];
    shared[i.local[0]] = only_amp();
    i.barrier.wait();
    a[i] = shared[0];
  });
}

int neither() restrict(auto) { return on_host() + only_amp(); }
//                                                ^ error: spec 2\.3\.2\.1
int compulsory_amp() restrict(amp, auto) { return on_host(); }
//                                                ^ error: spec 2\.3\.2\.1
int compulsory() restrict(cpu, auto) { return only_amp(); }
//                                            ^ error: spec 2\.3\.2\.1
namespace case_explicit_and_deduced_for_cpu {
int f(int x) restrict(cpu) { return x + 2; }
int f(int x) restrict(cpu, auto) { return x + 1; }
//  ^ error: restrict\(cpu, amp\) function 'f' cannot overload restrict\(cpu\) function 'f' \[spec 2\.3\.2\]
}
namespace case_deduced_beside_cpu {
int f(int x) restrict(cpu) { return x + 2; }
int g(int) restrict(cpu);
int f(int x) restrict(auto) { return g(x); }
//                                   ^ error: no matching function for call to 'g': restrict\(cpu\) functions cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
namespace case_redeclared {
int f();
int f() restrict(auto);
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
int g();
int g() restrict(auto) { return 1; }
//  ^ error: a function that is restrict\(auto\) must be defined in its only declaration, but 'g' is not \[spec 13\.1\.1, --allow=auto_restrictions\]
int h(int);
int of_h() { return h(1); }
int h(int x) restrict(auto) { return x; }
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
int i() restrict(cpu, amp);
int i() restrict(auto) { return 1; }
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
int j() restrict(auto) { return 1; }
int j() restrict(cpu, amp);
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
struct s { int m(int) restrict(cpu, amp); friend int k(); };
int s::m(int x) restrict(auto) { return x; }
//     ^ error: spec 13\.1\.1, --allow=auto_restrictions
int k() restrict(auto) { return 1; }
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
template <class T> T l(T) restrict(cpu, amp);
template <class T> T l(T x) restrict(auto) { return x; }
//                   ^ error: spec 13\.1\.1, --allow=auto_restrictions
template <class T> T m(T x) restrict(auto) { return x; }
template <class T> T m(T) restrict(cpu, amp);
//                   ^ error: spec 13\.1\.1, --allow=auto_restrictions
}
namespace case_overloads_that_name_restrictions {
int f() restrict(cpu);
int f() restrict(auto) { return 1; }
int g() restrict(amp);
int g() restrict(auto) { return 1; }
int h() { return 1; }
int h() restrict(auto) { return 1; }
int i() restrict(auto) { return 1; }
int i() restrict(amp);
int of_others(int);
int of_others(long x) restrict(auto) { return x; }
template <class T> T of_template(T x) restrict(auto) { return x; }
template <> int of_template(int x) restrict(auto) { return x; }
int all() restrict(cpu, amp) { return f() + g() + h() + i() + of_others(1L) + of_template(1); }
}
namespace case_types {
typedef int alias() restrict(auto);
//          ^ error: spec 13\.1\.1, --allow=auto_restrictions
using other_alias = int() restrict(auto);
//    ^ error: spec 13\.1\.1, --allow=auto_restrictions
int (*pointer)() restrict(auto);
//    ^ error: spec 13\.1\.1, --allow=auto_restrictions
}
namespace case_explicit_behind_deduced {
int f(int x) restrict(auto) { return x + 1; }
int f(int x) restrict(amp) { return x + 2; }
int g(int x) restrict(auto) { return x + 1; }
int g(int x) restrict(cpu) { return x + 2; }
int h(int x) restrict(cpu, auto) { return x + 1; }
int h(int x) restrict(amp) { return x + 2; }
int k(int x) restrict(cpu, amp) { return f(x) + g(x) + h(x); }
}
namespace case_explicit_cpu_behind_named_cpu {
int f(int x) restrict(cpu, auto) { return x + 1; }
int f(int x) restrict(cpu) { return x + 2; }
//  ^ error: spec 2\.3\.2
}
// Where the first one has been deduced already
int deduced_first(int x) restrict(auto) { return x + 1; }
int deduced_first(int x) restrict(amp) { return x + 2; }
int of_deduced_first() restrict(cpu, amp) { return deduced_first(1); }
int declared_again(int x) restrict(auto) { return x + 1; }
int declared_again(int x) restrict(auto);
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
int declared_as_deduced(int x) restrict(auto) { return x + 1; }
int declared_as_deduced(int x) restrict(cpu, amp);
//  ^ error: spec 13\.1\.1, --allow=auto_restrictions
