#include "../high/limit.h"

namespace fixture {

int relative_limit() { return high_limit; }

}  // namespace fixture
