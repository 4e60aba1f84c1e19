/// @file
/// A shared library with tile_static variables, linked or loaded at run time.
#ifndef MILLIAMP_TESTS_ENGINE_TILE_STATIC_LIBRARY_H
#define MILLIAMP_TESTS_ENGINE_TILE_STATIC_LIBRARY_H

#include <amp.h>

#include <cstdint>

#define MILLIAMP_TESTS_API extern "C" __attribute__((visibility("default")))

/// The number of tiles in the launches of the library's kernels.
inline constexpr int library_tiles = 200;

/// Runs a kernel of the library that reverses the numbers within each tile of 16; returns how many
/// threads got what they should.
MILLIAMP_TESTS_API int reverse_in_library(const concurrency::accelerator_view& where);

/// The same on the default accelerator.
MILLIAMP_TESTS_API int reverse_by_default();

/// For kernels: reverses a value within a tile of 16 through a tile_static variable of the library.
MILLIAMP_TESTS_API int reverse_in_tile(const concurrency::tiled_index<16>& t, int value);

/// Runs a kernel of the library that reads its tile_static variable before it writes it; returns in
/// how many tiles the variable's bits were all ones.
MILLIAMP_TESTS_API int count_poisoned_tiles(const concurrency::accelerator_view& where);

#endif
