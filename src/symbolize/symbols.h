/// @file
/// Source locations of code addresses and types of variables, from the debug information of the
/// running program's modules (libdw); no other process is asked.
#pragma once

#include "symbolize/type_layout.h"

#include <milliamp/finding.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// Where an instruction comes from: the function that contains it first, then those into which
/// that one was inlined. Never empty.
/// @param return_address the address behind the instruction, as a call leaves it
std::vector<source_frame> frames_of(const void* return_address);

/// The frames of frames_of() outside the headers of this library and of the standard library; there
/// may be none.
std::vector<source_frame> user_part_of(const void* return_address);

/// The frames of frames_of() that a user of the library knows: those of user_part_of(), up to the
/// kernel, with the calls that led there. Never empty.
/// @param calls return addresses, the innermost first; the outermost is that of the kernel itself,
///   which the library called
std::vector<source_frame> user_frames_of(const void* return_address,
                                         const std::vector<const void*>& calls = {});

/// A place near an instruction in the same function, for one that the compiler has made of several
/// lines, and that has none: where what comes before it is from, or else what comes next. Its line
/// is 0 when there is no such place.
source_frame near_place_of(const void* return_address);

/// Whether two calls are one call in the source, that the compiler has made several of, or may be:
/// without debug information all calls in a function are taken to be.
/// @param calls those that led there, as for user_frames_of()
bool is_same_call_site(const void* return_address, const std::vector<const void*>& calls,
                       const void* other, const std::vector<const void*>& other_calls);

/// How a variable was declared.
struct variable_declaration {
  std::string file;  ///< empty when there is no debug information
  int line = 0;
  type_layout type;
};

/// The declaration of a thread-local variable. @param module the load address of its module, as
/// dl_iterate_phdr tells @param offset its place in the module's thread-local block
variable_declaration thread_local_declaration(std::uintptr_t module, std::size_t offset);

/// Where in a variable of static storage duration an address is.
struct static_variable_place {
  std::string name;  ///< with its scopes; empty when the address is in no such variable
  std::size_t offset = 0;
};
static_variable_place static_variable_at(std::uintptr_t address);

/// A C++ symbol as people write it, without ABI tags.
std::string demangle(const char* symbol);

}  // namespace milliamp::detail::symbolize
