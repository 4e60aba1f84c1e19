/// @file
/// Callbacks of instrumented code for accesses to elements of arrays, views and textures that are
/// out of bounds or need synchronization.

#include "base/invalid_argument.h"
#include "base/scoped_ignore.h"
#include "base/show.h"
#include "check/current_launch.h"
#include "check/scratch_memory.h"
#include "check/unwritten_memory.h"
#include "coherence/shared_buffer.h"
#include "diagnose/out_of_bounds.h"
#include "symbolize/stack_trace.h"

#include <milliamp/detail/element_access.h>
#include <milliamp/detail/texels.h>
#include <milliamp/exceptions.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace milliamp::detail::intercept {

namespace {

diagnose::container_access access_to(diagnose::container_kind kind, const std::type_info* element,
                                     const void* data, const int* lengths, int rank) {
  return {{kind, element, data, {lengths, lengths + rank}},
          symbolize::stack_trace::here(),
          check::current_kernel(),
          check::current_kernel_thread()};
}

diagnose::container_kind view_kind(bool is_const) {
  return is_const ? diagnose::container_kind::view_of_const : diagnose::container_kind::view;
}

void report_out_of_bounds(const element_access& access) {
  const base::scoped_ignore ignore;
  const auto kind = access.is_array ? diagnose::container_kind::array : view_kind(access.is_const);
  check::report(diagnose::element_index_fact{
      access_to(kind, access.element_type, access.container_data, access.lengths, access.rank),
      {access.index, access.index + access.rank}});
}

/// The components of an index or extent; nothing for null.
std::optional<std::vector<int>> components(const int* values, int rank) {
  if (values == nullptr) return std::nullopt;
  return std::vector<int>(values, values + rank);
}

/// Whether these are the lengths of a part that report_part() has reported, which are all 0.
bool is_reported_part(const int* lengths, int rank) {
  return std::all_of(lengths, lengths + rank, [](int length) { return length == 0; });
}

void* open_element(const element_access& access, concurrency::access_type type) {
  coherence::shared_buffer& memory = coherence::shared(*access.owner);
  void* const element = memory.open(access.element, type);
  check::unwritten_memory* const unwritten = memory.unwritten_at(element);
  if (unwritten != nullptr && (type & concurrency::access_type_write) != 0) {
    unwritten->record_write(element, access.element_size);
  }
  return element;
}

}  // namespace

}  // namespace milliamp::detail::intercept

namespace milliamp::detail {

void access_elements_unchecked() noexcept {}

void report_part(const part_access& part) {
  const base::scoped_ignore ignore;
  const auto fact = [&] {
    return diagnose::part_fact{
        intercept::access_to(intercept::view_kind(part.is_const), part.element_type,
                             part.container_data, part.whole_lengths, part.whole_rank),
        part.what, intercept::components(part.origin, part.rank),
        intercept::components(part.lengths, part.rank)};
  };
  if (current_view_context == view_context::host) {
    const diagnose::part_fact outside = fact();
    base::throw_invalid(diagnose::summary_of(outside, diagnose::type_of(outside.access.whole)));
  }
  if (!check::are_findings_wanted() ||
      intercept::is_reported_part(part.whole_lengths, part.whole_rank))
    return;
  check::report(fact());
}

void report_texel(const texel_fault& fault) {
  const base::scoped_ignore ignore;
  if (!check::are_findings_wanted()) return;
  check::report(diagnose::texel_index_fact{
      intercept::access_to(diagnose::container_kind::texture, fault.texel, fault.data,
                           fault.lengths, fault.rank),
      {fault.index, fault.index + fault.rank},
      fault.level,
      fault.levels,
      {fault.level_lengths, fault.level_lengths + fault.rank}});
}

void* look_at(const element_access& access) {
  if (access.element == nullptr) {
    if (check::are_findings_wanted() && !intercept::is_reported_part(access.lengths, access.rank)) {
      intercept::report_out_of_bounds(access);
    }
    return check::out_of_bounds_scratch(access.element_size);
  }
  if (access.is_array) {
    if (access.allowed_on_host == concurrency::access_type_none) {
      throw concurrency::runtime_exception(
          ("the host accesses element " + base::show(access.index, access.rank) + " of an " +
           diagnose::type_of({diagnose::container_kind::array,
                              access.element_type,
                              access.container_data,
                              {access.lengths, access.lengths + access.rank}}) +
           " whose cpu_access_type is access_type_none; copy the "
           "elements, or access them through an array_view of the array")
              .c_str(),
          concurrency::details::e_invalid_argument);
    }
    return intercept::open_element(access, access.allowed_on_host);
  }
  if (!access.synchronizes) return access.element;
  return intercept::open_element(access, access.is_const ? concurrency::access_type_read
                                                         : concurrency::access_type_read_write);
}

}  // namespace milliamp::detail
