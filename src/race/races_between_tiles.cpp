#include "race/races_between_tiles.h"

#include "race/call_sites.h"
#include "race/words.h"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <unordered_set>

namespace milliamp::detail::race {

namespace {

/// The accesses of all workers to a page.
using accesses = std::vector<const page_access*>;

bool have_same_pattern(const page_access& a, const page_access& b) {
  return a.owned != nullptr && b.owned != nullptr && a.owned->base == b.owned->base &&
         a.owned->stride == b.owned->stride;
}

bool share_words(const page_access& a, const page_access& b, unsigned tile_shift) {
  thread_couple ignored;
  for (std::size_t i = 0; i < page::words; ++i) {
    if (find_two_tiles(a.words[i], b.words[i], tile_shift, ignored)) return true;
  }
  return false;
}

bool share_bytes(const owned_bytes& a, const owned_bytes& b) {
  for (std::size_t i = 0; i < std::size(a.bits); ++i) {
    if ((a.bits[i] & b.bits[i]) != 0) return true;
  }
  return false;
}

/// Whether two accesses may race. A quick test that excludes most pages.
bool may_race(const page_access& a, const page_access& b, unsigned tile_shift) {
  if (!is_fault(a.kind, b.kind)) return false;
  if (a.owned != nullptr && b.owned != nullptr) {
    return !have_same_pattern(a, b) && share_bytes(*a.owned, *b.owned);
  }
  if (a.words == nullptr || b.words == nullptr) return true;
  return (a.bytes & b.bytes) != 0 && share_words(a, b, tile_shift);
}

bool may_race(const accesses& all, unsigned tile_shift) {
  for (auto a = all.begin(); a != all.end(); ++a) {
    for (auto b = a; b != all.end(); ++b) {
      if (may_race(**a, **b, tile_shift)) return true;
    }
  }
  return false;
}

/// The words of a page that all workers have accessed in one way.
struct merged_access {
  word_access access;
  std::array<lowest_threads, page::words> words;
};

/// Compares the accesses to the words of one page.
class page_comparison {
 public:
  page_comparison(std::uintptr_t number, unsigned tile_shift)
      : begin_(page::begin(number)), tile_shift_(tile_shift) {}

  void add(const page_access& access) {
    for_each_word_of(
        access, begin_, [&](std::size_t word, unsigned bytes, const lowest_threads& threads) {
          words_of({access.kind, access.call_site, bytes})[word].add(threads, tile_shift_);
        });
  }

  /// Adds the races and order-dependent reads to a log, except those in memory that was allocated
  /// in the launch.
  void find_races(const base::memory_set& excluded, access_log& log) {
    // The order decides which of two equally low pairs of threads is found.
    std::sort(merged_.begin(), merged_.end(), [&](const auto& a, const auto& b) {
      const auto rank = [&](const word_access& w) {
        return std::tuple(w.kind != report::access_kind::write, log.call_site_of(w.call_site), w);
      };
      return rank(a->access) < rank(b->access);
    });
    for (auto a = merged_.begin(); a != merged_.end(); ++a) {
      for (auto b = a; b != merged_.end(); ++b) find_races(**a, **b, excluded, log);
    }
  }

 private:
  std::array<lowest_threads, page::words>& words_of(const word_access& access) {
    for (const auto& m : merged_) {
      if (m->access == access) return m->words;
    }
    return merged_.emplace_back(new merged_access{access, {}})->words;
  }

  void find_races(const merged_access& a, const merged_access& b, const base::memory_set& excluded,
                  access_log& log) const {
    const unsigned common = a.access.bytes & b.access.bytes;
    if (common == 0 || !is_fault(a.access.kind, b.access.kind)) return;
    for (std::size_t i = 0; i < page::words; ++i) {
      thread_couple threads;
      if (!find_two_tiles(a.words[i], b.words[i], tile_shift_, threads)) continue;
      const std::uintptr_t byte = first_byte(begin_ + i * 4, common);
      if (boost::icl::contains(excluded, byte)) continue;
      log.add_fault({{a.access.kind, a.access.call_site}, threads.first},
                    {{b.access.kind, b.access.call_site}, threads.second},
                    {.address = byte, .is_tile_static = false});
    }
  }

  const std::uintptr_t begin_;
  const unsigned tile_shift_;
  std::vector<std::unique_ptr<merged_access>> merged_;
};

/// The pages that threads have changed.
std::unordered_set<std::uintptr_t> changed_pages(const std::vector<access_set*>& workers) {
  std::unordered_set<std::uintptr_t> pages;
  for (const access_set* const worker : workers) {
    worker->for_each_page([&](std::uintptr_t number, const page_record& record) {
      for (const page_access* a = &record.first; a != nullptr; a = a->next) {
        if (a->kind == report::access_kind::write || a->kind == report::access_kind::atomic) {
          pages.insert(number);
        }
      }
    });
  }
  return pages;
}

}  // namespace

void find_races_between_tiles(const std::vector<access_set*>& workers, unsigned tile_shift,
                              access_log& log) {
  base::memory_set excluded;
  for (const access_set* const worker : workers) excluded += worker->excluded();
  accesses all;
  for (const std::uintptr_t number : changed_pages(workers)) {
    all.clear();
    for (const access_set* const worker : workers) {
      for (const page_access* a = worker->find(number); a != nullptr; a = a->next) all.push_back(a);
    }
    if (!may_race(all, tile_shift)) continue;
    page_comparison comparison(number, tile_shift);
    for (const page_access* const a : all) comparison.add(*a);
    comparison.find_races(excluded, log);
  }
  log.deny_same_value_between_tiles();
}

}  // namespace milliamp::detail::race
