#include "engine/failure.h"

#include "base/assert.h"
#include "base/scoped_ignore.h"
#include "engine/escaped_exception.h"
#include "report/finding_failure.h"
#include "symbolize/type_names.h"

#include <cxxabi.h>

namespace milliamp::detail::engine {

namespace {

std::string name_of_current_exception() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  return type != nullptr ? symbolize::demangle(type->name()) : "an exception";
}

}  // namespace

std::exception_ptr kernel_failure(const thread_position& thread) {
  MILLIAMP_ASSERT(std::current_exception() != nullptr);
  const base::scoped_ignore ignore;
  const auto calls = calls_of_current_exception();
  const auto failure = [&](const std::string& message, HRESULT code) {
    return std::make_exception_ptr(escaped_exception(message, code, thread, calls));
  };
  try {
    throw;
  } catch (const concurrency::out_of_memory&) {
    return std::current_exception();  // of the library: for the stacks of a tile's threads
  } catch (const concurrency::runtime_exception& e) {
    return failure(e.what(), e.get_error_code());
  } catch (const std::exception& e) {
    return failure(e.what(), concurrency::details::e_fail);
  } catch (...) {
    return failure("an exception of type " + name_of_current_exception(),
                   concurrency::details::e_fail);
  }
}

std::exception_ptr spinning_failure(const thread_position& thread) {
  const base::scoped_ignore ignore;
  return std::make_exception_ptr(report::finding_failure(
      finding_kind::no_progress, "no progress: thread " + to_string(thread) +
                                     " does not leave a loop; it can wait for other threads of its "
                                     "tile only at a tile_barrier (spec 8.1)"));
}

}  // namespace milliamp::detail::engine
