/// @file
/// Thread-local variables, as tile_static ones are, in debug information.
#pragma once

#include "symbolize/dwarf.h"

#include <cstddef>
#include <optional>

namespace milliamp::detail::symbolize {

/// The thread-local variable at an offset of a module's thread-local block.
///
/// Compilers for 64-bit ARM do not describe where such variables are, and GCC describes it wrongly
/// with -gsplit-dwarf. There it is the one of its name, or the first one of that name that its
/// function declares.
/// @param in_module an address in the module
std::optional<Dwarf_Die> thread_local_at(Dwarf_Addr in_module, std::size_t offset)
    MILLIAMP_REQUIRES(debug_information::mutex);

}  // namespace milliamp::detail::symbolize
