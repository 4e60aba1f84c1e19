/// @file
/// The part of <windows.h> with which C++ AMP programs measure time: the performance counter, the
/// tick counts and Sleep(), with min and max, and the types and macros that are most frequent
/// around them. Integer types have the sizes that they have on Windows: a LONG has 32 bits.
#ifndef MILLIAMP_COMPAT_WINDOWS_H
#define MILLIAMP_COMPAT_WINDOWS_H

#include <milliamp/compat/minmax.h>
#include <milliamp/compat/secure_functions.h>  // _countof
#include <milliamp/exceptions.h>               // HRESULT

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

using BOOL = int;
using BOOLEAN = std::uint8_t;
using BYTE = std::uint8_t;
using WORD = std::uint16_t;
using SHORT = short;
using USHORT = unsigned short;
using INT = int;
using UINT = unsigned int;
using LONG = std::int32_t;
using ULONG = std::uint32_t;
using DWORD = std::uint32_t;
using LONGLONG = long long;
using ULONGLONG = unsigned long long;
using INT32 = std::int32_t;
using UINT32 = std::uint32_t;
using INT64 = std::int64_t;
using UINT64 = std::uint64_t;
using DWORD64 = std::uint64_t;
using SIZE_T = std::size_t;
using FLOAT = float;
using CHAR = char;
using WCHAR = wchar_t;
using LPSTR = char*;
using LPCSTR = const char*;
using LPWSTR = wchar_t*;
using LPCWSTR = const wchar_t*;
#define VOID void

#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif

#define ARRAYSIZE(array) _countof(array)
#define UNREFERENCED_PARAMETER(parameter) static_cast<void>(parameter)

#define S_OK static_cast<HRESULT>(0)
#define E_FAIL static_cast<HRESULT>(0x80004005u)
#define E_INVALIDARG static_cast<HRESULT>(0x80070057u)
#define SUCCEEDED(result) (static_cast<HRESULT>(result) >= 0)
#define FAILED(result) (static_cast<HRESULT>(result) < 0)

/// A 64-bit integer, also as two halves.
union LARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    LONG HighPart;
  };
  struct {
    DWORD LowPart;
    LONG HighPart;
  } u;
  LONGLONG QuadPart;
};

/// A monotonic time. Its unit, 1 / frequency seconds, is a nanosecond.
inline BOOL QueryPerformanceCounter(LARGE_INTEGER* count) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  count->QuadPart = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return TRUE;
}
inline BOOL QueryPerformanceFrequency(LARGE_INTEGER* frequency) {
  frequency->QuadPart = std::nano::den;
  return TRUE;
}

/// Milliseconds since some time in the past.
inline ULONGLONG GetTickCount64() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<ULONGLONG>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}
inline DWORD GetTickCount() { return static_cast<DWORD>(GetTickCount64()); }

inline void Sleep(DWORD milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

#endif
