/// @file
/// Concurrency, Visual C++'s other name of the namespace, for programs without <amp.h>.
#ifndef MILLIAMP_COMPAT_PPL_OTHER_NAME_H
#define MILLIAMP_COMPAT_PPL_OTHER_NAME_H

namespace concurrency {}
namespace Concurrency {
using namespace concurrency;
}
namespace concurrency {
using namespace Concurrency;
}

#endif
