namespace fixture {

int limits() {
  return 0
#define LIMIT(value) +value
#include "low/limits.def"
#undef LIMIT
      ;
}

}  // namespace fixture
