// Spec 2.4.1: the types that amp code can use.
#include <amp.h>

using namespace concurrency;

enum small : short { one };
enum wide : unsigned { two };
struct plain {
  int a;
  float b[3];
  bool flag;
};
struct derived : plain {
  double more;
};
union number {
  int i;
  float f;
};
struct with_char {
  char letter;
};
struct with_pointer {
  int* p;
};
struct with_bit_field {
  int bits : 4;
};
struct unaligned {
  bool a;
  bool b;
};
struct with_virtual_base : virtual plain {};

void legal(plain a, derived b, number c, wide d, array_view<int> e, array<int>& f, index<2> g,
           int* h, int*& i, const float& j, bool k, unsigned long l, double m) restrict(amp);
decltype(nullptr) legal_result() restrict(amp);
void t01(char) restrict(amp);
//           ^ error: 'char' is not amp-compatible.*spec 2\.4\.1,
void t02(short*) restrict(amp);
//             ^ error: 'short \*' is not amp-compatible
void t03(long long) restrict(amp);
//                ^ error: 'long long' is not amp-compatible
void t04(long double) restrict(amp);
//                  ^ error: 'long double' is not amp-compatible
void t05(int**) restrict(amp);
//            ^ error: a pointer to a pointer is not supported
void t06(with_char) restrict(amp);
//                ^ error: member 'letter' of type 'char'
void t07(with_pointer&) restrict(amp);
//                    ^ error: member 'p' of type 'int \*'
void t08(with_bit_field) restrict(amp);
//                     ^ error: 'bits' is a bit-field
void t09(unaligned) restrict(amp);
//                ^ error: 'b' is not aligned to four bytes
void t10(small) restrict(amp);
//            ^ error: underlying type of an enumeration
void t11(const with_virtual_base&) restrict(amp);
//                               ^ error: virtual base class
char t12() restrict(amp);
//   ^ error: 'char' is not amp-compatible
void locals() restrict(amp) {
  unsigned char byte = 1;
  //            ^ error: 'unsigned char' is not amp-compatible
  bool flags[4];
  //   ^ error: must be aligned to four bytes
  int* pointers[2];
  //   ^ error: a pointer can be a local variable
  int numbers[2] = {byte, 2};
  const int* pointer = numbers;
  const int cast = static_cast<short>(numbers[0]);
  //               ^ error: 'short' is not amp-compatible
  flags[0] = *pointer == cast;
//^ error: pointers to bool.*spec 2\.4\.3\.7,
  pointers[0] = numbers;
}
void on_host(char, short, long long, int**, with_char, unaligned, small) {}
namespace case_complex_local {
int g(int x) restrict(amp) { _Complex float c = x; return 1; }
//                                          ^ error: spec 2\.4\.1, --allow=types
}
namespace case_complex_cast {
int g(int x) restrict(amp) { return __real__ (_Complex double)x; }
//                                           ^ error: spec 2\.4\.1, --allow=types
}
namespace case_complex_member {
struct s { _Complex float c; }; int g(s& x) restrict(amp) { return 1; }
//                                       ^ error: spec 2\.4\.1, --allow=types
}
namespace case_constants_of_host_code {
using namespace concurrency;
enum class byte : char { one = 1 };
struct with_byte { char c; int x; };
void f(array_view<int> a) {
  const long long wide = 4; const char narrow = 4; constexpr short evaluated = 4; const byte of_enumeration = byte::one;
  constexpr with_byte object{1, 4}; constexpr short elements[] = {1, 2};
  const int number = 4; constexpr float real = 4; constexpr double reals[] = {1, 2};
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = static_cast<int>(wide * 2); });
//                                                                                    ^ error: type 'const long long' is not amp-compatible.*spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = narrow; });
//                                                                   ^ error: type 'const char' is not amp-compatible.*spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [a, narrow](index<1> i) restrict(amp) { a[i] = narrow; });
//                                ^ error: type 'const char' is not amp-compatible.*spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = evaluated; });
//                                                                   ^ error: type 'const short' is not amp-compatible.*spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = static_cast<int>(of_enumeration); });
//                                                                                    ^ error: type 'const .*byte' is not amp-compatible: the underlying type of an enumeration must be int, long or unsigned, but is 'char' \[spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = object.x + elements[1]; });
//                                                                   ^ error: type 'const .*with_byte' is not amp-compatible: member 'c' of type 'char'.*spec 2\.4\.1, --allow=types
//                                                                              ^ error: type 'const short\[2\]' is not amp-compatible.*spec 2\.4\.1, --allow=types
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = number + real + reals[1]; });
  struct local { int operator()() const restrict(amp) { return narrow + number; } };
//                                                             ^ error: type 'const char' is not amp-compatible.*spec 2\.4\.1, --allow=types
  auto nested = [=]() restrict(amp) { return [=] { return narrow + number; }(); };
//                                                        ^ error: type 'const char' is not amp-compatible.*spec 2\.4\.1, --allow=types
  auto on_host = [=] { return narrow + wide; };
}
template <class T> void of_template(array_view<int> a) {
  const T constant = 4;
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = constant; });
//                                                                   ^ error: type 'const short' is not amp-compatible.*spec 2\.4\.1, --allow=types
}
template void of_template<int>(array_view<int>);
template void of_template<short>(array_view<int>);
}
