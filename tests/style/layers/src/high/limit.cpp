#include "high/limit.h"

namespace fixture {

int limit() { return high_limit; }

}  // namespace fixture
