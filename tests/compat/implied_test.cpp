// What programs have without an include of their own, <crtdbg.h> and <tchar.h>. This file includes
// no header of the standard library.
#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tchar.h>

namespace {

using testing::ElementsAre;
using testing::StrEq;

TEST(Implied, HasLimitsAndFunctions) {
  EXPECT_EQ(INT_MAX, std::numeric_limits<int>::max());
  EXPECT_EQ(sqrt(4.0), 2.0);
  EXPECT_LT(FLT_EPSILON, 1e-6);
  EXPECT_EQ(__min(1, 2) + __max(1, 2), 3);
  EXPECT_EQ(_stricmp("Text", "tEXT") + _strnicmp("text", "TEa", 2), 0);
  const unsigned __int64 large = 1ull << 40;
  EXPECT_EQ(large >> 40, 1u);
}

__forceinline int twice(int n) { return 2 * n; }
int __cdecl thrice(int n) { return 3 * n; }

TEST(Implied, HasKeywords) { EXPECT_EQ(twice(2) + thrice(2), 10); }

TEST(Assertions, EndTheProgram) {
  _ASSERT(1 + 1 == 2);
  _ASSERTE(true);
  _ASSERT_EXPR(true, "text");
  EXPECT_EQ(_CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF), 0);
#ifndef NDEBUG
  EXPECT_DEATH(_ASSERT(1 + 1 == 3), "1 \\+ 1 == 3");
#endif
}

TEST(SecureFunctions, Format) {
  char text[8];
  EXPECT_EQ(sprintf_s(text, "%d", 42), 2);
  EXPECT_THAT(text, StrEq("42"));
  EXPECT_EQ(sprintf_s(text, sizeof(text), "%s!", "six"), 4);
  EXPECT_THAT(text, StrEq("six!"));
  EXPECT_DEATH(sprintf_s(text, "%d", 12345678), "sprintf_s: the text does not fit");
}

TEST(SecureFunctions, FormatAPartOfAText) {
  char text[8];
  EXPECT_EQ(_snprintf_s(text, _TRUNCATE, "%d", 1234567), 7);
  EXPECT_EQ(_snprintf_s(text, _TRUNCATE, "%d", 12345678), -1);
  EXPECT_THAT(text, StrEq("1234567"));
  EXPECT_EQ(_snprintf_s(text, sizeof(text), 3, "%d", 1234), -1);
  EXPECT_THAT(text, StrEq("123"));
  EXPECT_DEATH(_snprintf_s(text, 9, "%d", 12345678), "_snprintf_s: the text does not fit");
}

TEST(SecureFunctions, FormatWideText) {
  wchar_t text[16];
  EXPECT_EQ(swprintf_s(text, L"%s%c%5.1f%%", L"ab", L'c', 2.5), 9);
  EXPECT_STREQ(text, L"abc  2.5%");
  EXPECT_EQ(swprintf_s(text, 16, L"%ls, %S, %hs, %d", L"a", "b", "c", 4), 10);
  EXPECT_STREQ(text, L"a, b, c, 4");
  EXPECT_DEATH(swprintf_s(text, L"%16d", 1), "swprintf_s: the text does not fit");
}

TEST(SecureFunctions, CopyText) {
  char text[8];
  EXPECT_EQ(strcpy_s(text, "seven"), 0);
  EXPECT_EQ(strcat_s(text, "th"), 0);
  EXPECT_THAT(text, StrEq("seventh"));
  EXPECT_DEATH(strcat_s(text, "s"), "strcat_s: the result does not fit");
  EXPECT_DEATH(strcpy_s(text, 8, "eightths"), "strcpy_s: the result does not fit");
  const char* volatile nothing = nullptr;
  EXPECT_DEATH(strcpy_s(text, 8, nothing), "strcpy_s: null pointer");
  EXPECT_DEATH(strncat_s(text, 8, nothing, 2), "strncat_s: null pointer");
  EXPECT_DEATH(strcat_s(const_cast<char*>(nothing), 8, "a"), "strcat_s: null pointer");
  EXPECT_EQ(strncpy_s(text, "eightths", 5), 0);
  EXPECT_THAT(text, StrEq("eight"));
  EXPECT_NE(strncpy_s(text, "eightths", _TRUNCATE), 0);
  EXPECT_THAT(text, StrEq("eightth"));
  strcpy_s(text, "six");
  EXPECT_EQ(strncat_s(text, "teenth", 4), 0);
  EXPECT_THAT(text, StrEq("sixteen"));
  EXPECT_DEATH(strncat_s(text, "th", 2), "strncat_s: the result does not fit");
  strcpy_s(text, "six");
  EXPECT_NE(strncat_s(text, "teenth", _TRUNCATE), 0);
  EXPECT_THAT(text, StrEq("sixteen"));
  wchar_t wide[4];
  EXPECT_EQ(wcscpy_s(wide, L"abc"), 0);
  EXPECT_STREQ(wide, L"abc");
  EXPECT_DEATH(wcscat_s(wide, L"d"), "wcscat_s: the result does not fit");
  wide[1] = 0;
  EXPECT_EQ(wcscat_s(wide, L"xy"), 0);
  EXPECT_STREQ(wide, L"axy");
  EXPECT_EQ(_countof(wide), 4u);
  char* rest = nullptr;
  char list[] = "a,b";
  EXPECT_THAT(strtok_s(list, ",", &rest), StrEq("a"));
  EXPECT_THAT(strtok_s(nullptr, ",", &rest), StrEq("b"));
}

TEST(SecureFunctions, CopyBytes) {
  const int from[] = {1, 2, 3};
  int to[2] = {};
  EXPECT_EQ(memcpy_s(to, sizeof(to), from, sizeof(to)), 0);
  EXPECT_THAT(to, ElementsAre(1, 2));
  EXPECT_DEATH(memcpy_s(to, sizeof(to), from, sizeof(from)), "memcpy_s: the bytes do not fit");
  EXPECT_EQ(memmove_s(to, sizeof(to), to + 1, sizeof(int)), 0);
  EXPECT_THAT(to, ElementsAre(2, 2));
}

TEST(SecureFunctions, OpenFiles) {
  std::FILE* file = nullptr;
  EXPECT_NE(fopen_s(&file, "/no/such/file", "r"), 0);
  EXPECT_EQ(file, nullptr);
  ASSERT_EQ(fopen_s(&file, "/dev/null", "w"), 0);
  EXPECT_EQ(fprintf_s(file, "%d", 123), 3);
  std::FILE* again = nullptr;
  EXPECT_EQ(freopen_s(&again, "/dev/null", "r", file), 0);
  EXPECT_EQ(again, file);
  std::fclose(file);
}

TEST(SecureFunctions, DivideTime) {
  const std::time_t day = 86400;
  std::tm divided;
  EXPECT_EQ(gmtime_s(&divided, &day), 0);
  EXPECT_EQ(divided.tm_mday, 2);
  EXPECT_EQ(localtime_s(&divided, &day), 0);
  char text[26];
  EXPECT_EQ(ctime_s(text, &day), 0);
  EXPECT_THAT(text, StrEq(std::ctime(&day)));
  gmtime_s(&divided, &day);
  EXPECT_EQ(asctime_s(text, &divided), 0);
  EXPECT_THAT(text, StrEq("Fri Jan  2 00:00:00 1970\n"));
}

TEST(CheckedArrayIterator, CopiesAViewIntoAnArray) {
  std::vector<int> numbers = {1, 2, 3};
  const concurrency::array_view<int> view(3, numbers);
  int* const results = new int[3];
  concurrency::copy(view, stdext::make_checked_array_iterator(results, 3));
  EXPECT_EQ(results[0] + results[1] + results[2], 6);
  delete[] results;
}

TEST(CheckedArrayIterator, StaysInItsArray) {
  int numbers[] = {1, 2, 3};
  stdext::checked_array_iterator<int*> it(numbers, 3);
  EXPECT_EQ(*++it, 2);
  EXPECT_EQ(it[1], 3);
  EXPECT_EQ(it[-1], 1);
  EXPECT_EQ(it.base(), numbers + 1);
  const auto end = it + 2;
  EXPECT_EQ(end - it, 2);
  EXPECT_TRUE(it < end && end > it && it <= end && end >= it && it != end);
  EXPECT_DEATH(*end, "a position out of the array");
  EXPECT_DEATH(it += 3, "a position out of the array");
  EXPECT_DEATH(it -= 2, "a position out of the array");
}

TEST(Tchar, IsNarrow) {
  const TCHAR* const text = _T("12");
  EXPECT_EQ(_tcslen(text), 2u);
  EXPECT_EQ(_ttoi(text), 12);
}

}  // namespace
