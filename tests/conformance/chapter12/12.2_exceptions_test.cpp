// Spec 12.2: the exceptions.
#include <amp.h>
#include <gtest/gtest.h>

#include <cstring>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

// 12.2.1
static_assert(std::is_base_of_v<std::exception, runtime_exception>);
static_assert(std::is_convertible_v<runtime_exception*, std::exception*>, "public");
static_assert(std::is_nothrow_constructible_v<runtime_exception, const char*, HRESULT>);
static_assert(std::is_nothrow_constructible_v<runtime_exception, HRESULT>);
static_assert(!std::is_convertible_v<HRESULT, runtime_exception>, "explicit");
static_assert(!std::is_default_constructible_v<runtime_exception>);
static_assert(std::is_nothrow_copy_constructible_v<runtime_exception>);
static_assert(std::is_nothrow_copy_assignable_v<runtime_exception>);
static_assert(std::has_virtual_destructor_v<runtime_exception>);
static_assert(noexcept(std::declval<const runtime_exception&>().get_error_code()));
static_assert(
    std::is_same_v<decltype(std::declval<const runtime_exception&>().get_error_code()), HRESULT>);

// 12.2.2 to 12.2.5
template <class Exception>
constexpr bool has_message_and_default_constructors =
    std::is_base_of_v<runtime_exception, Exception>&& std::is_nothrow_default_constructible_v<
        Exception>&& std::is_nothrow_constructible_v<Exception, const char*> &&
    !std::is_convertible_v<const char*, Exception>;
static_assert(has_message_and_default_constructors<out_of_memory>);
static_assert(has_message_and_default_constructors<invalid_compute_domain>);
static_assert(has_message_and_default_constructors<unsupported_feature>);
static_assert(std::is_base_of_v<runtime_exception, accelerator_view_removed>);
static_assert(std::is_nothrow_constructible_v<accelerator_view_removed, const char*, HRESULT>);
static_assert(std::is_nothrow_constructible_v<accelerator_view_removed, HRESULT>);
static_assert(!std::is_convertible_v<HRESULT, accelerator_view_removed>, "explicit");
template <class Exception, class = void>
constexpr bool converts_from_message_and_code = false;
template <class Exception>
constexpr bool converts_from_message_and_code<
    Exception,
    std::void_t<decltype(std::declval<void (*)(Exception)>()({"the message", HRESULT{1}}))>> = true;
static_assert(converts_from_message_and_code<runtime_exception>);
static_assert(!converts_from_message_and_code<accelerator_view_removed>, "explicit");

TEST(RuntimeException, CarriesMessageAndCode) {
  const runtime_exception error("the message", 42);
  EXPECT_STREQ(error.what(), "the message");
  EXPECT_EQ(error.get_error_code(), 42);
  const runtime_exception only_code(43);
  EXPECT_EQ(only_code.get_error_code(), 43);
  EXPECT_NE(only_code.what(), nullptr);
}

TEST(RuntimeException, Copies) {
  const runtime_exception error("the message", 42);
  const runtime_exception copy(error);
  EXPECT_STREQ(copy.what(), "the message");
  runtime_exception assigned("another", 1);
  EXPECT_EQ(&(assigned = error), &assigned);
  EXPECT_STREQ(assigned.what(), "the message");
  EXPECT_EQ(assigned.get_error_code(), 42);
}

TEST(SpecificExceptions, CarryTheMessage) {
  EXPECT_STREQ(out_of_memory("m").what(), "m");
  EXPECT_STREQ(invalid_compute_domain("m").what(), "m");
  EXPECT_STREQ(unsupported_feature("m").what(), "m");
  EXPECT_EQ(out_of_memory().get_error_code(), static_cast<HRESULT>(0x8007000Eu));
  EXPECT_STRNE(invalid_compute_domain().what(), "");
  EXPECT_STRNE(unsupported_feature().what(), "");
  const accelerator_view_removed removed("gone", 7);
  EXPECT_STREQ(removed.what(), "gone");
  EXPECT_EQ(removed.get_view_removed_reason(), 7);
  EXPECT_EQ(accelerator_view_removed(8).get_view_removed_reason(), 8);
}

TEST(SpecificExceptions, AreCaughtAsRuntimeExceptionsAndAsStandardOnes) {
  try {
    parallel_for_each(extent<1>(0), [](index<1>) restrict(amp){});
    FAIL();
  } catch (const runtime_exception& error) {
    EXPECT_NE(dynamic_cast<const invalid_compute_domain*>(&error), nullptr);
    EXPECT_NE(error.get_error_code(), 0);
  }
  EXPECT_THROW(array<int>(-1), std::exception);
}

TEST(OutOfMemory, IsThrownForAnArrayThatTheSystemHasNoMemoryFor) {
  const int quarter_of_a_million = 1 << 18;
  try {
    array<double, 3> enormous(quarter_of_a_million, quarter_of_a_million, quarter_of_a_million);
    FAIL();
  } catch (const out_of_memory& error) {
    EXPECT_NE(std::string(error.what()).find("Failed to create buffer"), std::string::npos);
  }
}

// 12.2.4: "executing a restrict(amp) function on the host which uses an intrinsic unsupported on
// the host (such as tiled_index<>::barrier.wait())"
TEST(UnsupportedFeature, BarriersOnTheHost) {
  std::vector<int> unused(1);
  array_view<int> view(unused);
  EXPECT_THROW(parallel_for_each(accelerator(accelerator::cpu_accelerator).default_view,
                                 view.extent, [=](index<1>) restrict(amp){}),
               unsupported_feature);
}

TEST(Messages, NameTheValueAndTheLimit) {
  const auto message_of = [](auto action) -> std::string {
    try {
      action();
    } catch (const runtime_exception& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(message_of([] { array<int, 2> a(3, -7); }).find("-7"), std::string::npos);
  EXPECT_NE(message_of([] {
              array<int, 2> a(2, 3), b(3, 2);
              copy(a, b);
            }).find("(2,3)"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              std::vector<int> five(5);
              array<int> a(4, five.begin(), five.end());
            }).find("5 elements"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              array<int> a(5);
              a.reinterpret_as<double>();
            }).find("20 bytes"),
            std::string::npos);
}

}  // namespace
