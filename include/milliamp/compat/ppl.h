/// @file
/// Visual C++'s <ppl.h>, the Parallel Patterns Library of the host, on top of oneTBB: parallel
/// loops and algorithms, task groups, combinable, and the locks of <concrt.h>.
///
///     concurrency::parallel_for(0, 100, [&](int i) { squares[i] = i * i; });
///
/// parallel_for_each() has overloads here and in <amp.h>: one takes iterators, the other an extent.
#ifndef MILLIAMP_COMPAT_PPL_H
#define MILLIAMP_COMPAT_PPL_H

#include <milliamp/compat/concrt.h>
#include <milliamp/compat/ppl/algorithms.h>
#include <milliamp/compat/ppl/combinable.h>
#include <milliamp/compat/ppl/loops.h>
#include <milliamp/compat/ppl/task_group.h>

#endif
