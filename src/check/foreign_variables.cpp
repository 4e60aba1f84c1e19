#include "check/foreign_variables.h"

#include "base/scoped_ignore.h"

#include <algorithm>

namespace milliamp::detail::check {

void foreign_variables::on_launch_begin() {
  called_.clear();
  kernel_ = thread_.launch->kernel_class();
  has_foreign_ = false;
  for (const engine::tile_arena::region& r : thread_.races.arena().regions()) {
    has_foreign_ = has_foreign_ || std::any_of(r.variables.begin(), r.variables.end(),
                                               [&](const symbolize::tile_variable& v) {
                                                 return !v.kernel.empty() && v.kernel != kernel_;
                                               });
  }
}

bool foreign_variables::check_access(std::uintptr_t address, std::size_t size, race::operation op,
                                     const void* return_address) {
  const base::scoped_ignore ignore;
  const symbolize::tile_static_location location =
      thread_.races.arena().find(reinterpret_cast<const void*>(address));
  if (location.variable == nullptr || location.variable->kernel.empty() ||
      location.variable->kernel == kernel_ || is_called(location, return_address)) {
    return false;
  }
  found_.add(thread_, return_address, reinterpret_cast<std::uintptr_t>(location.variable), [&] {
    return diagnose::foreign_variable_fact{
        location,
        thread_.races.arena().find_nearest(reinterpret_cast<const void*>(address), &kernel_),
        {race::kind_of(op), thread_.call_site(return_address), {}},
        0};
  });
  undo_.prepare(address, size, op, /*is_private=*/true);
  return true;
}

/// Whether the kernel has called the other one, which it may, as any function.
bool foreign_variables::is_called(const symbolize::tile_static_location& location,
                                  const void* return_address) {
  const auto [known, is_new] =
      called_.try_emplace({thread_.races.call_site_of(return_address), location.variable});
  if (!is_new) return known->second;
  diagnose::call_site stack = thread_.call_site(return_address);
  stack.calls.push_back(return_address);
  return known->second = std::any_of(stack.calls.begin(), stack.calls.end(), [&](const void* call) {
           return symbolize::is_in_function_of(location.module->begin, location.variable->offset,
                                               call);
         });
}

}  // namespace milliamp::detail::check
