/// @file
/// Reading of line tables. libdw keeps what it has read of a compilation unit, but needs more stack
/// to read it than a fiber of the program or a thread with a small stack may have.
#pragma once

#include "symbolize/dwarf.h"

namespace milliamp::detail::symbolize {

/// Makes libdw read the line table and the file names of a unit, unless it has them already.
/// @return false if there is neither enough stack nor another thread: libdw must then not be asked
///   for a line or a file of the unit
bool read_line_table(Dwarf_Die& unit) MILLIAMP_REQUIRES(debug_information::mutex);

}  // namespace milliamp::detail::symbolize
