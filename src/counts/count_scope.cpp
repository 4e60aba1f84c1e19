/// @file
/// The public scope of counts (milliamp/counts.h).

#include "counts/count_collector.h"

#include <milliamp/counts.h>

namespace milliamp {

count_scope::count_scope() : collector_(std::make_unique<detail::counts::count_collector>()) {}

count_scope::~count_scope() = default;

std::vector<launch_counts> count_scope::launches() const { return collector_->launches(); }

}  // namespace milliamp
