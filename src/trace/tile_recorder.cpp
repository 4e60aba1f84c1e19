#include "trace/tile_recorder.h"

#include "base/options.h"
#include "race/call_sites.h"
#include "trace/launch_recorder.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace milliamp::detail::trace {

namespace {

const auto start = std::chrono::steady_clock::now();

event_code code_of(race::operation op) {
  switch (op) {
    case race::operation::read:
      return event_code::read;
    case race::operation::write:
      return event_code::write;
    default:
      return event_code::atomic;
  }
}

}  // namespace

std::uint64_t now() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
}

bool tile_recorder::on_tile_begin(std::uint64_t number) {
  is_recording_ = launch_.wants(number);
  tile_ = {};
  tile_.number = number;
  tile_.begin = now();
  if (!is_recording_) return false;
  tile_.worker = worker_;
  tile_.is_complete = true;
  events_ = 0;
  is_turn_put_ = false;
  writer_.clear();
  sites_.clear();
  variables_.begin(thread_, launch_.captures());
  return true;
}

void tile_recorder::on_tile_end() {
  tile_.end = now();
  if (spans_.size() < most_spans) spans_.push_back({tile_.number, worker_, tile_.begin, tile_.end});
  if (!is_recording_) return;
  settle();
  is_recording_ = false;
  if (!launch_.keeps(tile_.number, tile_.has_fault)) return;
  tile_.events = writer_.bytes();
  tile_.variables = variables_.all();
  launch_.take(std::move(tile_));
}

void tile_recorder::on_thread_switch(thread_number thread) {
  if (!is_recording_) return;
  settle();
  is_turn_put_ = is_turn_put_ && running_ == thread;
  running_ = thread;
}

void tile_recorder::on_thread_begin() {
  if (begin_event()) writer_.put(event_code::begin);
}

void tile_recorder::on_thread_end() {
  if (begin_event()) writer_.put(event_code::end);
}

void tile_recorder::on_arrival(fence kind, const void* call) {
  if (begin_event()) put(event_code::arrive, site_of(call), kind);
}

void tile_recorder::on_round_end(fence kind, const void* call) {
  if (!begin_event()) return;
  put(event_code::release, site_of(call), kind);
  writer_.put(now() - tile_.begin);
}

void tile_recorder::on_fence(fence kind, const void* call) {
  if (begin_event()) put(event_code::fence, site_of(call), kind);
}

void tile_recorder::on_access(const check::watched_access& access) {
  if (!is_recording_) return;
  settle();
  const auto at = variables_.find(thread_, access.address, access.is_tile_static);
  if (!at) return;
  access_ = {*at, access, site_of(access.return_address)};
  // The rest of a range may be beyond the variable.
  const std::size_t room = variables_.all()[at->variable].memory.size - at->offset;
  access_->access.size = std::min(access.size, room);
}

void tile_recorder::on_race(std::uintptr_t address, const race::thread_access& earlier) {
  if (!is_recording_) return;
  tile_.has_fault = true;
  using enum report::access_kind;
  const bool is_read = access_ && access_->access.op == race::operation::read;
  const bool depends_on_order =
      (is_read && earlier.access.kind == atomic) ||
      (earlier.access.kind == read && access_ && code_of(access_->access.op) == event_code::atomic);
  const race::thread_id threads = (race::thread_id{1} << launch_.tile_shift()) - 1;
  const pending_fault fault{
      std::uint64_t{earlier.thread & threads} + 1,
      variables_.find(thread_, address, thread_.races.is_tile_static(address)),
      depends_on_order ? finding_kind::order_dependent_read : finding_kind::race};
  // An access of 8 bytes has two words.
  if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) faults_.push_back(fault);
}

void tile_recorder::on_finding(finding_kind kind) {
  if (!is_recording_) return;
  tile_.has_fault = true;
  faults_.push_back({0, std::nullopt, kind});
}

/// Completes the last access, and begins another event. @return whether there is room for it
bool tile_recorder::begin_event() {
  if (!is_recording_) return false;
  settle();
  return make_room();
}

/// Puts the last access, which has been done, and its faults.
void tile_recorder::settle() {
  if (access_ && make_room()) put(*access_);
  access_.reset();
  for (const pending_fault& f : faults_) {
    if (make_room()) put(f);
  }
  faults_.clear();
}

bool tile_recorder::make_room() {
  if (events_ == base::current_options().trace_events) {
    tile_.is_complete = false;
    return false;
  }
  ++events_;
  if (!is_turn_put_) {
    writer_.put(event_code::turn);
    writer_.put(running_);
    is_turn_put_ = true;
  }
  return true;
}

void tile_recorder::put(event_code code, std::uint64_t site, fence kind) {
  writer_.put(code);
  writer_.put(site);
  writer_.put(static_cast<std::uint64_t>(kind));
}

void tile_recorder::put(const pending_access& access) {
  writer_.put(code_of(access.access.op));
  writer_.put(access.site);
  writer_.put(access.at.variable);
  writer_.put(access.at.offset);
  writer_.put(access.access.size);
  writer_.put({reinterpret_cast<const char*>(access.access.address), access.access.size});
}

void tile_recorder::put(const pending_fault& fault) {
  writer_.put(event_code::fault);
  writer_.put(fault.other);
  writer_.put(fault.at ? fault.at->variable + 1 : 0);
  writer_.put(fault.at ? fault.at->offset : 0);
  writer_.put(static_cast<std::uint64_t>(fault.kind));
}

std::size_t tile_recorder::site_of(const void* return_address) {
  const race::call_stacks& calls = thread_.races.calls();
  const std::uintptr_t key = race::call_site_key(return_address, calls.call_stack_id());
  // The threads of a tile do the same one after another.
  if (key == last_site_.first && !tile_.sites.empty()) return last_site_.second;
  const auto [known, is_new] = sites_.try_emplace(key, tile_.sites.size());
  if (is_new) tile_.sites.push_back({return_address, calls.frames(running_)});
  last_site_ = *known;
  return known->second;
}

}  // namespace milliamp::detail::trace
