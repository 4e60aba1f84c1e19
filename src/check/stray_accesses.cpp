#include "check/stray_accesses.h"

#include "base/scoped_ignore.h"
#include "race/call_sites.h"
#include "race/words.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace milliamp::detail::check {

void stray_accesses::on_launch_begin() {
  recorded_ = {};
  mapped_ = {};
}

bool stray_accesses::check_access(std::uintptr_t address, std::size_t size, race::operation op,
                                  const void* return_address) {
  // An access through a null pointer faults, which the engine reports.
  if (size == 0 || base::is_null(address)) return false;
  const guarded_range* const range = thread_.launch->guarded().find(address);
  if (range != nullptr) {
    const base::memory_range& elements = range->elements;
    const base::memory_range recorded(elements.begin, elements.size + range->rest_of_page().size);
    if (recorded.contains(address) && size <= recorded.end() - address) {
      recorded_ = recorded;
      return false;
    }
  }
  const base::memory_range left = range != nullptr ? range->elements : base::memory_range();
  const std::size_t inside = left.contains(address) ? left.end() - address : 0;
  const bool is_memory = mapped_.contain({address, size});
  if (is_memory && range == nullptr) return false;
  const bool is_reported = !is_memory && bounds_.is_in_line_of_overrun(return_address);
  if (!is_reported) record(address + inside, left, op, return_address);
  if (!is_memory) bounds_.end_thread();
  undo_.prepare(address + inside, size - inside, op, /*is_private=*/false);
  return true;
}

/// @param left the elements that the access has left; empty: there is no memory at the address
void stray_accesses::record(std::uintptr_t address, const base::memory_range& left,
                            race::operation op, const void* return_address) {
  const base::scoped_ignore ignore;
  found_.add(thread_, return_address, left.begin, [&] {
    return diagnose::stray_access_fact{{race::kind_of(op), thread_.call_site(return_address), {}},
                                       address,
                                       left,
                                       thread_.launch->kernel(),
                                       0};
  });
}

std::vector<diagnose::stray_access_fact> strays_beside_elements(
    const guarded_range& range, race::launch_races& races, const race::access_log& log,
    const diagnose::kernel_function& kernel,
    const std::function<thread_position(race::thread_id)>& position_of) {
  struct stray {
    race::thread_id thread;
    std::uintptr_t address;
    std::set<std::uintptr_t> words;
  };
  const base::memory_range rest = range.rest_of_page();
  if (rest.size == 0) return {};
  std::map<std::pair<const void*, race::call_site_access>, stray>
      strays;  // in the order of the code
  const std::uintptr_t page = race::page::number(range.elements.end() - 1);
  const std::uintptr_t begin = race::page::begin(page);
  races.for_each_access(page, [&](const race::page_access& access) {
    race::for_each_word_of(
        access, begin, [&](std::size_t word, unsigned bytes, const race::lowest_threads& threads) {
          std::uintptr_t address = race::first_byte(begin + word * 4, bytes);
          const std::uintptr_t end = begin + word * 4 + std::bit_width(bytes);
          if (end <= rest.begin) return;
          address = std::max(address, rest.begin);
          const stray here{threads.one(), address, {}};
          const auto [known, is_new] = strays.try_emplace(
              {race::call_site_address(access.call_site), {access.kind, access.call_site}}, here);
          stray& s = known->second;
          std::tie(s.thread, s.address) =
              std::min(std::tuple(s.thread, s.address), std::tuple(here.thread, here.address));
          s.words.insert(begin + word * 4);
        });
  });
  std::vector<diagnose::stray_access_fact> facts;
  for (const auto& [key, s] : strays) {
    facts.push_back({log.access_of({key.second, s.thread}, position_of), s.address, range.elements,
                     kernel, s.words.size()});
  }
  return facts;
}

}  // namespace milliamp::detail::check
