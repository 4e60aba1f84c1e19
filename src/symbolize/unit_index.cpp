#include "symbolize/unit_index.h"

#include "base/immortal.h"
#include "symbolize/query_cache.h"

#include <algorithm>

namespace milliamp::detail::symbolize {

const unit_index& unit_index::of(Dwarf_Die entry) {
  static base::immortal<query_cache<const void*, unit_index>> all;
  Dwarf_Die unit{};
  dwarf_diecu(&entry, &unit, nullptr, nullptr);
  return all->get(unit.addr, [&] { return unit_index(unit); });
}

unit_index::unit_index(Dwarf_Die unit) {
  scopes_.push_back({unit, 0});
  add_children(0);
}

void unit_index::add_children(std::size_t of_scope) {
  Dwarf_Die parent = scopes_[of_scope].entry;
  any_child(&parent, [&](Dwarf_Die& child) {
    const bool is_function = dwarf_tag(&child) == DW_TAG_subprogram;
    const bool has_children = dwarf_haschildren(&child) > 0;
    if (is_function &&
        (dwarf_hasattr(&child, DW_AT_low_pc) != 0 || dwarf_hasattr(&child, DW_AT_ranges) != 0)) {
      functions_.push_back(child);
    }
    if (is_function || has_children) scopes_.push_back({child, of_scope});
    if (has_children) add_children(scopes_.size() - 1);
    return false;
  });
}

std::vector<Dwarf_Die> unit_index::scopes_of(const Dwarf_Die& function) const {
  std::vector<Dwarf_Die> found;
  const auto at =
      std::lower_bound(scopes_.begin(), scopes_.end(), function.addr,
                       [](const scope& s, const void* address) { return s.entry.addr < address; });
  if (at == scopes_.end() || at->entry.addr != function.addr) return {function};
  for (auto i = static_cast<std::size_t>(at - scopes_.begin()); i != 0; i = scopes_[i].outer) {
    found.push_back(scopes_[i].entry);
  }
  found.push_back(scopes_.front().entry);
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace milliamp::detail::symbolize
