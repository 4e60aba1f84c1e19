// What is legal beside what the sections of chapter 2 forbid, run on the host and in kernels.
#include <amp.h>
#include <amp_math.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace {

using namespace concurrency;

struct point {
  int x;
  float y[3];
  bool flag;
};
struct moved : point {
  explicit moved(int by) restrict(cpu, amp) : point{by, {}, true} {}
};
enum class color : unsigned { red = 3, green };
const int constant = 5;
struct of_constants {
  static const int defined_twice = 3;
};
const int of_constants::defined_twice;
template <int N>
int times(int x) restrict(amp) {
  return N * x;
}

constexpr int constexpr_function(int n) { return n + 1; }
inline int helper(const int* values, int& sum) restrict(cpu, amp) { return sum += *values; }

int host_only(int n) {
  static int calls = 0;
  ++calls;
  if (n == 13) throw std::runtime_error("13");
  return n == 0 ? calls : host_only(n - 1);
}

TEST(Legal, HostCodeIsOrdinary) {
  EXPECT_EQ(host_only(2), 3);
  EXPECT_THROW(host_only(13), std::runtime_error);
  auto by_reference = [&](std::vector<char>& text) { text.push_back('x'); };
  std::vector<char> text;
  by_reference(text);
  EXPECT_EQ(text.size(), 1u);
}

TEST(Legal, AmpCodeUsesItsSubset) {
  std::vector<float> result(4);
  array_view<float> view(result);
  array<int> numbers(4);
  parallel_for_each(
      view.extent, [ =, &numbers ](index<1> i) restrict(amp) {
        moved object(i[0]);
        int sum = constant;
        const int* pointer = &object.x;
        helper(pointer, sum);
        static const int more = 2;
        auto lambda = [sum](int x) { return x + sum; };
        constexpr int evaluated = constexpr_function(constant + 1);
        numbers[i] = static_cast<int>(color::green) + sum + constexpr_function(0) + evaluated - 7;
        view[i] = lambda(numbers[i]) + more + 0.5f * precise_math::fabs(-1.0f);
      });
  for (int i = 0; i < 4; ++i) EXPECT_EQ(view[i], (4 + i + 6) + (i + 5) + 2 + 0.5f);
}

TEST(Legal, AmpCodeUsesStaticConstants) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        const int lengths[of_constants::defined_twice] = {1, 2, 3};
        view[i] = of_constants::defined_twice + lengths[2];
      });
  EXPECT_EQ(view[0], 6);
}

TEST(Legal, AmpCodeUsesConstantsOfTheCodeAroundIt) {
  std::vector<int> result(1);
  array_view<int> view(result);
  const int number = 2;
  constexpr double reals[] = {0.5, 3.0};
  struct local {
    int value() const restrict(amp) { return number + 10; }
  };
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        view[i] = number + static_cast<int>(reals[1]) + local().value();
      });
  EXPECT_EQ(view[0], 2 + 3 + 12);
}

// Values of constants, where no conversion says so.
TEST(Legal, AmpCodeUsesConstantsAsTemplateArgumentsAndInLists) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        struct pair {
          int x, y;
        };
        const int lengths[2] = {of_constants::defined_twice, 1};
        const pair both{of_constants::defined_twice, of_constants::defined_twice};
        view[i] = times<of_constants::defined_twice>(10) + lengths[0] + both.y;
      });
  EXPECT_EQ(view[0], 36);
}

// Bindings of local variables.
TEST(Legal, AmpCodeHasStructuredBindings) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        struct pair {
          int x, y;
        };
        const auto [x, y] = pair{3, 4};
        view[i] = 10 * x + y;
      });
  EXPECT_EQ(view[0], 34);
}

TEST(Legal, AmpCodeCallsMathFunctions) {
  std::vector<double> result(1);
  array_view<double> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        const float two = 2;
        view[i] = precise_math::sqrt(4.0) + precise_math::sqrt(two * 2) + fast_math::cosf(0) +
                  fast_math::log10(two * 50) + precise_math::fmax(1.0, 2.0) +
                  precise_math::isnan(NAN) + precise_math::isinf(INFINITY);
      });
  EXPECT_EQ(view[0], 2 + 2 + 1 + 2 + 2 + 1 + 1);
}

template <class T>
struct pair_of {
  T first, second;
};
template <class T>
pair_of(T, T) -> pair_of<T>;

TEST(Legal, AmpCodeDeducesArgumentsOfClassTemplates) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        pair_of numbers{1, 2};
        view[i] = numbers.first + numbers.second;
      });
  EXPECT_EQ(view[0], 3);
}

struct for_cpu {
  for_cpu() : value(7) {}
  ~for_cpu() {}
  int value;
};
struct for_amp {
  for_amp() restrict(amp) : value(7) {}
  ~for_amp() restrict(amp, cpu) {}
  int value;
};
struct without_default {
  explicit without_default(int by) restrict(cpu, amp) : value(by) {}
  int value;
};
template <class T>
int tile_static_value(int x) restrict(amp) {
  tile_static T shared[2];
  shared[1].value = x;
  return shared[1].value;
}

TEST(Legal, TileStaticVariablesNeedNoConstructors) {
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
        tile_static for_cpu one;
        tile_static for_amp other;
        one.value = 1;
        other.value = 2;
        view[t.global] = one.value + other.value + tile_static_value<for_cpu>(10) +
                         tile_static_value<for_amp>(20) + tile_static_value<without_default>(30);
      });
  EXPECT_EQ(view[0], 63);
}

struct constructed {
  constructed() restrict(cpu, amp) : value(7) {}
  ~constructed() restrict(cpu, amp) { value = 8; }
  int value;
};

TEST(Legal, TileStaticVariablesAreNotConstructed) {
  std::vector<int> result(2);
  array_view<int> view(result);
  for (int run = 0; run < 2; ++run) {
    parallel_for_each(
        extent<1>(2).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
          tile_static constructed shared;
          shared.value = 9 + t.tile[0];
          view[t.global] = shared.value;
        });
    EXPECT_EQ(view[0], 9);
    EXPECT_EQ(view[1], 10);
  }
}

}  // namespace
