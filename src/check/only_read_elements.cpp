#include "check/only_read_elements.h"

#include <algorithm>

namespace milliamp::detail::check {

void only_read_elements::on_launch_begin(const guarded_at_launch& guarded) {
  entries_ = {};
  guarded_ = &guarded;
  empty_ = std::none_of(guarded.all().begin(), guarded.all().end(),
                        [](const guarded_range& range) { return range.is_only_read; });
}

}  // namespace milliamp::detail::check
