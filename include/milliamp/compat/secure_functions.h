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
#include <string>

using errno_t = int;

#ifndef _TRUNCATE
/// As a count: as many characters as fit.
#define _TRUNCATE static_cast<std::size_t>(-1)
#endif

namespace milliamp::detail {

/// Ends the program unless the condition holds.
inline void require_valid_parameter(bool condition, const char* function, const char* fault) {
  if (condition) return;
  std::fprintf(stderr, "%s: %s\n", function, fault);
  std::abort();
}

/// The length of a string; 0 of null, which append() then refuses.
inline std::size_t length_of(const char* text) { return text == nullptr ? 0 : std::strlen(text); }
inline std::size_t length_of(const wchar_t* text) {
  return text == nullptr ? 0 : std::wcslen(text);
}
/// The length of a string in a buffer of some size; 0 of null.
inline std::size_t length_of(const char* text, std::size_t size) {
  return text == nullptr ? 0 : strnlen(text, size);
}
inline std::size_t length_of(const wchar_t* text, std::size_t size) {
  return text == nullptr ? 0 : wcsnlen(text, size);
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

/// Copies at most count characters to the end of a string; with _TRUNCATE, as many as fit.
inline errno_t append_part(const char* function, char* buffer, std::size_t size, std::size_t length,
                           const char* source, std::size_t count) {
  const bool truncates = count == _TRUNCATE && length < size;
  const std::size_t wanted = length_of(source, truncates ? size - length : count);
  const bool is_cut = truncates && wanted == size - length;
  append(function, buffer, size, length, source, is_cut ? wanted - 1 : wanted);
  constexpr errno_t truncated = 80;  // STRUNCATE
  return is_cut ? truncated : 0;
}

/// A format of Visual C++'s for wide text, as the C library has it: there, %s and %c are wide by
/// default, and %S and %C narrow.
inline std::wstring wide_format(const wchar_t* format) {
  std::wstring text;
  bool is_directive = false;
  for (; *format != 0; ++format) {
    if (*format == L'%') is_directive = !is_directive;
    const bool is_wide = *format == L's' || *format == L'c';
    const bool is_narrow = *format == L'S' || *format == L'C';
    if (!is_directive || (!is_wide && !is_narrow)) {
      text += *format;
      if (*format != L'%' && std::wcschr(L"diouxXaAeEfFgGpn", *format) != nullptr) {
        is_directive = false;
      }
      continue;
    }
    if (is_wide && text.back() != L'l' && text.back() != L'h') text += L'l';
    text += is_wide ? *format : *format == L'S' ? L's' : L'c';
    is_directive = false;
  }
  return text;
}

}  // namespace milliamp::detail

#ifndef _countof
/// The number of elements of an array.
template <class T, std::size_t N>
constexpr std::size_t _countof(const T (&)[N]) {
  return N;
}
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

/// Formats text into a buffer, at most count characters of it; with _TRUNCATE, as many as fit.
/// @return the length of the text, or -1 if it is cut
inline int _vsnprintf_s(char* buffer, std::size_t size, std::size_t count, const char* format,
                        std::va_list arguments) {
  const bool is_limited = count < size;
  const std::size_t room = is_limited ? count + 1 : size;
  const int length = std::vsnprintf(buffer, room, format, arguments);
  const bool is_whole = length >= 0 && static_cast<std::size_t>(length) < room;
  milliamp::detail::require_valid_parameter(is_whole || is_limited || count == _TRUNCATE,
                                            "_snprintf_s", "the text does not fit into the buffer");
  return is_whole ? length : -1;
}
__attribute__((format(printf, 4, 5))) inline int _snprintf_s(char* buffer, std::size_t size,
                                                             std::size_t count, const char* format,
                                                             ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = _vsnprintf_s(buffer, size, count, format, arguments);
  va_end(arguments);
  return length;
}
template <std::size_t N>
__attribute__((format(printf, 3, 4))) int _snprintf_s(char (&buffer)[N], std::size_t count,
                                                      const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = _vsnprintf_s(buffer, N, count, format, arguments);
  va_end(arguments);
  return length;
}

/// Formats wide text into a buffer. The format is Visual C++'s: %s is a wide string.
/// @return the length of the text
inline int vswprintf_s(wchar_t* buffer, std::size_t size, const wchar_t* format,
                       std::va_list arguments) {
  const int length =
      std::vswprintf(buffer, size, milliamp::detail::wide_format(format).c_str(), arguments);
  milliamp::detail::require_valid_parameter(length >= 0, "swprintf_s",
                                            "the text does not fit into the buffer");
  return length;
}
inline int swprintf_s(wchar_t* buffer, std::size_t size, const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = vswprintf_s(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}
template <std::size_t N>
int swprintf_s(wchar_t (&buffer)[N], const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = vswprintf_s(buffer, N, format, arguments);
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
  return milliamp::detail::append("strcpy_s", buffer, size, 0, source,
                                  milliamp::detail::length_of(source));
}
template <std::size_t N>
errno_t strcpy_s(char (&buffer)[N], const char* source) {
  return strcpy_s(buffer, N, source);
}
inline errno_t wcscpy_s(wchar_t* buffer, std::size_t size, const wchar_t* source) {
  return milliamp::detail::append("wcscpy_s", buffer, size, 0, source,
                                  milliamp::detail::length_of(source));
}
template <std::size_t N>
errno_t wcscpy_s(wchar_t (&buffer)[N], const wchar_t* source) {
  return wcscpy_s(buffer, N, source);
}

inline errno_t strcat_s(char* buffer, std::size_t size, const char* source) {
  return milliamp::detail::append("strcat_s", buffer, size,
                                  milliamp::detail::length_of(buffer, size), source,
                                  milliamp::detail::length_of(source));
}
template <std::size_t N>
errno_t strcat_s(char (&buffer)[N], const char* source) {
  return strcat_s(buffer, N, source);
}

inline errno_t wcscat_s(wchar_t* buffer, std::size_t size, const wchar_t* source) {
  return milliamp::detail::append("wcscat_s", buffer, size,
                                  milliamp::detail::length_of(buffer, size), source,
                                  milliamp::detail::length_of(source));
}
template <std::size_t N>
errno_t wcscat_s(wchar_t (&buffer)[N], const wchar_t* source) {
  return wcscat_s(buffer, N, source);
}

/// Copies at most count characters; with _TRUNCATE, as many as fit.
inline errno_t strncpy_s(char* buffer, std::size_t size, const char* source, std::size_t count) {
  return milliamp::detail::append_part("strncpy_s", buffer, size, 0, source, count);
}
template <std::size_t N>
errno_t strncpy_s(char (&buffer)[N], const char* source, std::size_t count) {
  return strncpy_s(buffer, N, source, count);
}
/// Appends at most count characters; with _TRUNCATE, as many as fit.
inline errno_t strncat_s(char* buffer, std::size_t size, const char* source, std::size_t count) {
  return milliamp::detail::append_part("strncat_s", buffer, size,
                                       milliamp::detail::length_of(buffer, size), source, count);
}
template <std::size_t N>
errno_t strncat_s(char (&buffer)[N], const char* source, std::size_t count) {
  return strncat_s(buffer, N, source, count);
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

inline errno_t freopen_s(std::FILE** file, const char* name, const char* mode, std::FILE* stream) {
  *file = std::freopen(name, mode, stream);
  return *file != nullptr ? 0 : errno;
}

inline errno_t localtime_s(std::tm* result, const std::time_t* time) {
  return localtime_r(time, result) != nullptr ? 0 : EINVAL;
}
inline errno_t gmtime_s(std::tm* result, const std::time_t* time) {
  return gmtime_r(time, result) != nullptr ? 0 : EINVAL;
}
/// Writes a text such as `Thu Jan  1 00:00:00 1970`, with a line feed.
inline errno_t asctime_s(char* buffer, std::size_t size, const std::tm* time) {
  milliamp::detail::require_valid_parameter(size >= 26, "asctime_s",
                                            "the buffer has fewer than 26 characters");
  return asctime_r(time, buffer) != nullptr ? 0 : EINVAL;
}
template <std::size_t N>
errno_t asctime_s(char (&buffer)[N], const std::tm* time) {
  return asctime_s(buffer, N, time);
}
inline errno_t ctime_s(char* buffer, std::size_t size, const std::time_t* time) {
  std::tm local{};
  const errno_t error = localtime_s(&local, time);
  return error != 0 ? error : asctime_s(buffer, size, &local);
}
template <std::size_t N>
errno_t ctime_s(char (&buffer)[N], const std::time_t* time) {
  return ctime_s(buffer, N, time);
}

#endif
