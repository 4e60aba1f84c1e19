// Specifiers and constants where only C++20 has them.
#include <amp.h>

#include <coroutine>

namespace case_lambda_requires {
template <class T> concept c = sizeof(T) == 4;
auto a = []<class T> requires (sizeof(T) == 4) (T x) restrict(amp) { return x; };
auto b = []<class T> requires c<T> && (sizeof(T) == 4) (T x) restrict(amp) { return x; };
auto d = []<class T> requires requires (T x) { x + 1; } (T x) restrict(amp) { return x; };
auto e = []<int N = (3)>(int x) restrict(amp) { return x; };
int of_a() { return a(1); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
int of_b() { return b(1); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
int of_d() { return d(1); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
auto g = []() restrict(cpu) { return decltype([]() restrict(cpu, amp) { return 1; }())(1); };
auto h() restrict(amp) -> decltype([]() restrict(cpu, amp) { return 1; }());
int of_h() { return h(); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
auto i(int x) restrict(amp) -> decltype([](int y) { return y; }(1)) { return x; }
int of_i() { return i(1); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
int of_e() { return e(1); }
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_comparisons {
int a[2]; int restrict(int x) { return x; }
bool f(int amp) { return a[0] < (amp) && (amp) > restrict(amp) && a[0] < 1 && amp > (int)restrict(2); }
}
namespace case_requires_clause {
constexpr int f() restrict(amp) { return 1; } constexpr int g() restrict(cpu, amp) { return 1; }
template <class T> concept of_concept = f() == 1;
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> requires (f() == 1) void of_template(T);
//                           ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> void of_declarator(T) requires (f() == 1);
//                                                 ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> struct partial;
template <class T> requires (f() == 1) struct partial<T*> {};
//                           ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> requires (f() == 1) void of_amp_function(T) restrict(amp);
template <class T> concept of_both = g() == 1;
template <class T> requires (g() == 1) void of_both_template(T);
}
namespace case_explicit {
constexpr int f() restrict(amp) { return 1; } constexpr int g() restrict(cpu, amp) { return 1; }
struct s { explicit(f()) s(int); explicit(f()) operator int(); explicit(f()) s(float) restrict(amp); explicit(g()) s(long); };
//                  ^ error: spec 2\.3\.2\.1, --allow=calls
//                                        ^ error: spec 2\.3\.2\.1, --allow=calls
template <class T> struct of_template { explicit(f()) of_template(T); };
//                                               ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_defaulted_comparison {
struct for_cpu { int i; bool operator==(const for_cpu&) const; };
struct for_both { int i; bool operator==(const for_both&) const restrict(cpu, amp); };
struct of_cpu { for_cpu m; bool operator==(const of_cpu&) const = default; };
//                                                                      ^ error: 'operator==' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
struct of_both { for_both m; bool operator==(const of_both&) const = default; };
bool on_host(const of_cpu& x) { return x == x; }
bool f(const of_cpu& x) restrict(amp) { return x == x; }
bool f(const of_both& x) restrict(amp) { return x == x; }
}
namespace case_coroutines {
struct task { struct promise_type {
  task get_return_object(); std::suspend_never initial_suspend() noexcept; std::suspend_never final_suspend() noexcept;
  void return_void(); std::suspend_never yield_value(int); void unhandled_exception();
}; };
task of_return() restrict(amp) { co_return; }
//                               ^ error: amp code cannot contain co_return.*spec 2\.4\.3\.4, --allow=coroutines
task of_await() restrict(cpu, amp) { co_await std::suspend_never(); }
//                                   ^ error: amp code cannot contain co_await.*spec 2\.4\.3\.4, --allow=coroutines
task of_yield() restrict(amp) { co_yield 1; }
//                              ^ error: amp code cannot contain co_yield.*spec 2\.4\.3\.4, --allow=coroutines
auto of_lambda = []() restrict(amp) -> task { co_return; };
//                                            ^ error: amp code cannot contain co_return.*spec 2\.4\.3\.4, --allow=coroutines
template <class T> task of_template(T x) restrict(amp) { co_yield x; }
//                                                       ^ error: amp code cannot contain co_yield.*spec 2\.4\.3\.4, --allow=coroutines
task of_instance() restrict(amp) { return of_template(1); }
task of_cpu() { co_yield 1; co_return; }
}
