// Which callbacks code calls that the plugins have instrumented, and when.

#include "callbacks.h"
#include "intercept/unused_result.h"
#include "noted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace milliamp::test {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

struct level {
  std::string name;
  noted_functions functions;

  friend void PrintTo(const level& printed, std::ostream* stream) { *stream << printed.name; }
};

class Listeners : public testing::TestWithParam<level> {
 protected:
  void SetUp() override { forget_callbacks(); }
  void TearDown() override { __milliamp_listeners = 0; }

  const noted_functions& code() const { return GetParam().functions; }
};

TEST_P(Listeners, AccessesAreToldOfWhileThereIsOne) {
  int to = 0;
  const int from = 7;
  code().copy(&to, &from);
  EXPECT_EQ(to, 7);
  EXPECT_THAT(accesses, IsEmpty());

  __milliamp_listeners = 1;
  code().copy(&to, &from);
  EXPECT_THAT(accesses, Contains(read_of(&from, sizeof from)).Times(1));
  EXPECT_THAT(accesses, Contains(write_of(&to, sizeof to)).Times(1));

  forget_callbacks();
  __milliamp_listeners = 0;
  code().copy(&to, &from);
  EXPECT_THAT(accesses, IsEmpty());
}

TEST_P(Listeners, EachOfALoopsAccessesIsToldOf) {
  const int elements[] = {1, 2, 3, 4, 5};
  EXPECT_EQ(code().sum(elements, 5), 15);
  EXPECT_THAT(accesses, IsEmpty());

  __milliamp_listeners = 1;
  EXPECT_EQ(code().sum(elements, 5), 15);
  for (const int& element : elements) {
    EXPECT_THAT(accesses, Contains(read_of(&element, sizeof element)).Times(1));
  }
}

/// The array or structure that a function has passed on.
const int* passed = nullptr;
void pass(const int* variable) { passed = variable; }

TEST_P(Listeners, ElementsOfLocalArraysThatEscapeHaveCallbacks) {
  __milliamp_listeners = 1;
  code().fill_array(7, pass);
  EXPECT_THAT(accesses, Contains(write_of(passed + 2, sizeof(int))).Times(1));
}

#ifdef __clang__
// They are many, and describe accesses to elements. The address of the first is the structure's.
TEST_P(Listeners, LaterMembersOfLocalStructuresHaveNone) {
  __milliamp_listeners = 1;
  code().fill_structure(7, pass);
  EXPECT_THAT(accesses, Not(Contains(write_of(passed + 1, sizeof(int)))));
}
#endif

TEST_P(Listeners, FunctionsAreLeftAsOftenAsTheyAreEntered) {
  int number = 0;
  for (const bool fails : {false, true}) {
    try {
      code().count(&number, fails);
    } catch (const std::runtime_error&) {
    }
  }
  EXPECT_EQ(entries, 0);
  EXPECT_EQ(exits, 0);

  __milliamp_listeners = 1;
  for (const bool fails : {false, true}) {
    forget_callbacks();
    try {
      code().count(&number, fails);
    } catch (const std::runtime_error&) {
    }
    EXPECT_GE(entries, 1) << fails;
    EXPECT_EQ(exits, entries) << fails;
  }
  EXPECT_EQ(number, 4);
}

TEST_P(Listeners, OneThatComesWithinAFunctionIsTold) {
  int number = 0;
  code().count_around(&number, [] { __milliamp_listeners = 1; });
  EXPECT_EQ(number, 2);
  EXPECT_EQ(entries, 0);
  EXPECT_THAT(accesses, Contains(write_of(&number, sizeof number)).Times(1));
}

TEST_P(Listeners, OneThatGoesWithinAFunctionIsToldNoMore) {
  int number = 0;
  __milliamp_listeners = 1;
  code().count_around(&number, [] { __milliamp_listeners = 0; });
  EXPECT_EQ(number, 2);
  EXPECT_EQ(exits, 0);
  EXPECT_THAT(accesses, Contains(write_of(&number, sizeof number)).Times(1));
}

TEST_P(Listeners, FramesStayAsSmallAsTheyAre) {
  if (GetParam().name == "O0") GTEST_SKIP() << "there, each of two buffers has a place of its own";
  static std::vector<const char*> buffers;
  buffers.clear();
  code().descend(10, [](const char* buffer) { buffers.push_back(buffer); });
  ASSERT_EQ(buffers.size(), 11u);
  EXPECT_LT(buffers.front() - buffers.back(), 10 * (buffer_size + 500));
}

TEST_P(Listeners, KernelsDoNotAskWhetherThereIsOne) {
  int number = 0;
  code().count_in_kernel(&number);
  EXPECT_EQ(number, 1);
  EXPECT_THAT(accesses, Contains(write_of(&number, sizeof number)).Times(1));
}

TEST_P(Listeners, AreNotToldWhereAKernelBegins) {
  int number = 0;
  code().count_in_kernel(&number);
  EXPECT_EQ(entries, 0) << "the kernel's caller is no function of the program";
}

TEST_P(Listeners, UnusedAtomicResultsAreMarked) {
  int number = 4;
  EXPECT_EQ(code().add_atomically(&number), 5);
  EXPECT_EQ(number, 7);
  constexpr int marked = __ATOMIC_RELAXED | detail::intercept::unused_result;
  // Without optimization, Clang stores each result in a temporary variable.
  const bool is_stored = GetParam().name == "O0" && orders.front() == __ATOMIC_RELAXED;
  EXPECT_THAT(orders, ElementsAre(is_stored ? __ATOMIC_RELAXED : marked, __ATOMIC_RELAXED));
}

INSTANTIATE_TEST_SUITE_P(, Listeners,
                         testing::Values(level{"O0", noted_at_O0()}, level{"O1", noted_at_O1()},
                                         level{"O2", noted_at_O2()}, level{"O3", noted_at_O3()}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace milliamp::test
