// Spec 2.1: the syntax of restriction specifiers.
#include <amp.h>

int empty() restrict() { return 1; }
//          ^ error: takes a list of restrictions.*spec 2\.1,
int unknown() restrict(gpu) { return 1; }
//            ^ error: 'gpu' is not a restriction.*spec 2\.1,
int trailing_comma() restrict(cpu, ) { return 1; }
//                   ^ error: takes a list of restrictions
int number restrict(amp);
//         ^ error: specifier is not allowed here.*spec 2\.1\.1,
int (*pointer)(int) restrict(amp);
//                  ^ error: pointer or reference to an amp function.*spec 2\.4\.3\.7
auto of_lambda = [](int x) restrict(cpu, sse) { return x; };
//                         ^ error: 'sse' is not a restriction

// What may stand
int twice() restrict(amp) restrict(amp);
int duplicate() restrict(cpu, amp, cpu);
auto trailing(int) restrict(amp) -> int;
auto trailing(int) -> int;
int not_throwing() restrict(amp) noexcept;
typedef int function_type(int) restrict(amp);
using pointer_type = int (*)(int) restrict(cpu);
int restrict(int);
struct named {
  int restrict(int x) { return x; }
  int call() { return restrict(5) + this->restrict(6); }
};


// `restrict` as an ordinary identifier, behind tokens that can end a declarator
int value;
int called();
bool in_conjunction(int a) { return a > 0 && restrict(value); }
bool behind_call(int a) { return called() && restrict(a) && (a) && restrict(a); }
int behind_ampersand(int a) { return ((a + 1) & restrict(value)) + (called() & restrict(a)); }
bool behind_subscript(int (&a)[2]) { return a[0] & restrict(a[1]) && a[0] < (int)restrict(value); }
float behind_cast() { return (float)restrict(value) + -(int)(float)restrict(value); }
int behind_comparison(int a) { return a > (int)restrict(value) && a * (int)restrict(value) > 0; }
bool behind_noexcept(int a) { return noexcept(a) && restrict(a); }
void behind_conditions(int* a) {
  if (value) restrict(value);
  if constexpr (sizeof(int) > 2) restrict(value);
  for (; value;) restrict(value);
  while (value) restrict(2);
  switch (value) restrict(value);
  if (value) (void)restrict(value);
  if (called()) [[clang::nomerge]] restrict(value);
  delete[] a, restrict(value);
  throw (float)restrict(value);
}
decltype(value) restrict(int, int);
int& restrict(int, float);
int const restrict(int, double);
int&& restrict(int, long);
namespace of_class {
class restrict {
  mutable int a;
  [[deprecated]] restrict(int);
};
struct with_member {
  mutable restrict(b);
};
}  // namespace of_class

// Declarators whose specifiers have unknown names
int of_parameters(int (*function)(int) restrict(gpu));
//                                     ^ error: 'gpu' is not a restriction
int (*array_of_pointers[2])(int) restrict(gpu);
//                               ^ error: 'gpu' is not a restriction
using function_of_reference = int(int&) restrict(gpu);
//                                      ^ error: 'gpu' is not a restriction
template <class T>
auto with_trailing(T x) restrict(gpu) -> int;
//                      ^ error: 'gpu' is not a restriction
struct with_members {
  with_members() restrict(gpu);
  //             ^ error: 'gpu' is not a restriction
  ~with_members() restrict(gpu);
  //              ^ error: 'gpu' is not a restriction
  operator int() const restrict(gpu);
  //                   ^ error: 'gpu' is not a restriction
  operator int*() const restrict(gpu);
  //                    ^ error: 'gpu' is not a restriction
  int operator()(int) restrict(gpu);
  //                  ^ error: 'gpu' is not a restriction
  int operator[](int) restrict(gpu);
  //                  ^ error: 'gpu' is not a restriction
  int operator&&(int) restrict(gpu);
  //                  ^ error: 'gpu' is not a restriction
  int constant() const restrict(gpu);
  //                   ^ error: 'gpu' is not a restriction
  int lvalue() & restrict(gpu);
  //             ^ error: 'gpu' is not a restriction
  int rvalue() && restrict(gpu);
  //              ^ error: 'gpu' is not a restriction
  int& constant_rvalue() const&& restrict(gpu);
  //                             ^ error: 'gpu' is not a restriction
  int not_throwing() noexcept(true) restrict(amp);
  //                                ^ error: specifier is not allowed here
};
auto of_mutable = [a = 1](int x) mutable restrict(gpu) { return a += x; };
//                                       ^ error: 'gpu' is not a restriction

// Declarators that only their restrictions distinguish from expressions
struct with_qualifiers {
  operator int*() restrict(cpu, amp);
  int& lvalue() & restrict(amp);
  int* rvalue() && restrict(amp);
  with_qualifiers& operator=(int) & restrict(amp);
  int operator[](int) && restrict(amp);
};
template <class T>
T of_template(T x) restrict(amp);
template <>
int of_template<int>(int x) restrict(amp);
decltype(value) (*of_decltype)(int) restrict(cpu);
template <class T>
struct of_type;
using of_pointer = of_type<int*(int) restrict(amp)>;
using of_argument = of_type<of_type<int>(int) restrict(amp)>;

// Where a statement begins
void statements(bool condition) {
  if (condition) restrict(amp) {}
  //             ^ error: specifier is not allowed here.*spec 2\.1\.1,
  //                     ^ error: expected ';' after expression
  while (condition) restrict(cpu, amp) {}
  //                ^ error: specifier is not allowed here
  //                        ^ error: expected ';' after expression
}
