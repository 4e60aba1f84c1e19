/// @file
/// The thread-local state that the public headers read.

#include <milliamp/detail/view_context.h>

namespace milliamp::detail {

__thread view_context current_view_context = view_context::host;

}  // namespace milliamp::detail
