// Spec 2.1: the syntax of restriction specifiers.
#include <amp.h>

int empty() restrict() { return 1; }
//          ^ error: takes a list of restrictions.*spec 2\.1,
int unknown() restrict(gpu) { return 1; }
//            ^ error: 'gpu' is not a restriction.*spec 2\.1,
int trailing_comma() restrict(cpu, ) { return 1; }
//                   ^ error: takes a list of restrictions
int number restrict(amp);
//        ^ error: specifier is not allowed here.*spec 2\.1\.1,
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

// Where a statement begins
void statements(bool condition) {
  if (condition) restrict(amp) {}
  //             ^ error: specifier is not allowed here.*spec 2\.1\.1,
}
