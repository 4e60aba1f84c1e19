#include "check/tile_static_limit.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"
#include "base/scoped_ignore.h"
#include "diagnose/tile_static_limit.h"
#include "report/finding_failure.h"
#include "report/reporter.h"
#include "symbolize/stack_trace.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <exception>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

namespace {

/// The variables in the call operator of a kernel.
std::vector<symbolize::tile_static_location> variables_of(const tiled_kernel& kernel) {
  const std::string prefix = symbolize::demangle(kernel.type->name()) + "::operator()";
  std::vector<symbolize::tile_static_location> found;
  for (const auto& module : symbolize::tile_modules().modules) {
    for (const symbolize::tile_variable& v : module->variables) {
      if (v.name.starts_with(prefix)) found.push_back({module, &v, 0});
    }
  }
  return found;
}

/// Throws if the variables of a kernel exceed the limit in total.
/// @param reports whether to report that as well
void check_sum(const tiled_kernel& kernel, std::vector<symbolize::tile_static_location> variables,
               bool reports) {
  std::size_t total = 0;
  for (const symbolize::tile_static_location& v : variables) total += v.variable->size;
  if (total <= tile_static_limit) return;
  std::stable_sort(
      variables.begin(), variables.end(),
      [](const symbolize::tile_static_location& a, const symbolize::tile_static_location& b) {
        return a.variable->size > b.variable->size;
      });
  const diagnose::tile_static_limit_fact excess{
      kernel.type, tile_static_limit, total, std::move(variables), symbolize::stack_trace::here()};
  std::exception_ptr failure = tile_static_limit_failure(excess);
  if (reports) {
    const base::scoped_ignore ignore;
    failure = report::refer_to_report(
        failure, report::reporter::instance().add({diagnose::diagnose(excess)}));
  }
  std::rethrow_exception(failure);
}

/// Whether any module has so much thread-local storage that the limit could be exceeded.
bool limit_can_be_exceeded() {
  bool found = false;
  base::for_each_module([&](const dl_phdr_info& info) {
    const auto* const segment = base::thread_local_segment(info);
    found = segment != nullptr && segment->p_memsz > tile_static_limit;
    return found;
  });
  return found;
}

/// The classes of the kernels that have been checked.
class kernels_within_limit {
 public:
  bool contain(const std::type_info* kernel) {
    const base::scoped_lock lock(mutex_);
    if (const auto now = base::loader_generation::now(); now != modules_) {
      types_.clear();  // a new module may reuse the addresses of an unloaded one
      modules_ = now;
    }
    return types_.contains(kernel);
  }
  void add(const std::type_info* kernel) {
    const base::scoped_lock lock(mutex_);
    types_.insert(kernel);
  }

 private:
  base::mutex mutex_;
  std::unordered_set<const std::type_info*> types_ MILLIAMP_GUARDED_BY(mutex_);
  base::loader_generation modules_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace

void check_tile_static_limit(engine_kind e, const tiled_kernel& kernel) {
  auto& within_limit = base::only<kernels_within_limit>();
  if (within_limit.contain(kernel.type)) return;
  // Without a lock: a report may end the process.
  if (limit_can_be_exceeded()) {
    check_sum(kernel, variables_of(kernel), e == engine_kind::ref);
  }
  within_limit.add(kernel.type);
}

void check_tile_static_use(const tiled_kernel& kernel, const tile_static_use& used) {
  check_sum(kernel, used.variables(), true);
}

}  // namespace milliamp::detail::check
