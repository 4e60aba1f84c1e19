// Spec 2.3.2.1: operators, constructors and conversions whose overloads for cpu and amp differ in
// their parameters or default arguments. A call in a function for both resolves for each
// restriction.
#include <amp.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace concurrency;

struct number {
  int value;
  int operator[](int x) const restrict(cpu) { return value + x; }
  int operator[](float x) const restrict(amp) { return value + static_cast<int>(10 * x); }
  int operator()(int x) const restrict(cpu) { return value + x; }
  int operator()(long x) const restrict(amp) { return value + 10 * static_cast<int>(x); }
  number& operator=(int x) restrict(cpu) {
    value = x;
    return *this;
  }
  number& operator=(float x) restrict(amp) {
    value = static_cast<int>(10 * x);
    return *this;
  }
  number& operator++() restrict(cpu) {
    value += 1;
    return *this;
  }
  friend int operator*(number a, int b) restrict(cpu) { return a.value + b; }
  friend int operator*(number a, long b) restrict(amp) {
    return a.value + 10 * static_cast<int>(b);
  }
};
number& operator++(number& x) restrict(amp) {
  x.value += 10;
  return x;
}
int operator+(number a, int b) restrict(cpu) { return a.value + b; }
int operator+(number a, long b) restrict(amp) { return a.value + 10 * static_cast<int>(b); }
int operator-(const number& a, int b) restrict(cpu) { return a.value + b; }
template <class T>
int operator-(number a, T b) restrict(amp) {
  return a.value + 10 * b;
}

int of_binary_operators() restrict(cpu, amp) {
  const number zero{0};
  return zero + 1 + (zero - 2) + zero * 3;
}
int of_members() restrict(cpu, amp) {
  number object{0};
  const int sum = object[1] + object(2);
  object = 3;
  return sum + object.value;
}
int of_unary_operator() restrict(cpu, amp) {
  number object{0};
  return (++object).value;
}
template <class T>
int of_template(T x) restrict(cpu, amp) {
  return number{0} + x;
}

struct counted {
  int value;
  explicit counted(int x) restrict(cpu, amp) : value(x) {}
  counted(const counted& other) restrict(cpu, amp) : value(other.value) {}
  ~counted() restrict(cpu, amp) { value = -1000; }
};
counted operator+(const counted& a, int b) restrict(cpu) { return counted(a.value + b); }
counted operator+(counted a, long b) restrict(amp) {
  return counted(a.value + 10 * static_cast<int>(b));
}
int of_chain() restrict(cpu, amp) {
  const counted& result = counted(0) + 1 + 2;
  return result.value;
}

struct made {
  int value;
  made(int x) restrict(cpu) : value(x) {}
  made(float x) restrict(amp) : value(static_cast<int>(10 * x)) {}
};
int value_of(const made& x) restrict(cpu, amp) { return x.value; }
made make() restrict(cpu, amp) { return 1; }
int of_constructors() restrict(cpu, amp) {
  made direct(1);
  made copied = 2;
  made list[2] = {3, 4};
  return direct.value + copied.value + list[1].value + value_of(5) + make().value + made{6}.value;
}

struct with_members : made {
  made member;
  made initialized = 3;
  with_members() restrict(cpu, amp) : made(1), member(2) {}
};
int of_members_and_bases() restrict(cpu, amp) {
  const with_members object;
  return object.value + object.member.value + object.initialized.value;
}
struct inheriting : made {
  using made::made;
};
int of_inherited_constructor() restrict(cpu, amp) { return inheriting(1).value; }

struct made_of_two {
  int value;
  made_of_two(int x, int y = 2) restrict(cpu) : value(x * y) {}
  made_of_two(int x, float y = 20) restrict(amp) : value(x * static_cast<int>(y)) {}
};
struct inheriting_defaults : made_of_two {
  using made_of_two::made_of_two;
};
int of_inherited_default_argument() restrict(cpu, amp) { return inheriting_defaults(1).value; }

struct of_template_for_amp {
  int value;
  of_template_for_amp(int x, int y = 1) restrict(cpu) : value(x * y) {}
  template <class T>
  of_template_for_amp(T x) restrict(amp) : value(static_cast<int>(10 * x)) {}
};
int of_constructor_template() restrict(cpu, amp) { return of_template_for_amp(1).value; }

class with_private_constructors {
 public:
  with_private_constructors() restrict(cpu, amp) : value(0) {}
  int call() const restrict(cpu, amp) { return with_private_constructors(1).value; }

 private:
  int value;
  with_private_constructors(int x) restrict(cpu) : value(x) {}
  with_private_constructors(float x) restrict(amp) : value(static_cast<int>(10 * x)) {}
};
int of_private_constructors() restrict(cpu, amp) { return with_private_constructors().call(); }

// The conversion of the argument differs, too, and the calls in it.
int inner(int x) restrict(cpu) { return x; }
int inner(long x) restrict(amp) { return 10 * static_cast<int>(x); }
int outer(made x) restrict(cpu) { return x.value; }
int outer(const made& x) restrict(amp) { return 10 * x.value; }
int of_converted_argument() restrict(cpu, amp) { return outer(inner(1)); }

struct convertible {
  int value;
  template <class T>
  operator T() const restrict(cpu) {
    return T(value);
  }
  template <class T>
  operator T() const restrict(amp) {
    return T(10 * value);
  }
};
int of_conversion_template() restrict(cpu, amp) {
  const convertible object{1};
  const int result = object;
  return result;
}

namespace operators {
int operator/(number a, int b) restrict(cpu) { return a.value + b; }
int operator/(number a, int b) restrict(amp) { return a.value + 10 * b; }
}  // namespace operators
int of_using_declaration() restrict(cpu, amp) {
  using operators::operator/;
  return number{0} / 1;
}

int with_default(int x, int y = 1) restrict(cpu) { return x + y; }
int with_default(int x, int y = 10) restrict(amp) { return x + y; }
struct with_default_of_member {
  int value;
  with_default_of_member(int x = 1) restrict(cpu) : value(x) {}
  with_default_of_member(int x = 10) restrict(amp) : value(x) {}
  int member(int x = 1) const restrict(cpu) { return value + x; }
  int member(int x = 10) const restrict(amp) { return value + x; }
};
int of_default_arguments() restrict(cpu, amp) {
  return with_default(0) + with_default_of_member().member();
}

struct with_static {
  int value;
  static int member(int x) restrict(cpu) { return x; }
  int member(long x) const restrict(amp) { return value + 10 * static_cast<int>(x); }
};
int of_static_member() restrict(cpu, amp) {
  const with_static object{0};
  return object.member(1);
}

// Each call has ten times the value in amp code.
int all(int which) restrict(cpu, amp) {
  switch (which) {
    case 0:
      return of_binary_operators();
    case 1:
      return of_members();
    case 2:
      return of_unary_operator();
    case 3:
      return of_template(1);
    case 4:
      return of_chain();
    case 5:
      return of_constructors();
    case 6:
      return of_members_and_bases();
    case 7:
      return of_inherited_constructor();
    case 8:
      return of_constructor_template();
    case 9:
      return of_private_constructors();
    case 10:
      return of_conversion_template();
    case 11:
      return of_static_member();
    case 12:
      return of_default_arguments();
    case 13:
      return of_using_declaration();
    default:
      return of_inherited_default_argument();
  }
}
constexpr int expected[] = {6, 6, 1, 1, 3, 19, 6, 1, 1, 1, 1, 1, 3, 1, 2};
constexpr int count = sizeof(expected) / sizeof(expected[0]);

TEST(OtherParameters, ResolveForEachRestriction) {
  std::vector<int> results(count);
  const array_view<int> view(results);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = all(i[0]); });
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(all(i), expected[i]) << i;
    EXPECT_EQ(view[i], 10 * expected[i]) << i;
  }
}

// What an overload needs for its parameters is evaluated where it is called.
int host_value() { return 1; }
int amp_value() restrict(amp) { return 10; }
struct of_host {
  int value;
  char unused;
  explicit of_host(int x) : value(x) {}
  operator int() const { return value; }
};
struct from_int {
  int value;
  char unused;
  from_int(int x) : value(x) {}
  ~from_int() {}
};
int with_default(int x = host_value()) restrict(cpu) { return x; }
int with_default(int x = amp_value()) restrict(amp) { return x; }
int with_list(std::vector<int> x = {1}) restrict(cpu) { return x[0]; }
int with_list(int x = 10) restrict(amp) { return x; }
int with_conversion(const from_int& x) restrict(cpu) { return x.value; }
int with_conversion(int x) restrict(amp) { return 10 * x; }
struct constructed_with_default {
  int value;
  constructed_with_default(int x = host_value()) restrict(cpu) : value(x) {}
  constructed_with_default(int x = amp_value()) restrict(amp) : value(x) {}
  int member(from_int x = host_value()) const restrict(cpu) { return x.value; }
  int member(int x = 10) const restrict(amp) { return x; }
};
struct one {
  int value;
};
int with_initializer_list(std::initializer_list<int> x) restrict(cpu) { return *x.begin(); }
int with_initializer_list(one x) restrict(amp) { return 10 * x.value; }
int of_cpu_parameters() restrict(cpu, amp) {
  const constructed_with_default object;
  return with_default() + with_list() + with_conversion(1) + object.value + object.member() +
         with_initializer_list({1});
}

TEST(OtherParameters, NeedNothingElsewhere) {
  EXPECT_EQ(of_cpu_parameters(), 6);
  int result = 0;
  const array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = of_cpu_parameters(); });
  EXPECT_EQ(view[0], 60);
}

/// Counts those that exist. Only calls in amp code make one of an array.
struct temporary {
  array<int>& count;
  temporary(array<int>& of) restrict(cpu, amp) : count(of) { ++count[0]; }
  ~temporary() restrict(cpu, amp) { --count[0]; }
};
int take(array<int>&) restrict(cpu) { return 0; }
int take(const temporary& x) restrict(amp) { return x.count[0]; }
struct taken {
  int value;
  taken(array<int>&) restrict(cpu) : value(0) {}
  taken(const temporary& x) restrict(amp) : value(x.count[0]) {}
};
struct with_taken {
  taken member;
  int behind;
  with_taken(array<int>& count) restrict(cpu, amp) : member(count), behind(count[0]) {}
};
int of_temporaries(array<int>& count) restrict(cpu, amp) {
  take(count);
  int sum = count[0];
  const int value = take(count);
  if (count[0] == 0) sum += value;
  const taken object(count);
  if (count[0] == 0) sum += 10 * object.value;
  if (take(count) == 1) sum += 100 * (1 - count[0]);
  const with_taken member(count);
  return sum + 1000 * (member.member.value - member.behind);
}

TEST(OtherParameters, DestroyTemporariesBehindTheFullExpression) {
  array<int> count(1);
  int result = 0;
  const array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [ =, &count ](index<1> i) restrict(amp) {
        count[0] = 0;
        view[i] = of_temporaries(count);
      });
  EXPECT_EQ(view[0], 1111);
}

TEST(OtherParameters, ConvertArguments) {
  EXPECT_EQ(of_converted_argument(), 1);
  int result = 0;
  const array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = of_converted_argument(); });
  EXPECT_EQ(view[0], 1000);
}

}  // namespace
