#include "low/answer.h"

#include "high/limit.h"

namespace fixture {

int high_answer() { return twice(low_answer()) - high_limit; }

}  // namespace fixture
