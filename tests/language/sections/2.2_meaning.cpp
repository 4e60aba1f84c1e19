// Spec 2.2: what restriction specifiers mean.
#include <amp.h>

int f() restrict(cpu);
long g() restrict(cpu);
int g() restrict(amp);
int caller() restrict(cpu, amp) { return g(); }
//                                       ^ error: type 'int' in amp code and type 'long'.*spec 2\.2,

class foo {
 public:
  foo() restrict(cpu) {}
  foo() restrict(amp) {}
  ~foo() restrict(cpu, amp) {}
};
class bar {
 public:
  bar() restrict(cpu) {}
  bar() restrict(amp) {}
  ~bar() {}
//^ error: destructor of 'bar' must be restrict\(cpu, amp\).*spec 2\.2\.2
};

// Spec 2.2.1: a definition's specifiers apply to what it contains.
int h() restrict(amp);
void glorp() restrict(amp) {
  auto lambda = [](int y) { return y + h(); };
  auto host = [](int y) restrict(cpu) { return y; };
  lambda(1);
  host(1);
//^ error: 'operator\(\)' is restrict\(cpu\) and cannot be called from restrict\(amp\) code.*spec 2\.3\.2\.1
}
