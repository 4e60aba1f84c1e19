#include "low/answer.h"

namespace fixture {

int low_answer() { return twice(21); }

}  // namespace fixture
