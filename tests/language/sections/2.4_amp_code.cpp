// Spec 2.4.2, 2.4.3: what amp code cannot contain, and beside it what it can.
#include <amp.h>

#include <typeinfo>

using namespace concurrency;

// 2.4.2 Declarators

void ellipsis(int, ...) restrict(amp);
//   ^ error: ellipsis.*spec 2\.4\.2,
void dynamic_specification() restrict(amp) throw();
//   ^ error: dynamic exception specification.*spec 2\.4\.2,
void not_throwing() restrict(amp) noexcept;
extern "C" void c_linkage() restrict(cpu, amp);
//              ^ error: extern "C".*spec 2\.4\.2,
extern "C" void c_linkage_of_one() restrict(amp);
struct with_virtual {
  virtual void member() restrict(amp);
  //           ^ error: cannot be virtual.*spec 2\.4\.2,
  void plain() restrict(amp);
};

// 2.4.3.1, 2.4.3.2 Literals and names

int global = 1;
const int constant = 2;
constexpr float constexpr_float = 0.5f;
static const unsigned static_constant = 3;
const int not_constant = global;
int table[4];
struct with_static {
  static int data;
  static const int number = 4;
};
float names(int parameter) restrict(amp) {
  int local = parameter;
  local += constant + static_constant + with_static::number;
  local += sizeof(table);
  local += global;
  //       ^ error: cannot use 'global'.*spec 2\.4\.3\.2,
  local += not_constant;
  //       ^ error: cannot use 'not_constant'
  local += table[0];
  //       ^ error: cannot use 'table'
  local += with_static::data;
  //                    ^ error: cannot use 'data'
  local += constexpr_float;
  //       ^ error: cannot use 'constexpr_float'
  const int& reference = constant;
  //                     ^ error: can only use the value of the constant 'constant'.*spec 2\.4\.3\.2,
  return local + (parameter > 0 ? constant : static_constant) + reference;
}
int in_both(int parameter) restrict(cpu, amp) { return parameter + global; }
//                                                                 ^ error: cannot use 'global'
void strings() restrict(amp) {
  const int n = sizeof("text");
  n == 1 ? static_cast<void>("text") : static_cast<void>(n);
  //                         ^ error: string literal.*spec 2\.4\.1,
  direct3d_printf("%d", n);
}

// 2.4.3.3 Lambdas

void lambdas(array<int>& numbers, int* pointer) {
  int local = 0;
  auto by_value = [local](index<1>) restrict(amp) { return local; };
  auto by_reference = [&local](index<1>) restrict(amp) { return local; };
  //                    ^ error: cannot capture 'local' by reference.*spec 2\.4\.3\.3,
  auto array_by_reference = [&numbers](index<1> i) restrict(amp) { return numbers[i]; };
  auto of_pointer = [=](index<1>) restrict(amp) { return *pointer; };
  //                                                      ^ error: cannot capture 'pointer'.*spec 2\.4\.1\.3,
  auto on_host = [&](int* p) { return local + *p + *pointer; };
}

// 2.4.3.4 Calls

struct polymorphic {
  virtual int member();
  int plain() restrict(amp);
};
int calls(int (*function)(int), polymorphic& object) restrict(amp);
//              ^ error: not amp-compatible: a pointer to a function.*spec 2\.4\.1,
//                                           ^ error: the class has a virtual function
