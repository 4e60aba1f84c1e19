#include "high/limit.h"

namespace fixture {

int limit_of_high() { return high_limit; }

}  // namespace fixture
