#include "check/launch_captures.h"

namespace milliamp::detail::check {

namespace {

constinit thread_local launch_captures* current_captures = nullptr;

}  // namespace

launch_captures::launch_captures(bool has_arrays)
    : outer_(current_captures), has_arrays_(has_arrays) {
  current_captures = this;
}

launch_captures::~launch_captures() { current_captures = outer_; }

launch_captures* launch_captures::current() { return current_captures; }

void launch_captures::add(const guarded_memory& memory, bool writable) {
  launch_captures* const captures = current();
  if (captures != nullptr) captures->views_.push_back({memory.elements().begin, writable});
}

bool launch_captures::are_only_read(const base::memory_range& elements) const {
  bool is_captured = false;
  for (const view& v : views_) {
    if (v.memory != elements.begin) continue;
    if (v.writable) return false;
    is_captured = true;
  }
  return is_captured && !has_arrays_;
}

}  // namespace milliamp::detail::check
