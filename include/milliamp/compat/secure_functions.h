/// @file
/// Visual C++'s functions with bounds, such as strcpy_s(). What does not fit ends the program, as
/// the default handler of invalid parameters does there.
///
/// scanf_s() and its like are missing: they take the size of a string as one more argument, which
/// the C library's functions would store a value through.
#ifndef MILLIAMP_COMPAT_SECURE_FUNCTIONS_H
#define MILLIAMP_COMPAT_SECURE_FUNCTIONS_H

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>

using errno_t = int;

namespace milliamp::detail {

/// Ends the program unless the condition holds.
inline void require_valid_parameter(bool condition, const char* function, const char* fault) {
  if (condition) return;
  std::fprintf(stderr, "%s: %s\n", function, fault);
  std::abort();
}

/// Copies count characters to the end of a string in a buffer of some size.
template <class Char>
errno_t append(const char* function, Char* buffer, std::size_t size, std::size_t length,
               const Char* source, std::size_t count) {
  require_valid_parameter(buffer != nullptr && source != nullptr, function, "null pointer");
  require_valid_parameter(length < size && count < size - length, function,
                          "the result does not fit into the buffer");
  for (std::size_t i = 0; i < count; ++i) buffer[length + i] = source[i];
  buffer[length + count] = Char();
  return 0;
}

}  // namespace milliamp::detail

#ifndef _countof
/// The number of elements of an array.
template <class T, std::size_t N>
constexpr std::size_t _countof(const T (&)[N]) {
  return N;
}
#endif

#ifndef _TRUNCATE
/// As a count: as many characters as fit.
#define _TRUNCATE static_cast<std::size_t>(-1)
#endif

/// Formats text into a buffer.
/// @return the length of the text
inline int vsprintf_s(char* buffer, std::size_t size, const char* format, std::va_list arguments) {
  const int length = std::vsnprintf(buffer, size, format, arguments);
  milliamp::detail::require_valid_parameter(length >= 0 && static_cast<std::size_t>(length) < size,
                                            "sprintf_s", "the text does not fit into the buffer");
  return length;
}
__attribute__((format(printf, 3, 4))) inline int sprintf_s(char* buffer, std::size_t size,
                                                           const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = vsprintf_s(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}
template <std::size_t N>
__attribute__((format(printf, 2, 3))) int sprintf_s(char (&buffer)[N], const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = vsprintf_s(buffer, N, format, arguments);
  va_end(arguments);
  return length;
}

__attribute__((format(printf, 1, 2))) inline int printf_s(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vprintf(format, arguments);
  va_end(arguments);
  return length;
}
__attribute__((format(printf, 2, 3))) inline int fprintf_s(std::FILE* file, const char* format,
                                                           ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vfprintf(file, format, arguments);
  va_end(arguments);
  return length;
}

inline errno_t strcpy_s(char* buffer, std::size_t size, const char* source) {
  return milliamp::detail::append("strcpy_s", buffer, size, 0, source, std::strlen(source));
}
template <std::size_t N>
errno_t strcpy_s(char (&buffer)[N], const char* source) {
  return strcpy_s(buffer, N, source);
}
inline errno_t wcscpy_s(wchar_t* buffer, std::size_t size, const wchar_t* source) {
  return milliamp::detail::append("wcscpy_s", buffer, size, 0, source, std::wcslen(source));
}
template <std::size_t N>
errno_t wcscpy_s(wchar_t (&buffer)[N], const wchar_t* source) {
  return wcscpy_s(buffer, N, source);
}

inline errno_t strcat_s(char* buffer, std::size_t size, const char* source) {
  return milliamp::detail::append("strcat_s", buffer, size, strnlen(buffer, size), source,
                                  std::strlen(source));
}
template <std::size_t N>
errno_t strcat_s(char (&buffer)[N], const char* source) {
  return strcat_s(buffer, N, source);
}

/// Copies at most count characters; with _TRUNCATE, as many as fit.
inline errno_t strncpy_s(char* buffer, std::size_t size, const char* source, std::size_t count) {
  const bool truncates = count == _TRUNCATE;
  const std::size_t length = strnlen(source, truncates ? size : count);
  const bool is_cut = truncates && length == size;
  milliamp::detail::append("strncpy_s", buffer, size, 0, source, is_cut ? size - 1 : length);
  constexpr errno_t truncated = 80;  // STRUNCATE
  return is_cut ? truncated : 0;
}
template <std::size_t N>
errno_t strncpy_s(char (&buffer)[N], const char* source, std::size_t count) {
  return strncpy_s(buffer, N, source, count);
}
inline char* strtok_s(char* text, const char* delimiters, char** rest) {
  return strtok_r(text, delimiters, rest);
}

inline errno_t memcpy_s(void* destination, std::size_t size, const void* source,
                        std::size_t count) {
  milliamp::detail::require_valid_parameter(count <= size, "memcpy_s",
                                            "the bytes do not fit into the destination");
  if (count != 0) std::memcpy(destination, source, count);
  return 0;
}
inline errno_t memmove_s(void* destination, std::size_t size, const void* source,
                         std::size_t count) {
  milliamp::detail::require_valid_parameter(count <= size, "memmove_s",
                                            "the bytes do not fit into the destination");
  if (count != 0) std::memmove(destination, source, count);
  return 0;
}

/// @return 0, or the error of fopen()
inline errno_t fopen_s(std::FILE** file, const char* name, const char* mode) {
  *file = std::fopen(name, mode);
  return *file != nullptr ? 0 : errno;
}

inline errno_t localtime_s(std::tm* result, const std::time_t* time) {
  return localtime_r(time, result) != nullptr ? 0 : EINVAL;
}
inline errno_t gmtime_s(std::tm* result, const std::time_t* time) {
  return gmtime_r(time, result) != nullptr ? 0 : EINVAL;
}

#endif
