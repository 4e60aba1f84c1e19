/// @file
/// A part of a program that is not checked, for a program that is.
#pragma once

#include <amp.h>

/// Accesses elements on the host: the sum, and a change of each.
int sum_of(concurrency::array_view<const int> numbers);
void add(concurrency::array_view<int> numbers, int summand);
