#include "race/exact_history.h"

#include <algorithm>

namespace milliamp::detail::race {

bool exact_history::word_history::is_only_writer(thread_number thread, unsigned bytes) const {
  return std::all_of(call_sites.begin(), call_sites.end(), [&](const call_site_history& p) {
    const bool writes = p.access.kind != report::access_kind::read && (p.access.bytes & bytes) != 0;
    return !writes || std::all_of(p.threads.begin(), p.threads.end(),
                                  [&](const past_access& a) { return a.thread == thread; });
  });
}

exact_history::call_site_history& exact_history::word_history::at(const word_access& access) {
  const auto known = std::find_if(call_sites.begin(), call_sites.end(),
                                  [&](const call_site_history& p) { return p.access == access; });
  return known != call_sites.end() ? *known
                                   : call_sites.emplace_back(call_site_history{access, {}});
}

void exact_history::import(std::uintptr_t word, const word_access& access, thread_number thread,
                           chain_link link, std::uint64_t round) {
  words_[word].at(access).threads.push_back({thread, 0, link, round});
}

void exact_history::record(std::uintptr_t word, const word_access& access, thread_number thread,
                           memory_kind kind, const vector_clocks::operation_order& order,
                           std::uint32_t time, std::uint64_t round,
                           std::vector<conflict>& conflicts) {
  word_history& history = words_[word];
  for (call_site_history& p : history.call_sites) {
    if (!is_fault(p.access.kind, access.kind) || (p.access.bytes & access.bytes) == 0) {
      continue;
    }
    // A read that followed the atomic operation in this run may precede it in another.
    const bool needs_fence = is_order_dependent(p.access.kind, access.kind);
    const auto racing = std::find_if(p.threads.begin(), p.threads.end(), [&](const past_access& a) {
      return a.thread != thread && order.before.known(a.thread, kind) <= a.time &&
             (needs_fence || !order.before.knows(a.link));
    });
    if (racing == p.threads.end() ||
        !history.reported.insert(std::minmax(p.access, access)).second) {
      continue;
    }
    conflicts.push_back({p.access, racing->thread, racing->round,
                         history.is_only_writer(racing->thread, p.access.bytes & access.bytes)});
  }
  call_site_history* const own = &history.at(access);
  const past_access now{thread, time, order.link, round};
  const auto last = std::find_if(
      own->threads.begin(), own->threads.end(),
      [&](const past_access& a) { return a.thread == thread && a.link.chain == now.link.chain; });
  if (last == own->threads.end()) {
    own->threads.push_back(now);
  } else {
    *last = now;
  }
}

}  // namespace milliamp::detail::race
