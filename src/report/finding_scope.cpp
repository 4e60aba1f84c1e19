/// @file
/// Collects the findings of a scope of the program (milliamp/finding.h).

#include "base/mutex.h"
#include "report/finding_collector.h"
#include "report/finding_list.h"
#include "report/reporter.h"

#include <milliamp/finding.h>

#include <utility>

namespace milliamp {

namespace {

/// The innermost scope of the thread.
thread_local finding_scope* innermost = nullptr;

/// Guards what follows, and the findings in scopes.
detail::base::mutex mutex;

/// The innermost scope that covers all threads.
finding_scope* innermost_of_all MILLIAMP_GUARDED_BY(mutex) = nullptr;

/// The scope of the running test.
finding_scope* test_scope MILLIAMP_GUARDED_BY(mutex) = nullptr;

bool is_closed MILLIAMP_GUARDED_BY(mutex) = false;

/// The scope that covers the calling thread; null: none.
finding_scope* scope_of_thread() MILLIAMP_REQUIRES(mutex) {
  if (is_closed) return nullptr;
  return innermost != nullptr ? innermost : innermost_of_all;
}

/// Returns the scope that was the innermost. A function, because the analysis skips constructors
/// and destructors.
finding_scope* exchange_innermost_of_all(finding_scope* scope) {
  const detail::base::scoped_lock lock(mutex);
  return std::exchange(innermost_of_all, scope);
}

std::vector<finding> take_all(detail::report::finding_list& findings) MILLIAMP_REQUIRES(mutex) {
  return findings.take();
}

}  // namespace

finding_scope::finding_scope(coverage covered)
    : coverage_(covered),
      findings_(std::make_unique<detail::report::finding_list>()),
      outer_(std::exchange(innermost, this)) {
  if (coverage_ != coverage::all_threads) return;
  outer_of_all_ = exchange_innermost_of_all(this);
}

finding_scope::~finding_scope() {
  innermost = outer_;
  if (coverage_ != coverage::all_threads) return;
  exchange_innermost_of_all(outer_of_all_);
}

const std::vector<finding>& finding_scope::findings() const noexcept { return findings_->all(); }

std::vector<finding> finding_scope::take() {
  const detail::base::scoped_lock lock(mutex);
  return take_all(*findings_);
}

bool finding_collector::covers() {
  const detail::base::scoped_lock lock(mutex);
  return scope_of_thread() != nullptr;
}

bool finding_collector::take(std::vector<finding>& found) {
  const detail::base::scoped_lock lock(mutex);
  finding_scope* const scope = scope_of_thread();
  if (scope == nullptr) return false;
  for (finding& f : found) scope->findings_->add(std::move(f));
  return true;
}

void finding_collector::set_test_scope(finding_scope* scope) {
  const detail::base::scoped_lock lock(mutex);
  test_scope = scope;
}

std::vector<finding> finding_collector::take_from_test() {
  const detail::base::scoped_lock lock(mutex);
  return test_scope == nullptr ? std::vector<finding>() : take_all(*test_scope->findings_);
}

void finding_collector::close() {
  const detail::base::scoped_lock lock(mutex);
  is_closed = true;
}

void report(finding found) { detail::report::reporter::instance().add({std::move(found)}); }

}  // namespace milliamp
