/// @file
/// A part of a program that is compiled without MILLIAMP_DROP_OUT_OF_BOUNDS.
#ifndef MILLIAMP_TESTS_UNTESTED_PART_H
#define MILLIAMP_TESTS_UNTESTED_PART_H

#include <amp.h>

namespace milliamp::tests {

/// Sets the first count elements of a view, in a kernel that tests no index.
void set_all(concurrency::array_view<int> view, int count, int value);

}  // namespace milliamp::tests

#endif
