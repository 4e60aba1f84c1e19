// Spec 2.3.2.1: amp code can need no constant whose value depends on the overloads that it calls. The
// compiler knows the value for the CPU only.
namespace in_namespace {
constexpr int where() restrict(cpu) { return 1; }
constexpr int where() restrict(amp) { return 2; }
constexpr int between() restrict(cpu, amp) { return where(); }
constexpr int once() restrict(cpu, amp) { return 3; }
constexpr int of_once() restrict(cpu, amp) { return once(); }
constexpr int by_default(int x = where()) restrict(cpu, amp) { return x; }
template <int n> struct number { static constexpr int value = n; };
struct constructed {
  int value;
  constexpr constructed() restrict(cpu, amp) : value(where()) {}
};
struct initialized {
  int value = where();
};

constexpr int host = between();
static_assert(between() == 1 && number<between()>::value == 1, "");

int in_amp_code(int n) restrict(amp) {
  constexpr int constant = between();
  //            ^ error: the constant 'constant' would have one value in amp code and another in code for the CPU
  constexpr constructed object;
  //                    ^ error: the constant 'object' would have one value
  constexpr initialized aggregate{};
  //                    ^ error: the constant 'aggregate' would have one value
  int bounded[between()] = {};
  //          ^ error: the constant '.*between\(\)' would have one value
  int argument = number<by_default()>::value;
  //                    ^ error: the constant '.*by_default\(.*\)' would have one value
  static_assert(between() == 1, "");
  //            ^ error: the constant '.*between\(\)' would have one value
  const int needed = between();
  //        ^ error: the constant 'needed' would have one value
  static_assert(needed == 1, "");
  switch (n) {
    case between():
    //   ^ error: the constant '.*between\(\)' would have one value
      return 0;
  }
  constexpr int legal = of_once() + where();
  int legal_bounded[of_once()] = {};
  static_assert(where() == 2 && of_once() == 3, "");
  const int legal_value = between();
  return constant + object.value + aggregate.value + bounded[0] + argument + legal + legal_bounded[0] + legal_value;
}
int for_both() restrict(cpu, amp) {
  enum { enumerator = between() };
  //                  ^ error: the constant '.*between\(\)' would have one value
  constexpr int legal = of_once();
  const int legal_value = between();
  return legal + legal_value;
}
}  // namespace in_namespace

constexpr int where() restrict(cpu) { return 1; }
constexpr int where() restrict(amp) { return 2; }
constexpr int between() restrict(cpu, amp) { return where(); }
constexpr int legal_in_host_code = between();
int legal_bounded[between()];
int in_amp_code() restrict(amp) {
  constexpr int constant = between();
  //            ^ error: the constant 'constant' would have one value
  const int legal_value = between();
  return constant + legal_value;
}
