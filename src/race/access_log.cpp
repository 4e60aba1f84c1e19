#include "race/access_log.h"

#include "race/call_sites.h"
#include "race/memory_unit.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace milliamp::detail::race {

namespace {

/// Sort key of the accesses of a race: writes come first in a report, so that it does not depend on
/// the schedule.
auto rank(const call_site_access& a) {
  return std::tuple(a.kind != report::access_kind::write, a.kind != report::access_kind::atomic,
                    call_site_address(a.call_site), a.call_site);
}

}  // namespace

access_log::fault_key access_log::add_fault(thread_access a, thread_access b,
                                            const accessed_memory& memory, bool same_value) {
  const finding_kind kind = is_incompatible(a.access.kind, b.access.kind)
                                ? finding_kind::race
                                : finding_kind::order_dependent_read;
  for (thread_access* const t : {&a, &b}) {
    if (is_atomic(t->access.kind)) t->access.kind = report::access_kind::atomic;
  }
  if (!memory.is_tile_static) {
    racing_.insert({a.access, page::number(memory.address)});
    racing_.insert({b.access, page::number(memory.address)});
  } else if (kind == finding_kind::race) {
    reads_before_writes_.erase({memory.address, a.access.call_site});
    reads_before_writes_.erase({memory.address, b.access.call_site});
  }
  const bool in_order =
      std::tuple(rank(a.access), a.thread) <= std::tuple(rank(b.access), b.thread);
  const thread_access& first = in_order ? a : b;
  const thread_access& second = in_order ? b : a;
  const fault_key k{kind, first.access, second.access, memory.tile_static.variable,
                    memory.is_within_tile};
  add(faults_, k, {first, second, memory, 1, same_value});
  return k;
}

void access_log::deny_same_value_between_tiles() {
  std::set<call_site_access> written;
  for (const auto& [k, f] : faults_) {
    if (k.kind == finding_kind::race && !k.is_within_tile) written.insert({k.first, k.second});
  }
  for (auto& [k, f] : faults_) {
    if (written.contains(k.first) || written.contains(k.second)) f.same_value = false;
  }
}

void access_log::drop_order_dependent_reads(memory_kind memory) {
  std::erase_if(faults_, [=](const auto& entry) {
    const auto& [key, fault] = entry;
    return key.kind == finding_kind::order_dependent_read &&
           fault.memory.is_tile_static == (memory == memory_kind::tile_static);
  });
}

void access_log::add_uninitialized_read(const thread_access& reader,
                                        const accessed_memory& memory) {
  const fault f{reader, reader, memory, 1};
  if (!memory.is_tile_static) {
    return add(global_reads_, {reader.access, page::number(memory.address)}, f);
  }
  const auto [known, is_new] =
      reads_before_writes_.try_emplace({memory.address, reader.access.call_site}, f);
  if (!is_new) ++known->second.count;
}

void access_log::add_uninitialized_read(const fault& f) {
  const fault_key k{finding_kind::uninitialized_read, f.first.access, f.first.access,
                    f.memory.tile_static.variable, true};
  add(faults_, k, f);
}

void access_log::settle_global_reads() {
  for (const auto& [key, f] : global_reads_) {
    if (!racing_.contains(key)) add_uninitialized_read(f);
  }
  global_reads_.clear();
}

void access_log::remove_if(
    const std::function<bool(const thread_access&, std::uintptr_t address)>& is_wrong) {
  const auto has_wrong_access = [&](const auto& entry) {
    const fault& f = entry.second;
    return is_wrong(f.first, f.memory.address) || is_wrong(f.second, f.memory.address);
  };
  std::erase_if(faults_, has_wrong_access);
  std::erase_if(reads_before_writes_, has_wrong_access);
  std::erase_if(global_reads_, has_wrong_access);
}

void access_log::end_tile() {
  for (const auto& [key, f] : reads_before_writes_) add_uninitialized_read(f);
  reads_before_writes_.clear();
}

template <class Key>
void access_log::add(std::map<Key, fault>& faults, const Key& k, const fault& f) {
  const auto [known, is_new] = faults.try_emplace(k, f);
  if (is_new) return;
  const std::uint64_t count = known->second.count + f.count;
  const bool same_value = known->second.same_value && f.same_value;
  // Keep the instance with the lowest threads, so that reports are the same in every run.
  const auto order = [](const fault& x) {
    return std::tuple(std::min(x.first.thread, x.second.thread),
                      std::max(x.first.thread, x.second.thread), x.memory.address);
  };
  if (order(f) < order(known->second)) known->second = f;
  known->second.count = count;
  known->second.same_value = same_value;
}

void access_log::remember_calls(std::uint32_t call_site, std::vector<const void*> frames) {
  calls_.try_emplace(call_site, std::move(frames));
}

void access_log::move_to(access_log& other) {
  for (const auto& [k, f] : faults_) add(other.faults_, k, f);
  for (const auto& [k, f] : global_reads_) add(other.global_reads_, k, f);
  other.racing_.merge(racing_);
  other.calls_.merge(calls_);
  validated_.move_to(other.validated_);
  faults_.clear();
  global_reads_.clear();
  racing_.clear();
  calls_.clear();
}

diagnose::kernel_access access_log::access_of(
    const thread_access& a, const std::function<thread_position(thread_id)>& position_of) const {
  return {a.access.kind, call_site_of(a.access.call_site), position_of(a.thread)};
}

diagnose::call_site access_log::call_site_of(std::uint32_t number) const {
  const auto calls = calls_.find(number);
  return {call_site_address(number),
          calls != calls_.end() ? calls->second : std::vector<const void*>()};
}

/// The accesses of a fault in an order that is the same in every run. rank() orders those of one
/// instruction by the numbers of their call sites, which depend on the order in which workers
/// reached them.
std::pair<thread_access, thread_access> access_log::in_order(const fault& f) {
  const auto instruction = [](const call_site_access& a) {
    return std::pair(a.kind, call_site_address(a.call_site));
  };
  const bool is_reversed = instruction(f.first.access) == instruction(f.second.access) &&
                           f.second.thread < f.first.thread;
  return is_reversed ? std::pair(f.second, f.first) : std::pair(f.first, f.second);
}

/// The faults in an order that is the same in every run.
std::vector<const access_log::entry*> access_log::in_order() const {
  std::vector<const entry*> entries;
  for (const entry& e : faults_) entries.push_back(&e);
  const auto order_of = [&](const entry& e) {
    const auto& [k, f] = e;
    const auto [first, second] = in_order(f);
    return std::tuple(k.kind, !k.is_within_tile, call_site_of(first.access.call_site),
                      call_site_of(second.access.call_site), first.access.kind, second.access.kind,
                      f.memory.address);
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const entry* a, const entry* b) { return order_of(*a) < order_of(*b); });
  return entries;
}

std::vector<diagnose::fact> access_log::facts(
    const diagnose::kernel_function& kernel,
    const std::function<thread_position(thread_id)>& position_of) const {
  std::vector<diagnose::fact> facts;
  for (const entry* const e : in_order()) {
    const fault_key& k = e->first;
    // The read is the second access: see rank().
    const bool is_exempt = k.kind == finding_kind::order_dependent_read &&
                           validated_.exempt(k.second.call_site, k.is_within_tile);
    if (!is_exempt) facts.push_back(fact_of(k, kernel, position_of));
  }
  return facts;
}

diagnose::fact access_log::fact_of(
    const fault_key& k, const diagnose::kernel_function& kernel,
    const std::function<thread_position(thread_id)>& position_of) const {
  const fault& f = faults_.at(k);
  const accessed_memory& at = f.memory;
  const diagnose::memory_location location{at.address, at.is_tile_static, at.tile_static};
  const auto accesses = in_order(f);
  const diagnose::kernel_access first = access_of(accesses.first, position_of);
  const diagnose::kernel_access second = access_of(accesses.second, position_of);
  if (k.kind == finding_kind::order_dependent_read) {
    return diagnose::order_dependent_read_fact{kernel, location,         first,
                                               second, k.is_within_tile, f.count};
  }
  if (k.kind == finding_kind::race) {
    return diagnose::race_fact{
        kernel,     location,           first,           second,       at.is_within_tile,
        at.barrier, at.barrier_between, at.after_fences, f.same_value, f.count};
  }
  return diagnose::uninitialized_read_fact{kernel, location, first, f.count};
}

}  // namespace milliamp::detail::race
