#include "check/launch_captures.h"

#include <utility>

namespace milliamp::detail::check {

namespace {

constinit thread_local launch_captures* current_captures = nullptr;

}  // namespace

launch_captures::launch_captures(bool has_arrays)
    : outer_(current_captures), has_arrays_(has_arrays) {
  current_captures = this;
}

launch_captures::~launch_captures() {
  current_captures = outer_;
  // The last one first: a view may be captured twice.
  for (auto f = when_refused_.rbegin(); f != when_refused_.rend(); ++f) (*f)();
}

launch_captures* launch_captures::current() { return current_captures; }

void launch_captures::add(const guarded_memory& memory, bool writable) {
  launch_captures* const captures = current();
  if (captures != nullptr) captures->views_.push_back({memory.elements().begin, writable});
}

void launch_captures::when_refused(std::function<void()> function) {
  launch_captures* const captures = current();
  if (captures != nullptr) captures->when_refused_.push_back(std::move(function));
}

void launch_captures::accept() {
  launch_captures* const captures = current();
  if (captures != nullptr) captures->when_refused_.clear();
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
