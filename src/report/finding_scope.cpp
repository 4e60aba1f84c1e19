#include "report/finding_collector.h"
#include "report/finding_list.h"
#include "report/reporter.h"

#include <milliamp/finding.h>

#include <mutex>
#include <utility>

namespace milliamp {

namespace {

/// The innermost scope of the thread.
thread_local finding_scope* innermost = nullptr;

/// The innermost scope that covers all threads. The mutex guards it and the findings in it.
std::mutex mutex;
finding_scope* innermost_of_all = nullptr;

bool is_closed = false;

/// The scope that covers the calling thread; null: none. The mutex is locked.
finding_scope* scope_of_thread() {
  if (is_closed) return nullptr;
  return innermost != nullptr ? innermost : innermost_of_all;
}

}  // namespace

finding_scope::finding_scope(coverage covered)
    : coverage_(covered),
      findings_(std::make_unique<detail::report::finding_list>()),
      outer_(std::exchange(innermost, this)) {
  if (coverage_ != coverage::all_threads) return;
  const std::lock_guard lock(mutex);
  outer_of_all_ = std::exchange(innermost_of_all, this);
}

finding_scope::~finding_scope() {
  innermost = outer_;
  if (coverage_ != coverage::all_threads) return;
  const std::lock_guard lock(mutex);
  innermost_of_all = outer_of_all_;
}

const std::vector<finding>& finding_scope::findings() const noexcept { return findings_->all(); }

std::vector<finding> finding_scope::take() {
  const std::lock_guard lock(mutex);
  return findings_->take();
}

bool finding_collector::covers() {
  const std::lock_guard lock(mutex);
  return scope_of_thread() != nullptr;
}

bool finding_collector::take(std::vector<finding>& found) {
  const std::lock_guard lock(mutex);
  finding_scope* const scope = scope_of_thread();
  if (scope == nullptr) return false;
  for (finding& f : found) scope->findings_->add(std::move(f));
  return true;
}

void finding_collector::close() {
  const std::lock_guard lock(mutex);
  is_closed = true;
}

void report(finding found) { detail::report::reporter::instance().add({std::move(found)}); }

}  // namespace milliamp
