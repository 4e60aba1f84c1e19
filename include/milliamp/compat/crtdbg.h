/// @file
/// The assertions of <crtdbg.h>. Like assert(), they end the program unless NDEBUG is defined;
/// those of Visual C++ depend on _DEBUG. The calls that look for leaks do nothing: use
/// -fsanitize=leak or -fsanitize=address.
#ifndef MILLIAMP_COMPAT_CRTDBG_H
#define MILLIAMP_COMPAT_CRTDBG_H

#include <cassert>

#define _ASSERT(condition) assert(condition)
#define _ASSERTE(condition) assert(condition)
#define _ASSERT_EXPR(condition, text) assert((condition) && (text))

#define _CRTDBG_ALLOC_MEM_DF 0x01
#define _CRTDBG_LEAK_CHECK_DF 0x20

/// No flag is ever set.
inline int _CrtSetDbgFlag(int) { return 0; }
/// No leak is ever found.
inline int _CrtDumpMemoryLeaks() { return 0; }

#endif
