// Spec 2.3.2.1: expressions that belong to a declaration and are evaluated elsewhere, as default
// arguments and initializers are, call the overloads for the code that evaluates them.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

#include <tuple>
#include <type_traits>

namespace {

using namespace concurrency;
using milliamp::tests::both;
using milliamp::tests::values_of;

constexpr int where() restrict(amp) { return 1; }
constexpr int where() restrict(cpu) { return 2; }
template <class T>
int where_as() restrict(amp) {
  return 1;
}
template <class T>
int where_as() restrict(cpu) {
  return 2;
}

/// Records on which side it has been constructed.
struct sided {
  sided() restrict(amp) : value(1) {}
  sided() restrict(cpu) : value(2) {}
  explicit sided(int) restrict(amp) : value(10) {}
  explicit sided(int) restrict(cpu) : value(20) {}
  ~sided() restrict(cpu, amp) {}
  int value;
};

// --- Default initializers of members -------------------------------------------------------------

template <class T>
struct with_initializers {
  T plain = where();
  T dependent = where_as<T>();
  sided made = sided(3);
  with_initializers() restrict(cpu, amp) {}
};
template <class T>
struct out_of_line {
  T value = where();
  out_of_line() restrict(cpu, amp);
};
template <class T>
out_of_line<T>::out_of_line() restrict(cpu, amp) {}

TEST(Initializers, OfMembersOfClassTemplates) {
  const both sums = values_of([]() restrict(cpu, amp) {
    const with_initializers<int> object;
    return object.plain + 10 * object.dependent + 100 * object.made.value;
  });
  EXPECT_EQ(sums, (both{1011, 2022}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return out_of_line<int>().value; }), (both{1, 2}));
}

TEST(Initializers, OfLocalClasses) {
  const both values = values_of([]() restrict(cpu, amp) {
    struct local {
      int value = where();
    };
    const local object{};
    return object.value;
  });
  EXPECT_EQ(values, (both{1, 2}));
}

// --- Default arguments ---------------------------------------------------------------------------

template <class T>
int plain_argument(T, int value = where()) restrict(cpu, amp) {
  return value;
}
template <class T>
int dependent_argument(T, T value = where_as<T>()) restrict(cpu, amp) {
  return value;
}
template <class T>
struct with_arguments {
  T value;
  explicit with_arguments(int initial = where()) restrict(cpu, amp) : value(initial) {}
  int member(int argument = where()) const restrict(cpu, amp) { return argument; }
};

TEST(Initializers, ThatAreDefaultArgumentsOfTemplates) {
  EXPECT_EQ(
      values_of([]() restrict(cpu, amp) { return plain_argument(0) + 10 * dependent_argument(0); }),
      (both{11, 22}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const with_arguments<int> object;
              return object.value + 10 * object.member();
            }),
            (both{11, 22}));
  const auto generic = [](auto, int value = where()) restrict(cpu, amp) { return value; };
  EXPECT_EQ(values_of([generic]() restrict(cpu, amp) { return generic(0); }), (both{1, 2}));
}

// --- Lambdas -------------------------------------------------------------------------------------

int lambda_argument(int x = []() restrict(cpu, amp) { return where(); }()) restrict(cpu, amp) {
  return x;
}
template <class T>
T lambda_argument_of(
    T, T x = [](T) restrict(cpu, amp) { return where_as<T>(); }(0)) restrict(cpu, amp) {
  return x;
}
template <class Function>
int called(Function function) restrict(cpu, amp) {
  return function(0);
}
template <class T>
struct with_lambdas {
  T value = called([](T) restrict(cpu, amp) { return where_as<T>(); });
  static inline const auto lambda = [](T) restrict(cpu, amp) { return where_as<T>(); };
  T member(T x = [](T) restrict(cpu, amp) { return where_as<T>(); }(0)) restrict(cpu, amp) {
    return x;
  }
};
template <class T>
auto variable = [](T) restrict(cpu, amp) {
  return where_as<T>();
};

TEST(Initializers, ContainLambdas) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              with_lambdas<int> object;
              return lambda_argument() + 10 * lambda_argument_of(0) + 100 * object.value +
                     1000 * object.member();
            }),
            (both{1111, 2222}));
  const auto of_class = with_lambdas<long>::lambda;
  const auto of_template = variable<int>;
  EXPECT_EQ(values_of([=]() restrict(cpu, amp) { return of_class(0) + 10 * of_template(0); }),
            (both{11, 22}));
}

// --- Elements of arrays --------------------------------------------------------------------------

struct with_arrays {
  sided elements[2] = {};
  sided others[2];
  with_arrays() restrict(cpu, amp) : others{} {}
};

TEST(Initializers, OfElementsWithoutInitializersOfTheirOwn) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const sided some[3] = {sided(0)};
              const sided none[2][2] = {};
              return some[0].value + some[2].value * 100 + none[1][1].value * 1000;
            }),
            (both{1110, 2220}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const with_arrays object;
              return object.elements[1].value + 10 * object.others[1].value;
            }),
            (both{11, 22}));
}

#ifdef __cpp_aggregate_paren_init
TEST(Initializers, InParentheses) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const sided some[3](sided(0));
              return some[0].value + some[2].value * 100;
            }),
            (both{110, 220}));
}
#endif

// --- Constants -----------------------------------------------------------------------------------

int in_lambda() restrict(amp) {
  const auto lambda = [] {
    constexpr int constant = where();
    static_assert(constant == 1);
    int elements[where()] = {5};
    return constant + elements[0];
  };
  return lambda();
}
int in_local_class() restrict(amp) {
  struct local {
    int member() const {
      const int constant = where();
      return constant;
    }
    int value;
  };
  return local{0}.member();
}

// Spec 2.2.1: specifiers apply to the functions within the body.
TEST(Initializers, OfConstantsInNestedFunctions) {
  int results[2] = {};
  array_view<int> view(2, results);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        view[0] = in_lambda();
        view[1] = in_local_class();
      });
  view.synchronize();
  EXPECT_EQ(results[0], 6);
  EXPECT_EQ(results[1], 1);
}

template <class T>
T constant_sum() restrict(cpu, amp) {
  const T constant = where();
  const int next = constant + 1;
  const int& reference = next;
  T sum = 0;
  for (int i = 0; i < constant; ++i) sum += 100;
  switch (constant) {
    case 1:
      return sum + 1000 + reference;
    case 2:
      return sum + 2000 + reference;
    default:
      return sum;
  }
}

TEST(Initializers, OfConstantsWhoseValuesDiffer) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return constant_sum<int>(); }), (both{1102, 2203}));
}

// --- Arguments of class templates
// -----------------------------------------------------------------

template <class T>
struct sided_box {
  explicit sided_box(T x) restrict(amp) : value(x), side(1) {}
  explicit sided_box(T x) restrict(cpu) : value(x), side(2) {}
  template <class U>
  sided_box(T x, U) restrict(amp) : value(x), side(3) {}
  sided_box(T x, T) restrict(cpu) : value(x), side(4) {}
  T value;
  int side;
};
template <class T>
explicit sided_box(T*) -> sided_box<T*>;
const sided_box global_box(1);

TEST(Initializers, DeduceTheArgumentsOfClassTemplates) {
  EXPECT_EQ(global_box.side, 2);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const sided_box one(1);
              const sided_box other(1.f, 2.f);
              const sided_box copy = sided_box(one);
              const auto sizes = static_cast<int>(sizeof(one) + sizeof(other) + sizeof(copy));
              return one.side + 10 * other.side + 100 * copy.side + 1000 * sizes;
            }),
            (both{24131, 24242}));
  int in_kernel = 0;
  array_view<int> result(1, &in_kernel);
  parallel_for_each(
      result.extent, [=](index<1> i) restrict(amp) { result[i] = sided_box(i[0], 2.f).side; });
  EXPECT_EQ(result[0], 3);
}

// --- Structured bindings -------------------------------------------------------------------------

struct pair_like {
  template <std::size_t>
  int get() const restrict(amp) {
    return 1;
  }
  template <std::size_t>
  int get() const restrict(cpu) {
    return 2;
  }
};

}  // namespace

template <>
struct std::tuple_size<pair_like> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I>
struct std::tuple_element<I, pair_like> {
  using type = int;
};

namespace {

int of_bindings() restrict(cpu, amp) {
  const auto [first, second] = pair_like();
  return first + 10 * second;
}

TEST(Initializers, OfStructuredBindings) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_bindings(); }), (both{11, 22}));
}

// --- Functions that an alias declares ------------------------------------------------------------

using of_amp = int(int) restrict(amp);
using of_both = int(int) restrict(cpu, amp);
of_amp declared_by_alias;
of_both both_by_alias;
struct with_alias {
  of_both member;
  int value;
};
template <class T>
using of_template = T(T) restrict(cpu, amp);
using of_instance = of_template<int>;
of_template<int> declared_by_template;
of_instance declared_by_instance;
int declared_by_template(int x) restrict(cpu, amp) { return x + 3; }
int declared_by_instance(int x) restrict(cpu, amp) { return x + 4; }
int declared_by_alias(int x) restrict(amp) { return x + 1; }
int both_by_alias(int x) restrict(cpu, amp) { return x + 2; }
int with_alias::member(int x) restrict(cpu, amp) { return x + value; }

// Spec 2.3.2: restriction specifiers are part of a function type.
TEST(Declarators, ByAnAliasHaveItsRestrictions) {
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        with_alias object{100};
        view[i] = declared_by_alias(0) + both_by_alias(10) + object.member(1000);
      });
  view.synchronize();
  EXPECT_EQ(result, 1113);
  EXPECT_EQ(both_by_alias(1), 3);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              return declared_by_template(0) + 10 * declared_by_instance(0);
            }),
            (both{43, 43}));
}

}  // namespace
