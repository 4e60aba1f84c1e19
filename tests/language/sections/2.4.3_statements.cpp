// Spec 2.4.3.4 to 2.4.3.7: calls, local variables, casts, statements.
#include <amp.h>

#include <typeinfo>

using namespace concurrency;

int factorial(int n) restrict(amp) {
  return n <= 1 ? 1 : n * factorial(n - 1);
  //                      ^ error: recursion is not allowed in amp code: 'factorial' calls itself.*spec 2\.4\.3\.4,
}
int odd(int n) restrict(cpu, amp);
int even(int n) restrict(cpu, amp) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) restrict(cpu, amp) { return n == 0 ? 0 : even(n - 1); }
//                                                      ^ error: recursion is not allowed in amp code: 'even' calls itself
int on_host(int n) { return n == 0 ? 0 : on_host(n - 1); }

int locals(int n) restrict(amp) {
  static int counter = 0;
  //         ^ error: 'counter' cannot be static.*spec 2\.4\.3\.5,
  static const int constant = 3;
  constexpr int more = 4;
  extern int elsewhere;
  //         ^ error: 'elsewhere' cannot be extern
  volatile int watched = n;
  //           ^ error: volatile is not supported.*spec 2\.4\.1\.1,
  tile_static int shared;
  return n + constant + more;
}

long casts(int* pointer, float x) restrict(amp) {
  const long as_integer = reinterpret_cast<long>(pointer);
  //                      ^ error: between pointers and integers.*spec 2\.4\.3\.6,
  int* from_integer = (int*)as_integer;
  //                  ^ error: between pointers and integers
  float* as_float = reinterpret_cast<float*>(pointer);
  const int bits = reinterpret_cast<const int&>(x);
  return static_cast<int>(*as_float) + bits + *from_integer;
}

struct object {
  int data;
  int function() restrict(amp) { return data; }
};
int miscellaneous(bool* flags, object& o, int n) restrict(amp) {
  int object::*to_data = &object::data;
  flags++;
  //   ^ error: pointers to bool.*spec 2\.4\.3\.7,
  bool first = *(flags + 1);
  //                   ^ error: pointers to bool
  int result = o.*to_data + o.function() + first;
  if (n == 1) goto end;
  //          ^ error: cannot contain goto.*spec 2\.4\.3\.7,
  end:
//^ error: labeled statement
  asm("");
//^ error: asm declarations
  switch (n) {
    case 1: return result;
    default: break;
  }
  static_cast<void>(typeid(n));
  //                ^ error: cannot contain typeid
  return result;
}
void exceptions(int n) restrict(amp) {
  if (n == 1) throw 1;
  //          ^ error: cannot use 'throw'.*spec 2\.4\.3\.7
  try {
//^ error: cannot use 'try'
  } catch (...) {
  }
}
void exceptions_of_both(int n) restrict(cpu, amp) {
  if (n == 1) throw 1;
  //          ^ error: cannot contain throw.*spec 2\.4\.3\.7,
}
void on_cpu(int n) restrict(cpu) {
  if (n == 1) throw 1;
}
void allocation() restrict(amp) {
  int* p = new int;
  //       ^ error: operator new.*cannot be called from restrict\(amp\) code
  *p = 1;
}

// 2.4.3.5.1 tile_static variables

struct with_constructor {
  with_constructor() restrict(cpu, amp) : x(1) {}
  int x;
};
void tile_static_on_host() {
  tile_static int variable;
  //              ^ error: must be declared in restrict\(amp\) code.*spec 2\.4\.3\.5\.1,
}
void tile_static_variables() restrict(amp) {
  tile_static int plain;
  tile_static float matrix[4][4];
  tile_static with_constructor object;
  tile_static int initialized = 5;
  //              ^ error: cannot have an initializer.*spec 2\.4\.3\.5\.1,
  tile_static with_constructor braces{};
  //                           ^ error: cannot have an initializer
  tile_static int* pointer;
  //               ^ error: not amp-compatible
  plain = object.x;
  matrix[0][0] = 1;
}
namespace case_alloca {
void g() restrict(amp) { int* p = (int*)__builtin_alloca(16); }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
