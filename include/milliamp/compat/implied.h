/// @file
/// What programs for Visual C++ use without including it: that compiler's headers include more of
/// each other than others do. `milliamp c++ --msvc` and the CMake target milliamp::compat include
/// this file ahead of every source, after <milliamp/prelude.h>.
#ifndef MILLIAMP_COMPAT_IMPLIED_H
#define MILLIAMP_COMPAT_IMPLIED_H

#include <milliamp/prelude.h>

// With -fms-compatibility, Clang omits two macros, which GCC's standard library and others ask for.
#if defined(__cpp_exceptions) && !defined(__EXCEPTIONS)
#define __EXCEPTIONS 1
#endif
#if !defined(__STRICT_ANSI__) && !defined(__GLIBCXX_TYPE_INT_N_0)
#define __STRICT_ANSI__ 1
#endif

#include <milliamp/compat/checked_array_iterator.h>
#include <milliamp/compat/crtdbg.h>
#include <milliamp/compat/secure_functions.h>

#include <strings.h>

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

// Macros of Visual C++'s <stdlib.h>.
#ifndef __min
#define __min(a, b) ((a) < (b) ? (a) : (b))
#define __max(a, b) ((a) > (b) ? (a) : (b))
#endif

// Functions that have other names elsewhere.
inline int _stricmp(const char* a, const char* b) { return strcasecmp(a, b); }
inline int _strnicmp(const char* a, const char* b, std::size_t most) {
  return strncasecmp(a, b, most);
}
inline char* _strdup(const char* text) { return strdup(text); }

// Keywords of Visual C++, which Clang knows with -fms-extensions.
#ifdef __is_identifier
#define MILLIAMP_LACKS_KEYWORDS __is_identifier(__forceinline)
#else
#define MILLIAMP_LACKS_KEYWORDS 1
#endif
#if MILLIAMP_LACKS_KEYWORDS
#define __forceinline inline __attribute__((always_inline))
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define __cdecl
#define __stdcall
#define __fastcall
#endif
#undef MILLIAMP_LACKS_KEYWORDS

#endif
