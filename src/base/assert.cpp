#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace milliamp::detail::base {

void fail_assertion(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "milliamp: %s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace milliamp::detail::base
