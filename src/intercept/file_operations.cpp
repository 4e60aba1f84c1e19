/// @file
/// Wrappers of functions that read files into memory and write memory to files. The program's calls
/// are redirected to them (see MilliampFlags.cmake), because the libraries are not instrumented:
/// the host writes to the memory of a view, or reads from it, where it passes a pointer to them.

#include "intercept/on_access.h"

#include <milliamp/export.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <istream>
#include <ostream>

namespace {

using milliamp::detail::race::operation;

/// Records that a call has filled memory, or the first part of it: at the end of a file, it fills
/// less than it was asked for.
void record_filled(const void* memory, std::size_t size, const void* return_address) {
  const int error = errno;
  milliamp::detail::intercept::on_access_range(memory, size, operation::write, return_address);
  errno = error;
}

void record_read(const void* memory, std::size_t size, const void* return_address) {
  milliamp::detail::intercept::on_access_range(memory, size, operation::read, return_address);
}

std::size_t without_sign(std::ptrdiff_t size) {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(size, 0));
}

}  // namespace

extern "C" {
MILLIAMP_API std::size_t __wrap_fread(void* to, std::size_t size, std::size_t count, FILE* file) {
  const std::size_t filled = std::fread(to, size, count, file);
  record_filled(to, filled * size, __builtin_return_address(0));
  return filled;
}
MILLIAMP_API std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count,
                                       FILE* file) {
  record_read(from, size * count, __builtin_return_address(0));
  return std::fwrite(from, size, count, file);
}
MILLIAMP_API ssize_t __wrap_read(int file, void* to, std::size_t size) {
  const ssize_t filled = ::read(file, to, size);
  record_filled(to, without_sign(filled), __builtin_return_address(0));
  return filled;
}
MILLIAMP_API ssize_t __wrap_write(int file, const void* from, std::size_t size) {
  record_read(from, size, __builtin_return_address(0));
  return ::write(file, from, size);
}
/// std::istream::read(char*, std::streamsize). A pointer and a reference are returned alike.
MILLIAMP_API std::istream* __wrap__ZNSi4readEPcl(std::istream& file, char* to,
                                                 std::streamsize size) {
  file.read(to, size);
  record_filled(to, without_sign(file.gcount()), __builtin_return_address(0));
  return &file;
}
/// std::ostream::write(const char*, std::streamsize)
MILLIAMP_API std::ostream* __wrap__ZNSo5writeEPKcl(std::ostream& file, const char* from,
                                                   std::streamsize size) {
  record_read(from, without_sign(size), __builtin_return_address(0));
  return &file.write(from, size);
}
}
