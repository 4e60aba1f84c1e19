// Spec 2.1.1 and 2.2: specifiers on unusual declarators, and what stands behind them.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;

template <class Function>
int run_in_kernel(Function function) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = function(); });
  return view[0];
}

int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
int (*both[2])(int) restrict(cpu) = {twice, thrice};
int (*choose(bool first) restrict(cpu))(int) restrict(cpu) { return first ? twice : thrice; }
int (&choose_reference(int (*unused)(int) restrict(cpu)) restrict(cpu))(int) {
  static_cast<void>(unused);
  return twice;
}

template <int (*Function)(int) restrict(cpu) = twice, class T = int>
T call_argument(T x) {
  return Function(x);
}

TEST(Declarators, OfPointersToFunctionsHaveSpecifiers) {
  EXPECT_EQ(call_argument(5), 10);
  EXPECT_EQ(call_argument<thrice>(5), 15);
  EXPECT_EQ(both[1](5), 15);
  EXPECT_EQ(choose(true)(5), 10);
  EXPECT_EQ(choose(false)(5), 15);
  EXPECT_EQ(choose_reference(nullptr)(5), 10);
}

[[maybe_unused]] int ordinary, (*second)(int)restrict(cpu) = twice,
                               (*third)(int)restrict(cpu) = thrice;
int same(int x) restrict(cpu, amp), (half)(int x) restrict(cpu, amp);
int same(int x) restrict(cpu, amp) { return x; }
int(half)(int x) restrict(cpu, amp) { return x / 2; }
int (*(*chooser)(bool)restrict(cpu))(int) = choose;
int (*(choose_other)(bool first) restrict(cpu))(int) { return choose(!first); }

TEST(Declarators, InParenthesesHaveSpecifiers) {
  EXPECT_EQ(second(5), 10);
  EXPECT_EQ(third(5), 15);
  EXPECT_EQ(same(5) + half(4), 7);
  EXPECT_EQ(run_in_kernel([]() restrict(amp) { return same(5) + half(4); }), 7);
  EXPECT_EQ(chooser(true)(5), 10);
  EXPECT_EQ(choose_other(true)(5), 15);
}

struct element {};
template <class First, int Number, class Second>
struct arguments {
  static constexpr int number = Number;
};

TEST(Declarators, CanBeArgumentsOfTemplatesBeforeOthers) {
  using functions = arguments<int() restrict(amp), 3, int(int) restrict(cpu)>;
  EXPECT_EQ(functions::number, 3);
  using of_class = arguments<element() restrict(amp), 4, element (*)(int) restrict(cpu)>;
  EXPECT_EQ(of_class::number, 4);
}

float kind() { return 1.5f; }
int kind() restrict(amp) noexcept { return 2; }
auto trailing() -> decltype(kind()) { return kind(); }
auto trailing() restrict(amp) -> decltype(kind()) { return kind(); }
[[maybe_unused]] void conditional() restrict(amp) noexcept(noexcept(kind())) {}
struct with_member {
  auto member(int x) const restrict(amp) -> decltype(kind() + x) { return kind() + x; }
};

// Spec 2.1.1: a specifier applies to all expressions up to the end of the function.
TEST(Declarators, ResolveTrailingTypes) {
  static_assert(std::is_same_v<decltype(trailing()), float>);
  EXPECT_EQ(trailing(), 1.5f);
  auto lambda = []() restrict(amp)->decltype(kind()) { return 3; };
  const int sum = run_in_kernel([lambda]() restrict(amp) {
    static_assert(std::is_same_v<decltype(trailing()), int>);
    static_assert(std::is_same_v<decltype(lambda()), int>);
    static_assert(noexcept(conditional()));
    return trailing() + lambda() + with_member().member(1);
  });
  EXPECT_EQ(sum, 2 + 3 + 3);
}

// The object of a member function, whose type the compiler knows before the function.
struct vector {
  int x, y;
  int dot(const vector& other) const restrict(cpu, amp) { return x * other.x + y * other.y; }
  int which() const restrict(cpu) { return 1; }
  long which() const restrict(amp) { return 2; }
  auto norm() const restrict(cpu, amp) -> decltype(dot(*this)) { return dot(*this); }
  auto first() const restrict(amp) -> decltype(this->x) { return x; }
  auto chosen() const restrict(amp) -> decltype(which()) { return which(); }
  auto unused() const restrict(amp) noexcept(noexcept(which())) -> decltype(which());
  template <class T>
  auto scaled(T by) const restrict(cpu, amp) -> decltype(dot(*this) * by) {
    return dot(*this) * by;
  }
  auto outside() const restrict(amp) -> decltype(which());
  static auto without_object() restrict(amp) -> decltype(kind()) { return kind(); }
};
auto vector::outside() const restrict(amp) -> decltype(which()) { return which(); }

TEST(Declarators, ResolveTrailingTypesOfMembers) {
  const vector host{3, 4};
  EXPECT_EQ(host.norm() + host.scaled(2), 75);
  const int sum = run_in_kernel([]() restrict(amp) {
    const vector v{3, 4};
    static_assert(std::is_same_v<decltype(v.chosen()), long>);
    static_assert(std::is_same_v<decltype(v.unused()), long>);
    static_assert(std::is_same_v<decltype(v.outside()), long>);
    static_assert(std::is_same_v<decltype(vector::without_object()), int>);
    return v.norm() + v.first() + v.scaled(2) + static_cast<int>(v.chosen() + v.outside()) +
           vector::without_object();
  });
  EXPECT_EQ(sum, 25 + 3 + 50 + 2 + 2 + 2);
}

int wide(int) restrict(cpu) { return 1; }
long wide(int) restrict(amp) { return 5000000000; }
[[maybe_unused]] int wide(int, int) restrict(cpu) { return 2; }
long wide(int, int) restrict(amp) { return 6000000000; }
template <class T>
struct of_class_template {
  T value;
  auto member(T x) const restrict(amp) -> decltype(wide(x)) { return wide(x); }
  static auto without_object(T x) restrict(amp) -> decltype(wide(x)) { return wide(x); }
  template <class... All>
  struct inner {
    auto pack(T first, All... rest) const restrict(amp) -> decltype(wide(first, rest...)) {
      return wide(first, rest...);
    }
  };
  auto of_object() const restrict(amp) -> decltype(wide(this->value)) { return wide(value); }
  auto outside(T x) const restrict(amp) -> decltype(wide(x));
  friend auto of_friend(const of_class_template&, T x) restrict(amp) -> decltype(wide(x)) {
    return wide(x);
  }
  auto for_both(T x) const restrict(cpu, amp) -> decltype(x + 1) { return x + 1; }
  auto for_cpu(T x) const -> decltype(wide(x)) { return wide(x); }
  // Templates whose types depend on the class, and on both
  template <class U>
  auto of_template(U) const restrict(amp) -> decltype(wide(T())) {
    return wide(T());
  }
  template <class U>
  auto of_both_parameters(T x, U y = 0) const restrict(amp) -> decltype(wide(x) + y) {
    return wide(x) + y;
  }
  template <int N, class... All>
  static auto of_number(T x, All... rest) restrict(amp)
      -> std::enable_if_t<(N > 0), decltype(wide(x, rest...))> {
    return wide(x, rest...);
  }
  template <class U>
  friend auto of_friend_template(const of_class_template&, U) restrict(amp) -> decltype(wide(T())) {
    return wide(T());
  }
};
template <class T>
auto of_class_template<T>::outside(T x) const restrict(amp) -> decltype(wide(x)) {
  return wide(x);
}

TEST(Declarators, ResolveTrailingTypesOfTemplatesInInstances) {
  const int count = run_in_kernel([]() restrict(amp) {
    using instance = of_class_template<int>;
    const instance object{1};
    const long wanted = 5000000000;
    return (object.of_template(1u) == wanted) + (object.of_both_parameters(1, 1L) == wanted + 1) +
           (object.of_both_parameters<int>(1) == wanted) +
           (instance::of_number<1>(1, 2) == 6000000000) +
           (of_friend_template(object, 1u) == wanted);
  });
  EXPECT_EQ(count, 5);
}

TEST(Declarators, ResolveTrailingTypesInInstances) {
  static_assert(std::is_same_v<decltype(of_class_template<int>().for_cpu(1)), int>);
  EXPECT_EQ(of_class_template<int>().for_cpu(1), 1);
  const int count = run_in_kernel([]() restrict(amp) {
    const of_class_template<int> object{1};
    const long wanted = 5000000000;
    return (object.member(1) == wanted) + (of_class_template<int>::without_object(1) == wanted) +
           (object.of_object() == wanted) + (object.outside(1) == wanted) +
           (of_friend(object, 1) == wanted) +
           (of_class_template<int>::inner<>().pack(1) == wanted) +
           (of_class_template<int>::inner<int>().pack(1, 2) == 6000000000) + object.for_both(1);
  });
  EXPECT_EQ(count, 7 + 2);
}

template <class T>
auto of_declval(T x) restrict(cpu, amp) -> decltype(std::declval<T>() + 1) {
  using result = decltype(std::declval<const T&>() + x);
  return static_cast<result>(x);
}

TEST(Declarators, CanNameValuesThatAreNotMade) {
  EXPECT_EQ(of_declval(2), 2);
  EXPECT_EQ(run_in_kernel([]() restrict(amp) { return static_cast<int>(of_declval(3)); }), 3);
}

int before_body() restrict(amp) noexcept[[]] { return 1; }
auto before_result() restrict(amp)[[]] -> int { return 2; }

template <class T>
struct wrapped {
  T value;
};

template <class T>
auto of_size(T x) restrict(cpu, amp) -> std::enable_if_t<sizeof(T) < 8, int> {
  return x + 1;
}
// clang-format off
template <class T, int N>
auto of_number(T x) restrict(cpu, amp) -> std::enable_if_t<N < 8, int> {
  return x + 2;
}
// clang-format on
template <class T, class = std::enable_if_t<sizeof(T) < 8>>
int of_deleted(T x) restrict(cpu) {
  return x + 3;
}
template <class T, class = std::enable_if_t<sizeof(T) < 8>>
int of_deleted(T) restrict(amp) = delete;

TEST(Declarators, CanCompareInTemplateArguments) {
  const auto all = []() restrict(cpu, amp) { return of_size(1) + 10 * of_number<int, 7>(1); };
  EXPECT_EQ(all(), 2 + 10 * 3);
  EXPECT_EQ(run_in_kernel(all), 2 + 10 * 3);
  EXPECT_EQ(of_deleted(1), 4);
}

TEST(Declarators, EndBehindAnglesAndBraces) {
  const auto by_angles = [](int x) restrict(cpu, amp)->wrapped<wrapped<wrapped<int>>> {
    return {{{x}}};
  };
  const auto by_braces = [](int x) mutable restrict(cpu, amp) noexcept(noexcept(wrapped<int>{1})) {
    return ++x;
  };
  const auto by_both =
      [](int x) mutable restrict(cpu, amp)->decltype(wrapped<wrapped<wrapped<int>>>{{{1}}}) {
    return {{{++x}}};
  };
  const auto all = [=]() restrict(cpu, amp) {
    auto braces = by_braces;
    auto both_of_them = by_both;
    return by_angles(1).value.value.value + braces(1) + both_of_them(1).value.value.value;
  };
  EXPECT_EQ(all(), 5);
  EXPECT_EQ(run_in_kernel(all), 5);
}

TEST(Declarators, HaveAttributesBehindTheSpecifier) {
  EXPECT_EQ(run_in_kernel([]() restrict(amp) { return before_body() + before_result(); }), 3);
}

int behind_name [[gnu::noinline]] (int x) restrict(cpu, amp) noexcept { return x + 1; }
struct with_attributes {
  int value;
  with_attributes [[gnu::noinline]] (int x) restrict(cpu, amp) noexcept : value(x) {}
  auto member [[gnu::noinline, gnu::cold]] () const restrict(cpu, amp) -> int { return value; }
  int operator[] [[gnu::noinline]] (int x) const restrict(cpu, amp) noexcept { return value + x; }
};

TEST(Declarators, HaveAttributesBehindTheName) {
  const auto all = []() restrict(cpu, amp) {
    const with_attributes object(10);
    return behind_name(0) + object.member() + object[100];
  };
  EXPECT_EQ(all(), 121);
  EXPECT_EQ(run_in_kernel(all), 121);
}

struct allocated {
  int value;
  static inline int allocations = 0;
  static void* operator new[](std::size_t size) restrict(cpu) noexcept {
    ++allocations;
    return ::operator new[](size);
  }
  static void operator delete[](void* memory) restrict(cpu) noexcept {
    --allocations;
    ::operator delete[](memory);
  }
};

TEST(Declarators, OfLambdasHaveAttributesBeforeMutable) {
  auto counter = [n = 1]() __attribute__((noinline)) mutable restrict(cpu) { return ++n; };
  EXPECT_EQ(counter() + counter(), 5);
  const auto same = [](int x) __attribute__((noinline)) restrict(cpu, amp) { return x; };
  EXPECT_EQ(same(3), 3);
  EXPECT_EQ(run_in_kernel([same]() restrict(amp) { return same(3); }), 3);
}

TEST(Declarators, OfOperatorsForArrays) {
  const allocated* elements = new allocated[2];
  EXPECT_EQ(allocated::allocations, 1);
  delete[] elements;
  EXPECT_EQ(allocated::allocations, 0);
}

TEST(Declarators, OfHandlersHaveSpecifiers) {
  int result = 0;
  try {
    throw &twice;
  } catch (int (*caught)(int) restrict(cpu)) {
    result = caught(5);
  }
  EXPECT_EQ(result, 10);
}

int throwing(int x) restrict(cpu) throw(int) {
  if (x == 0) throw 5;
  return x;
}
int throwing(int x) restrict(amp) { return 2 * x; }
int not_throwing() throw() { return 3; }

// Amp code has none (spec 2.4.2).
TEST(Declarators, HaveExceptionSpecificationsWithTypes) {
  EXPECT_THROW(throwing(0), int);
  static_assert(!noexcept(throwing(1)));
  static_assert(noexcept(not_throwing()));
  EXPECT_EQ(throwing(not_throwing()), 3);
  EXPECT_EQ(run_in_kernel([]() restrict(amp) { return throwing(1); }), 2);
}

template <class T>
T instantiated(T x) {
  return x + 1;
}
template <class T>
T instantiated(T x) restrict(amp) {
  return x + 2;
}
template int instantiated<int>(int);
template int instantiated<int>(int) restrict(amp);
template <>
long instantiated(long x) {
  return x + 10;
}
template <>
long instantiated(long x) restrict(amp) {
  return x + 20;
}

TEST(Declarators, OfInstantiationsAndSpecializationsNameTheTemplate) {
  EXPECT_EQ(instantiated(0) + instantiated(0L), 11);
  EXPECT_EQ(run_in_kernel([]() restrict(amp) {
              return instantiated(0) + static_cast<int>(instantiated(0L));
            }),
            22);
}

#define TEMPLATE template
TEMPLATE<class T> struct instantiated_members {
  T value;
  instantiated_members() restrict(cpu, amp) : value(0) {}
  T add(T x) const { return value + x + 1; }
  T add(T x) const restrict(amp) { return other(x); }
  T other(T x) const { return add(x); }
  T other(T x) const restrict(amp) { return value + x + 2; }
  template <class U>
  T outside(U x) const;
  template <class U>
  T outside(U x) const restrict(amp);
};
TEMPLATE<class T> TEMPLATE<class U> T instantiated_members<T>::outside(U x) const {
  return value + x + 3;
}
TEMPLATE<class T> TEMPLATE<class U> T instantiated_members<T>::outside(U x) const restrict(amp) {
  return value + x + 4;
}
template int instantiated_members<int>::add(int) const;
template int instantiated_members<int>::add(int) const restrict(amp);
TEMPLATE int instantiated_members<int>::other(int) const restrict(amp);
TEMPLATE int instantiated_members<int>::other(int) const;
TEMPLATE int instantiated_members<int>::outside(int) const;
TEMPLATE int instantiated_members<int>::outside(int) const restrict(amp);
TEMPLATE unsigned instantiated(unsigned);
TEMPLATE unsigned instantiated(unsigned) restrict(amp);

TEST(Declarators, OfInstantiationsNameTheMember) {
  const auto sum = []() restrict(cpu, amp) {
    const instantiated_members<int> object;
    return object.add(0) + 10 * object.other(0) + 100 * object.outside(0);
  };
  EXPECT_EQ(sum(), 311);
  EXPECT_EQ(run_in_kernel(sum), 422);
}

template <class T>
struct overloaded_members {
  T value;
  overloaded_members() restrict(amp) : value(2) {}
  overloaded_members() : value(1) {}
  T add(T x) const restrict(cpu) { return value + x; }
  T add(T x) const restrict(amp) { return value + 2 * x; }
  static T origin() restrict(amp) { return 2; }
  static T origin() { return 1; }
  T operator()() const { return value; }
  T operator()() const restrict(amp) { return value; }
  struct nested {
    T scale(T x) const restrict(cpu) { return x; }
    T scale(T x) const restrict(amp) { return x; }
  };
};
template <>
overloaded_members<int>::overloaded_members() restrict(cpu) : value(10) {}
template <>
overloaded_members<int>::overloaded_members() restrict(amp) : value(20) {}
template <>
int overloaded_members<int>::add(int x) const restrict(amp);
template <>
int overloaded_members<int>::add(int x) const {
  return value + 3 * x;
}
template <>
int overloaded_members<int>::add(int x) const restrict(amp) {
  return value + 4 * x;
}
template <>
int overloaded_members<int>::origin() {
  return 30;
}
template <>
int overloaded_members<int>::operator()() const restrict(amp) {
  return value + origin();
}
template <>
int overloaded_members<int>::nested::scale(int x) const restrict(cpu) {
  return 5 * x;
}
template <>
int overloaded_members<int>::nested::scale(int x) const restrict(amp) {
  return 6 * x;
}

TEST(Declarators, OfSpecializedMembersNameTheOverload) {
  const overloaded_members<long> general;
  EXPECT_EQ(general.add(100), 101);
  const overloaded_members<int> special;
  EXPECT_EQ(special.add(100), 310);
  EXPECT_EQ(special(), 10);
  EXPECT_EQ(special.origin(), 30);
  EXPECT_EQ(overloaded_members<int>::nested().scale(7), 35);
  EXPECT_EQ(
      run_in_kernel([]() restrict(amp) { return overloaded_members<int>::nested().scale(7); }), 42);
  EXPECT_EQ(run_in_kernel([]() restrict(amp) {
              return overloaded_members<int>().add(100) + 1000 * overloaded_members<int>()();
            }),
            420 + 22'000);
}

}  // namespace
