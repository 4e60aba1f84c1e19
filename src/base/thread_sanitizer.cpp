#include "base/thread_sanitizer.h"

#include "base/modules.h"

#include <cstdio>

namespace milliamp::detail::base {

namespace {

/// Says when the library is loaded that the sanitizer's runtime takes the place of the callbacks
/// that a checked program should call. The compiler cannot say it: the flags are the same.
[[maybe_unused]] const bool is_announced = [] {
  // The plugins and the linker's options redirect calls in checked programs only.
  if (AnnotateIgnoreReadsBegin == nullptr || !is_called_by_program("__wrap_")) return false;
  std::fputs(
      "milliamp: ThreadSanitizer's runtime is linked to this checked program, so its kernels are "
      "not checked; build it without -fsanitize=thread\n",
      stderr);
  return true;
}();

}  // namespace

}  // namespace milliamp::detail::base
