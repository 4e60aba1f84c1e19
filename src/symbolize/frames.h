/// @file
/// Source locations of code addresses, from the debug information of the modules of the running
/// program (libdw). No other process, such as addr2line, is run.
#pragma once

#include <milliamp/finding.h>

#include <vector>

namespace milliamp::detail::symbolize {

/// Returns the frames of an instruction: the function that contains it, then those into which that
/// one was inlined. Never empty.
/// @param return_address the address after the instruction
std::vector<source_frame> frames_of(const void* return_address);

/// Returns the frames of frames_of() without those in headers of this library and of the standard
/// library, and without functions that the compiler has declared itself. May be empty.
std::vector<source_frame> user_part_of(const void* return_address);

/// Returns the frames of user_part_of() for an instruction and for its call stack, up to the
/// kernel; those of frames_of() when there are none. Never empty.
/// @param calls return addresses, the innermost first
std::vector<source_frame> user_frames_of(const void* return_address,
                                         const std::vector<const void*>& calls = {});

/// Returns the location of the nearest instruction with a line in the same function, preferably
/// before the given one. For instructions that the compiler merged from several lines, which have
/// no line. The line of the result is 0 when there is no such instruction.
source_frame nearest_location(const void* return_address);

/// Whether two calls are the same call in the source, which the compiler has duplicated. Without
/// debug information, all calls in a function are considered the same. So are those of functions of
/// the program at one line and column, as in a macro; those of inline functions of the library are
/// not (see `milliamp/tile_barrier.h`).
/// @param calls call stacks, as for user_frames_of()
bool is_same_call_site(const void* return_address, const std::vector<const void*>& calls,
                       const void* other, const std::vector<const void*>& other_calls);

}  // namespace milliamp::detail::symbolize
