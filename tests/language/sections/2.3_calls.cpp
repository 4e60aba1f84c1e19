// Spec 2.3: calls and overloads.
#include <amp.h>

#include <cstdio>
#include <vector>

void grod();
void glorp() restrict(amp);
void both() restrict(cpu, amp);
struct host_only {
  host_only() {}
  host_only(const host_only&) {}
  int member() { return 1; }
  int value = 0;
};

void amp_caller() restrict(amp) {
  glorp();
  both();
  grod();
//^ error: no matching function for call
}
void host_caller() {
  grod();
  both();
  glorp();
//^ error: no matching function for call
}
void caller() restrict(cpu, amp) {
  both();
  grod();
//^ error: 'grod' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code.*spec 2\.3\.2\.1
}

int overlapping(int x) restrict(cpu, amp);
int overlapping(int x) restrict(cpu);
//  ^ error: restrict\(cpu\) function 'overlapping' cannot overload restrict\(cpu, amp\) function.*spec 2\.3\.2\]

void kernels(std::vector<int>& data) {
  using namespace concurrency;
  array_view<int> view(data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
}

// Types and constants outside of functions are code for the CPU. There, Clang 14 to 16 compare
// overloads by their parameters first.
namespace constants {
constexpr int number(long) restrict(cpu) { return 1; }
constexpr int number(int) restrict(amp) { return 2; }
constexpr unsigned number(unsigned) restrict(cpu, amp) { return 3; }
struct constructed {
  constexpr constructed(long) restrict(cpu) : value(1) {}
  constexpr constructed(int) restrict(amp) : value(2) {}
  int value;
};

decltype(number(1)) declared;
//       ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code.*spec 2\.3\.2\.1
using aliased = decltype(number(1));
//                       ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
int bounded[number(1)];
//          ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
enum enumerated { enumerator = number(1) };
//                             ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
static_assert(number(1) > 0, "");
//            ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
static_assert(constructed(1).value > 0, "");
//            ^ error until 16: 'constructed' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
struct members {
  int bounded[number(1)];
//            ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  decltype(number(1)) result();
//         ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  int bits : number(1);
//           ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
};
template <class T>
struct members_of_template {
  decltype(number(T())) declared;
//         ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  using aliased = decltype(number(T(1)));
//                         ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  decltype(number(T(2))) result();
//         ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  enum enumerated { enumerator = number(T(3)) };
//                               ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  decltype(number(T())) legal_result(T x) restrict(amp);
};
template struct members_of_template<int>;
template struct members_of_template<long>;

template <int size>
struct sized {};
struct derived : sized<number(1)> {};
//                     ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
template <class T>
struct derived_template : sized<number(T(4))> {
  //                            ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
  static const int initialized = sizeof(number(T(5)));
  //                                    ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
};
int initialized_of_int[derived_template<int>::initialized];
int initialized_of_long[derived_template<long>::initialized];
template <class T>
using aliased_by = decltype(number(T(6)));
//                          ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
aliased_by<int> declared_by_alias;
aliased_by<long> legal_declared_by_alias;
void local_class() {
  struct local {
    int bounded[number(1)];
    //          ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
    int legal_bounded[number(1L)];
  };
}

int initialized = sizeof(number(1)) + noexcept(number(1));
//                       ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code
//                                             ^ error until 16: 'number' is restrict\(amp\) and cannot be called from restrict\(cpu\) code

decltype(number(1L)) legal_declared;
int legal_initialized = sizeof(number(1L)) + noexcept(number(1u));
using legal_aliased = decltype(number(1u));
int legal_bounded[number(1L)];
static_assert(sizeof(legal_bounded) == sizeof(int), "");
enum legal_enumerated { legal_enumerator = number(1L) };
static_assert(number(1L) == 1 && constructed(1L).value == 1, "");
auto legal_result(int x) restrict(amp) -> decltype(number(x));
void legal_body() restrict(amp) {
  static_assert(number(1) == 2, "");
  decltype(number(1)) local[number(1)] = {};
  (void)local;
}
}  // namespace constants
