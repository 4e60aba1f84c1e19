/// @file
/// Hides the C library's function `index`, which `<strings.h>` declares in the global namespace.
///
/// `using namespace concurrency; index<1> i;` is ambiguous once that function has been declared.
/// `<amp.h>` includes this file before all else; the CMake targets and `milliamp c++` include it
/// ahead of every source, so that a standard header seen before `<amp.h>` changes nothing.
#ifndef MILLIAMP_PRELUDE_H
#define MILLIAMP_PRELUDE_H

#define index milliamp_hidden_c_index
#include <strings.h>
#undef index

#endif
