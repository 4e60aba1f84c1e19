#include "check/launch_context.h"

#include "base/launch_numbers.h"
#include "base/scoped_ignore.h"
#include "report/reporter.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <iterator>
#include <utility>

namespace milliamp::detail::check {

launch_context::launch_context(const tiled_kernel& kernel)
    : tiled_(&kernel),
      number_(base::take_launch_number()),
      tile_shift_(static_cast<unsigned>(std::bit_width(kernel.threads() - 1))) {}

launch_context::launch_context(const untiled_kernel& kernel)
    : untiled_(&kernel), number_(base::take_launch_number()) {}

const void* launch_context::kernel_function() const {
  return tiled_ != nullptr ? tiled_->function : untiled_->function;
}

std::size_t launch_context::kernel_size() const {
  return tiled_ != nullptr ? tiled_->size : untiled_->size;
}

const void* launch_context::kernel_code() const {
  return tiled_ != nullptr ? reinterpret_cast<const void*>(tiled_->run_one)
                           : reinterpret_cast<const void*>(untiled_->run);
}

thread_position launch_context::position_of(race::thread_id thread) const {
  if (tiled_ == nullptr) return engine::position_of(*untiled_, thread);
  const race::thread_id tile = thread >> tile_shift_;
  const std::int32_t width = tiled_->extent[2] / tiled_->tile_extent[2];
  const std::int32_t height = tiled_->extent[1] / tiled_->tile_extent[1];
  const auto row = static_cast<std::int32_t>(tile / static_cast<race::thread_id>(width));
  const tile_coordinates coordinates{
      {row / height, row % height,
       static_cast<std::int32_t>(tile % static_cast<race::thread_id>(width))}};
  return engine::position_of(*tiled_, coordinates,
                             thread & ((race::thread_id{1} << tile_shift_) - 1));
}

std::vector<symbolize::captured_memory> launch_context::captures() const {
  const void* code = tiled_ != nullptr ? reinterpret_cast<const void*>(tiled_->run_one)
                                       : reinterpret_cast<const void*>(untiled_->run);
  return symbolize::captures_of(kernel_function(), code);
}

std::string launch_context::container_at(const void* data,
                                         const std::vector<std::int64_t>& lengths) const {
  for (const symbolize::captured_memory& memory : captures()) {
    if (memory.is_container && memory.data == data && memory.lengths == lengths) {
      return memory.variable;
    }
  }
  return "";
}

/// The captured pointer that leads to an address from the least distance.
std::optional<symbolize::captured_memory> launch_context::pointer_to(const void* address) const {
  std::optional<symbolize::captured_memory> nearest;
  for (symbolize::captured_memory& memory : captures()) {
    if (memory.element_from(address).empty()) continue;
    if (!nearest || nearest->data < memory.data) nearest = std::move(memory);
  }
  return nearest;
}

bool launch_context::describe_global(std::uintptr_t address, finding& found) const {
  const auto* byte = reinterpret_cast<const void*>(address);
  for (const symbolize::captured_memory& memory : captures()) {
    found.element = memory.element_at(byte);
    if (found.element.empty()) continue;
    found.variable = memory.variable;
    found.name = memory.name;
    return true;
  }
  if (const symbolize::static_variable_offset place = symbolize::static_variable_at(address);
      !place.name.empty()) {
    found.variable = "static variable " + place.name;
    found.name = place.name.substr(place.name.rfind(':') + 1);
    found.element = found.name;
    if (place.offset != 0) found.element += " at byte " + std::to_string(place.offset);
    return false;
  }
  if (const auto pointer = pointer_to(byte)) {
    found.element = pointer->element_from(byte);
    found.variable = pointer->variable;
    found.name = pointer->name;
    return true;
  }
  char text[64];
  std::snprintf(text, sizeof text, "global memory at 0x%llx",
                static_cast<unsigned long long>(address));
  found.variable = "global memory";
  found.element = text;
  return false;
}

void launch_context::take(race::access_log& found) {
  if (found.empty()) return;
  const std::lock_guard lock(mutex_);
  found.move_to(accesses_);
}

void launch_context::take(tile_static_use& seen) {
  const std::lock_guard lock(mutex_);
  tile_static_use_.take(seen);
}

void launch_context::take(finding found) {
  const std::lock_guard lock(mutex_);
  others_.add(std::move(found));
}

void launch_context::report() {
  const base::scoped_ignore own;
  std::vector<finding> found;
  {
    const std::lock_guard lock(mutex_);
    values_.deny_different(accesses_, !turns_.are_given_up());
    found = accesses_.findings(*this);
    accesses_ = {};
    std::vector<finding> others = others_.take();
    std::move(others.begin(), others.end(), std::back_inserter(found));
  }
  report::reporter::instance().add(std::move(found));
}

}  // namespace milliamp::detail::check
