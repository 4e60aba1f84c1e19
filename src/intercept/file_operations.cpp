/// @file
/// Wrappers of functions that read files into memory and write memory to files. The program's calls
/// are redirected to them (see MilliampFlags.cmake), because the libraries are not instrumented:
/// the host writes to the memory of a view, or reads from it, where it passes a pointer to them.

#include "intercept/on_access.h"

#include <milliamp/export.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <istream>
#include <ostream>

using milliamp::detail::intercept::on_access_range;
using milliamp::detail::race::operation;

extern "C" {
MILLIAMP_API std::size_t __wrap_fread(void* to, std::size_t size, std::size_t count, FILE* file) {
  on_access_range(to, size * count, operation::write, __builtin_return_address(0));
  return std::fread(to, size, count, file);
}
MILLIAMP_API std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count,
                                       FILE* file) {
  on_access_range(from, size * count, operation::read, __builtin_return_address(0));
  return std::fwrite(from, size, count, file);
}
MILLIAMP_API ssize_t __wrap_read(int file, void* to, std::size_t size) {
  on_access_range(to, size, operation::write, __builtin_return_address(0));
  return ::read(file, to, size);
}
MILLIAMP_API ssize_t __wrap_write(int file, const void* from, std::size_t size) {
  on_access_range(from, size, operation::read, __builtin_return_address(0));
  return ::write(file, from, size);
}
/// std::istream::read(char*, std::streamsize). A pointer and a reference are returned alike.
MILLIAMP_API std::istream* __wrap__ZNSi4readEPcl(std::istream& file, char* to,
                                                 std::streamsize size) {
  on_access_range(to, static_cast<std::size_t>(std::max<std::streamsize>(size, 0)),
                  operation::write, __builtin_return_address(0));
  return &file.read(to, size);
}
/// std::ostream::write(const char*, std::streamsize)
MILLIAMP_API std::ostream* __wrap__ZNSo5writeEPKcl(std::ostream& file, const char* from,
                                                   std::streamsize size) {
  on_access_range(from, static_cast<std::size_t>(std::max<std::streamsize>(size, 0)),
                  operation::read, __builtin_return_address(0));
  return &file.write(from, size);
}
}
