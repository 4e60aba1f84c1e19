/// @file
/// An inline function with a tile_static variable, and functions of a second source that use it.
#ifndef MILLIAMP_TESTS_ENGINE_TILE_STATIC_INLINE_FUNCTION_H
#define MILLIAMP_TESTS_ENGINE_TILE_STATIC_INLINE_FUNCTION_H

#include <amp.h>

namespace milliamp::tests {

inline int* inline_values() {
  tile_static int values[16];
  return values;
}

int* place_in_second_source();
void set_in_second_source(int at, int value);
int get_in_second_source(int at);

}  // namespace milliamp::tests

#endif
