#include "check/overrun.h"

#include "symbolize/frames.h"
#include "symbolize/variables.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace milliamp::detail::check {

namespace {

std::size_t product(std::vector<std::uint64_t>::const_iterator begin,
                    std::vector<std::uint64_t>::const_iterator end) {
  return std::accumulate(begin, end, std::size_t{1}, std::multiplies<>());
}

}  // namespace

overrun::overrun(const bad_index& index, const engine::tile_arena& arena,
                 const std::vector<symbolize::captured_memory>& captures)
    : location_(index.location) {
  if (product(index.lengths.begin(), index.lengths.end()) == 0 || index.lengths.empty()) return;
  for (const engine::tile_arena::region& r : arena.regions()) {
    for (const symbolize::tile_variable& v : r.variables) {
      add_targets(reinterpret_cast<std::uintptr_t>(r.block + v.offset),
                  symbolize::thread_local_declaration(r.module->begin, v.offset).type, index, {});
    }
  }
  for (const symbolize::captured_memory& memory : captures) {
    symbolize::type_layout type = memory.element;
    repetition of_element{memory.element_size, memory.is_container ? memory.elements_spanned() : 1};
    if (!memory.is_container) type.dimensions.assign(memory.lengths.begin(), memory.lengths.end());
    add_targets(reinterpret_cast<std::uintptr_t>(memory.data), type, index, of_element);
  }
}

void overrun::add_targets(std::uintptr_t begin, const symbolize::type_layout& type,
                          const bad_index& index, repetition of_object) {
  if (type.size == 0) return;
  const std::vector<std::uint64_t>& lengths = index.lengths;
  if (lengths.size() <= type.dimensions.size() &&
      std::equal(lengths.rbegin(), lengths.rend(), type.dimensions.rbegin())) {
    const std::size_t element = type.size * product(lengths.begin() + 1, lengths.end());
    const std::size_t row = element * lengths.front();
    const std::size_t rows = type.bytes() / row;
    // Address arithmetic may pass the ends of the array, as in the program itself.
    const std::uintptr_t first = begin + static_cast<std::uintptr_t>(index.value) * element;
    if (of_object.count == 1) {
      targets_.push_back({first, element, row, rows});
    } else {
      for (std::size_t i = 0; i < rows; ++i) {
        targets_.push_back({first + i * row, element, of_object.distance, of_object.count});
      }
    }
  }
  for (const symbolize::type_layout::member& m : type.members) {
    if (m.bytes < product(lengths.begin(), lengths.end())) continue;
    for (std::size_t i = 0; i < type.elements(); ++i) {
      add_targets(begin + i * type.size + m.offset, m.type, index, of_object);
    }
  }
}

bool overrun::leads_to(std::uintptr_t address) const {
  return std::any_of(targets_.begin(), targets_.end(),
                     [address](const target& t) { return t.contains(address); });
}

bool overrun::is_access(std::uintptr_t address, const void* return_address) const {
  return leads_to(address) && is_in_line(return_address);
}

bool overrun::is_in_line(const void* return_address) const {
  const source_frame frame = symbolize::user_frames_of(return_address).front();
  return frame.file == location_.file && (frame.line == location_.line || frame.line == 0);
}

}  // namespace milliamp::detail::check
