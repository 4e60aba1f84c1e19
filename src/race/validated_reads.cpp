#include "race/validated_reads.h"

#include "race/call_sites.h"
#include "symbolize/frames.h"

#include <algorithm>

namespace milliamp::detail::race {

namespace {

/// Whether two call sites are copies of one expression, or called from one.
bool are_one_expression(std::uint32_t a, std::uint32_t b) {
  const void* const addresses[] = {call_site_address(a), call_site_address(b)};
  if (addresses[0] == addresses[1]) return true;
  const source_frame x = symbolize::user_frames_of(addresses[0]).front();
  const source_frame y = symbolize::user_frames_of(addresses[1]).front();
  const bool have_columns = x.column != 0 && y.column != 0;
  return x.line != 0 && x.line == y.line && x.file == y.file &&
         (!have_columns || x.column == y.column);
}

bool contains_expression_of(const std::set<std::uint32_t>& call_sites, std::uint32_t call_site) {
  return call_sites.contains(call_site) ||
         std::any_of(call_sites.begin(), call_sites.end(),
                     [&](std::uint32_t s) { return are_one_expression(s, call_site); });
}

}  // namespace

bool validated_reads::exempt(std::uint32_t call_site, bool is_within_tile) const {
  return contains_expression_of(certain_, call_site) ||
         (!is_within_tile && contains_expression_of(perhaps_, call_site));
}

}  // namespace milliamp::detail::race
