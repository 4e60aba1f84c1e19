#include "base/thread_sanitizer.h"

#include "base/modules.h"

#include <unistd.h>

#include <cstdio>

namespace milliamp::detail::base {

namespace {

/// When the library is loaded, ends a checked program in which the sanitizer's runtime takes the
/// place of the library's callbacks: its kernels would crash. The compiler says so only where CMake
/// knows of the flag (milliamp/detail/checked.h).
[[maybe_unused]] const bool is_refused = [] {
  // The plugins and the linker's options redirect calls in checked programs only.
  if (AnnotateIgnoreReadsBegin == nullptr || !is_called_by_program("__wrap_")) return false;
  std::fputs(
      "milliamp: a checked program cannot be linked with ThreadSanitizer's runtime; build it "
      "without -fsanitize=thread\n",
      stderr);
  _exit(2);
}();

}  // namespace

}  // namespace milliamp::detail::base
