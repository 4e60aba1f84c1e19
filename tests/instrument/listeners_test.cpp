// Which callbacks code calls that the plugins have instrumented, and when. The test defines the
// callbacks itself, in place of the library.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "noted.h"

namespace {

struct access {
  const void* address;
  std::size_t size;
  bool writes;
  bool operator==(const access&) const = default;
};

std::vector<access> accesses;
int entries = 0;
int exits = 0;

access read_of(const void* address, std::size_t size) { return {address, size, false}; }
access write_of(const void* address, std::size_t size) { return {address, size, true}; }

}  // namespace

extern "C" {

int __milliamp_listeners = 0;

// The plugins redirect calls of functions that the library wraps.
void* __cxa_allocate_exception(std::size_t size) noexcept;
void* __wrap___cxa_allocate_exception(std::size_t size) { return __cxa_allocate_exception(size); }

#define MILLIAMP_TEST_ACCESS(SIZE)                                                                \
  void __tsan_read##SIZE(void* address) { accesses.push_back(read_of(address, SIZE)); }           \
  void __tsan_write##SIZE(void* address) { accesses.push_back(write_of(address, SIZE)); }         \
  void __tsan_unaligned_read##SIZE(void* address) { accesses.push_back(read_of(address, SIZE)); } \
  void __tsan_unaligned_write##SIZE(void* address) { accesses.push_back(write_of(address, SIZE)); }
MILLIAMP_TEST_ACCESS(1)
MILLIAMP_TEST_ACCESS(2)
MILLIAMP_TEST_ACCESS(4)
MILLIAMP_TEST_ACCESS(8)
MILLIAMP_TEST_ACCESS(16)
#undef MILLIAMP_TEST_ACCESS
void __tsan_read_range(void* address, std::size_t size) {
  accesses.push_back(read_of(address, size));
}
void __tsan_write_range(void* address, std::size_t size) {
  accesses.push_back(write_of(address, size));
}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_init() {}
void __tsan_func_entry(void*) { ++entries; }
void __tsan_func_exit() { ++exits; }
void __ubsan_handle_out_of_bounds(void*, void*) {}

}  // extern "C"

namespace milliamp::test {

namespace {

using testing::Contains;
using testing::IsEmpty;

struct level {
  std::string name;
  noted_functions functions;

  friend void PrintTo(const level& printed, std::ostream* stream) { *stream << printed.name; }
};

class Listeners : public testing::TestWithParam<level> {
 protected:
  void SetUp() override { forget(); }
  void TearDown() override { __milliamp_listeners = 0; }

  static void forget() {
    accesses.clear();
    entries = exits = 0;
  }

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

  forget();
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
    forget();
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

INSTANTIATE_TEST_SUITE_P(, Listeners,
                         testing::Values(level{"O0", noted_at_O0()}, level{"O1", noted_at_O1()},
                                         level{"O2", noted_at_O2()}, level{"O3", noted_at_O3()}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace milliamp::test
