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
