#include "trace/tile_recorder.h"

#include "base/options.h"
#include "race/words.h"
#include "trace/launch_recorder.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace milliamp::detail::trace {

namespace {

const auto start = std::chrono::steady_clock::now();

event_kind code_of(race::operation op) {
  switch (op) {
    case race::operation::read:
      return event_kind::read;
    case race::operation::write:
      return event_kind::write;
    default:
      return event_kind::atomic;
  }
}

std::uint64_t number_of(fence kind) { return static_cast<std::uint64_t>(kind); }

}  // namespace

std::uint64_t now() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
}

tile_recorder::tile_recorder(launch_recorder& launch, const check::checked_thread& thread)
    : launch_(launch), thread_(thread), worker_(launch.add_worker()) {}

tile_recorder::~tile_recorder() { keep_spare_events(std::move(writer_)); }

bool tile_recorder::on_tile_begin(std::uint64_t number) {
  is_recording_ = launch_.wants(number);
  tile_ = {};
  tile_.number = number;
  tile_.begin = now();
  if (!is_recording_) return false;
  tile_.worker = worker_;
  tile_.is_complete = true;
  events_left_ = base::current_options().trace_events;
  kinds_of_faults_ = 0;
  is_turn_put_ = false;
  writer_.clear();
  call_sites_.clear();
  recent_call_sites_.clear();
  unwritten_reads_.clear();
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
  tile_.events = take_events();
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
  if (begin_event()) writer_.put(event_kind::begin);
}

void tile_recorder::on_thread_end() {
  if (begin_event()) writer_.put(event_kind::end);
}

void tile_recorder::on_arrival(fence kind, const void* call) {
  if (begin_event()) writer_.put(event_kind::arrive, call_site_of(call), number_of(kind));
}

void tile_recorder::on_round_end(fence kind, const void* call) {
  if (!begin_event()) return;
  writer_.put(event_kind::release, call_site_of(call), number_of(kind), now() - tile_.begin);
}

void tile_recorder::on_fence(fence kind, const void* call) {
  if (begin_event()) writer_.put(event_kind::fence, call_site_of(call), number_of(kind));
}

void tile_recorder::on_access(const check::watched_access& access) {
  if (!is_recording_) return;
  settle();
  const auto at = variables_.find(thread_, access.address, access.is_tile_static);
  if (!at) return;
  // The rest of a range may be beyond the variable.
  const std::size_t size =
      std::min(access.size, variables_.all()[at->variable].memory.size - at->offset);
  if (!reserve_event(size)) return;
  writer_.put(code_of(access.op), call_site_of(access.return_address), at->variable, at->offset,
              size);
  access_ = {access.op, access.address, size, writer_.skip(size)};
}

void tile_recorder::on_race(std::uintptr_t address, const race::thread_access& earlier) {
  if (!is_recording_) return;
  for (unwritten_read& r : unwritten_reads_) r.is_race |= r.word == race::word_of(address);
  using enum report::access_kind;
  const bool is_read = access_ && access_->op == race::operation::read;
  const bool depends_on_order =
      (is_read && earlier.access.kind == atomic) ||
      (earlier.access.kind == read && access_ && code_of(access_->op) == event_kind::atomic);
  add({std::uint64_t{thread_.launch->races().number_in_tile(earlier.thread)} + 1,
       variables_.find(thread_, address, thread_.races.is_tile_static(address)),
       depends_on_order ? finding_kind::order_dependent_read : finding_kind::race});
}

void tile_recorder::on_uninitialized_read(std::uintptr_t address) {
  if (!is_recording_) return;
  add({0, variables_.find(thread_, address, thread_.races.is_tile_static(address)),
       finding_kind::uninitialized_read, race::word_of(address)});
}

void tile_recorder::on_finding(finding_kind kind) {
  if (is_recording_) add({0, std::nullopt, kind});
}

void tile_recorder::add(const pending_fault& fault) {
  tile_.has_fault = true;
  // An access of 8 bytes has two words.
  if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) faults_.push_back(fault);
}

/// Completes the last access, and begins another event. @return whether one was left
bool tile_recorder::begin_event() {
  if (!is_recording_) return false;
  settle();
  return reserve_event();
}

/// Completes the last access, which has been done, and puts its faults.
void tile_recorder::settle() {
  if (access_) {
    writer_.fill(access_->value, reinterpret_cast<const void*>(access_->address), access_->size);
    access_.reset();
  }
  if (faults_.empty()) return;
  for (const pending_fault& f : faults_) {
    if (reserve_fault(f)) put(f);
  }
  faults_.clear();
}

/// Reserves an event for a fault. The first fault of a kind is recorded even if no events are left:
/// a thread that spins has used them up.
bool tile_recorder::reserve_fault(const pending_fault& fault) {
  const std::uint64_t kind = std::uint64_t{1} << static_cast<unsigned>(fault.kind);
  if (!reserve_event()) {
    if ((kinds_of_faults_ & kind) != 0) return false;
    begin_turn();
  }
  kinds_of_faults_ |= kind;
  return true;
}

/// Begins an event, if any are left for the tile.
/// @param raw the number of bytes that the event has as they are
bool tile_recorder::reserve_event(std::size_t raw) {
  if (events_left_ == 0) {
    tile_.is_complete = false;
    return false;
  }
  --events_left_;
  begin_turn(raw);
  return true;
}

void tile_recorder::begin_turn(std::size_t raw) {
  writer_.begin_event(raw);
  if (is_turn_put_) return;
  writer_.put(event_kind::turn, running_);
  is_turn_put_ = true;
}

void tile_recorder::put(const pending_fault& fault) {
  const std::size_t begin = writer_.bytes().size();
  writer_.put(event_kind::fault, fault.other, fault.at ? fault.at->variable + 1 : 0,
              fault.at ? fault.at->offset : 0, static_cast<std::uint64_t>(fault.kind));
  if (fault.kind != finding_kind::uninitialized_read) return;
  unwritten_reads_.push_back({fault.word, begin, writer_.bytes().size() - begin});
}

/// The events, without those of reads that have turned out to be races.
event_writer tile_recorder::take_events() {
  for (auto r = unwritten_reads_.rbegin(); r != unwritten_reads_.rend(); ++r) {
    if (r->is_race) writer_.erase(r->begin, r->size);
  }
  return std::exchange(writer_, take_spare_events());
}

std::uint64_t tile_recorder::call_site_of(const void* return_address) {
  const std::uintptr_t key =
      race::call_site_key(return_address, thread_.races.calls().call_stack_id());
  race::call_site_cache::entry& recent = recent_call_sites_.entry_of(key);
  if (recent.key != key) recent = {key, add_call_site(key, return_address)};
  return recent.number;
}

/// Returns the number of a call site, and adds the call site if it is new.
std::uint32_t tile_recorder::add_call_site(std::uintptr_t key, const void* return_address) {
  const auto [known, is_new] =
      call_sites_.try_emplace(key, static_cast<std::uint32_t>(tile_.call_sites.size()));
  if (is_new) tile_.call_sites.push_back({return_address, thread_.races.calls().frames(running_)});
  return known->second;
}

}  // namespace milliamp::detail::trace
