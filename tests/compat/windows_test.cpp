// <Windows.h>: the performance counter, and min and max, also in kernels.
#include <Windows.h>
#include <amp.h>
#include <amprt.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace {

using namespace std;
using namespace concurrency;

static_assert(sizeof(UINT64) == 8 && sizeof(ULONG) == 4 && sizeof(LPCSTR) == sizeof(void*));
static_assert(sizeof(LONG) == 4 && sizeof(DWORD) == 4 && sizeof(LARGE_INTEGER) == 8);

TEST(PerformanceCounter, MeasuresSeconds) {
  LARGE_INTEGER frequency, start, end;
  EXPECT_TRUE(QueryPerformanceFrequency(&frequency));
  EXPECT_TRUE(QueryPerformanceCounter(&start));
  const ULONGLONG ticks = GetTickCount64();
  Sleep(20);
  EXPECT_TRUE(QueryPerformanceCounter(&end));
  const double seconds =
      static_cast<double>(end.QuadPart - start.QuadPart) / static_cast<double>(frequency.QuadPart);
  EXPECT_GE(seconds, 0.02);
  EXPECT_LT(seconds, 20);
  EXPECT_GE(GetTickCount64() - ticks, 19u);
}

TEST(LargeInteger, HasHalves) {
  LARGE_INTEGER number;
  number.QuadPart = (7ll << 32) + 3;
  EXPECT_EQ(number.LowPart, 3u);
  EXPECT_EQ(number.u.HighPart, 7);
}

TEST(Results, Succeed) {
  EXPECT_TRUE(SUCCEEDED(S_OK));
  EXPECT_TRUE(FAILED(E_FAIL));
  try {
    throw runtime_exception(E_FAIL);
  } catch (const runtime_exception& error) {
    EXPECT_TRUE(FAILED(error.get_error_code()));
  }
}

TEST(MinMax, NeedNoNamespaceAndMixTypes) {
  const int one = 1;
  EXPECT_EQ(min(one, 2), 1);
  EXPECT_EQ(max(one, 2.5), 2.5);
  static_assert(is_same_v<decltype(max(1, 2.5f)), float>);
  EXPECT_EQ(min(vector<int>().size(), 3u), 0u);
}

TEST(MinMax, AreForKernels) {
  vector<float> numbers = {1, 2, 3};
  {
    const array_view<float> view(3, numbers);
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) {
          view[i] = max(min(view[i], 2.5f), 1.5f) + static_cast<float>(min(i[0], 1));
        });
  }
  EXPECT_THAT(numbers, testing::ElementsAre(1.5f, 3.0f, 3.5f));
}

}  // namespace
