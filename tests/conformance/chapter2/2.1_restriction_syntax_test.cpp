// Spec 2.1, 13.1.1: where restriction specifiers may stand.
#include <amp.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace concurrency;

int free_function(int x) restrict(amp);
int free_function(int x) restrict(amp) { return x + 1; }

int both(int x) restrict(amp, cpu) { return x + 2; }
int sequence(int x) restrict(amp) restrict(cpu) { return x + 3; }
int host_only(int x) restrict(cpu) { return x + 4; }
int deduced(int x) restrict(auto) { return x + 5; }
int explicit_and_deduced(int x) restrict(cpu, auto) { return x + 6; }
inline int not_throwing(int x) restrict(amp, cpu) noexcept { return x + 7; }
auto trailing(int x) restrict(amp) -> double { return x + 0.5; }
auto trailing_and_noexcept(int x) restrict(amp) noexcept -> int { return x + 8; }

template <class T>
T function_template(T x) restrict(amp, cpu) {
  return x * 2;
}

class fred {
 public:
  fred() restrict(amp, cpu) : value_(0) {}
  explicit fred(int value) restrict(amp, cpu) : value_(value) {}
  fred(const fred& other) restrict(amp, cpu) : value_(other.value_) {}
  ~fred() restrict(amp, cpu) {}
  fred& operator=(const fred& other) restrict(amp, cpu) {
    value_ = other.value_;
    return *this;
  }
  fred operator+(const fred& rhs) const restrict(amp, cpu) { return fred(value_ + rhs.value_); }
  operator int() const restrict(amp, cpu) { return value_; }
  int kreeble(int x, int y) const restrict(amp, cpu) { return value_ + x * y; }
  int on_rvalue() && restrict(amp, cpu) { return value_; }
  static int zot() restrict(amp, cpu) { return 11; }

 private:
  int value_;
};

typedef int function_type(int) restrict(amp, cpu);
using function_pointer = int (*)(int) restrict(amp, cpu);

TEST(RestrictionSpecifiers, StandOnFunctionsOfAllKinds) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        const fred a(1);
        fred b;
        b = a + fred(2);
        view[i] = free_function(0) + both(0) + sequence(0) + not_throwing(0) +
                  trailing_and_noexcept(0) + function_template(4) + b.kreeble(2, 3) + fred::zot() +
                  fred(5).on_rvalue() + static_cast<int>(trailing(1));
      });
  view.synchronize();
  EXPECT_EQ(result[0], 1 + 2 + 3 + 7 + 8 + 8 + 9 + 11 + 5 + 1);
  EXPECT_EQ(host_only(0) + deduced(0) + explicit_and_deduced(0), 15);
}

TEST(RestrictionSpecifiers, StandOnLambdasOfAllForms) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp)->void {
        auto no_parameters = [] restrict(amp) { return 1; };
        auto with_list = []() restrict(amp) { return 2; };
        auto with_return_type = [](int x) restrict(amp)->int { return x; };
        auto capturing = [=](int x) restrict(amp, cpu) { return x + i[0]; };
        auto elided = [](int x) { return x; };
        int count = 0;
        auto counting = [count]() mutable restrict(amp) { return ++count; };
        auto generic = [](auto x) restrict(amp) { return x; };
        view[i] = no_parameters() + with_list() + with_return_type(4) + capturing(8) + elided(16) +
                  counting() * 32 + generic(64);
      });
  view.synchronize();
  EXPECT_EQ(result[0], 127);
}

TEST(RestrictionSpecifiers, StandOnFunctionTypesAndPointers) {
  function_type* by_type = both;
  function_pointer by_pointer = both;
  int (*direct)(int) restrict(amp, cpu) = both;
  EXPECT_EQ(by_type(1) + by_pointer(1) + direct(1), 9);
}

TEST(RestrictionSpecifiers, LeaveTheNameFreeForOtherUses) {
  const int restrict = 3;  // contextual: a keyword only before a parenthesis
  EXPECT_EQ(restrict + 1, 4);
}

}  // namespace
