#include "report/finding.h"

#include "report/text_report.h"

#include <algorithm>
#include <utility>

namespace milliamp {

const char* to_string(finding_kind kind) noexcept {
  switch (kind) {
    case finding_kind::race:
      return "race";
    case finding_kind::barrier_divergence:
      return "barrier-divergence";
    case finding_kind::no_progress:
      return "no-progress";
    case finding_kind::uninitialized_read:
      return "uninitialized-read";
    case finding_kind::out_of_bounds:
      return "out-of-bounds";
    case finding_kind::dangling_view:
      return "dangling-view";
    case finding_kind::stale_host_read:
      return "stale-host-read";
    case finding_kind::overlapping_views:
      return "overlapping-views";
    case finding_kind::tile_static_limit:
      return "tile-static-limit";
  }
  return "";
}

std::string to_string(const finding& found) { return detail::text_report(found, false); }

namespace detail {

const char* to_string(access_kind kind) {
  switch (kind) {
    case access_kind::read:
      return "read";
    case access_kind::write:
      return "write";
    case access_kind::atomic:
      return "atomic";
  }
  return "";
}

bool is_same(const finding& a, const finding& b) {
  return a.kind == b.kind && a.variable == b.variable &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    [](const event& x, const event& y) {
                      return x.what == y.what && x.frames == y.frames;
                    });
}

bool fold_into(std::vector<finding>& findings, finding found) {
  const auto known = std::find_if(findings.begin(), findings.end(),
                                  [&](const finding& f) { return is_same(f, found); });
  if (known != findings.end()) {
    known->count += found.count;
    return false;
  }
  findings.push_back(std::move(found));
  return true;
}

}  // namespace detail
}  // namespace milliamp
