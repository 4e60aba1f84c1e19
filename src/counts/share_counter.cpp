#include "counts/share_counter.h"

#include "race/call_sites.h"
#include "symbolize/frames.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace milliamp::detail::counts {

namespace {

/// Stands for memory of no known variable.
constexpr std::size_t no_variable = SIZE_MAX;

/// `a`, or `a, b` for containers with the same memory.
std::string name_of(const symbolize::captured_memory& capture,
                    const std::vector<symbolize::captured_memory>& all) {
  std::string names;
  for (const symbolize::captured_memory& c : all) {
    if (c.data == capture.data) names += (names.empty() ? "" : ", ") + c.name;
  }
  return names;
}

/// Whether the program itself makes an access, and not the part of the headers that calls kernels.
bool is_made_by_program(const void* return_address, const std::vector<const void*>& calls) {
  return !symbolize::user_part_of(return_address).empty() ||
         std::any_of(calls.begin(), calls.end(),
                     [](const void* call) { return !symbolize::user_part_of(call).empty(); });
}

}  // namespace

void all_counts::merge(const all_counts& other) {
  global.merge(other.global);
  tile_static.merge(other.tile_static);
  barriers.merge(other.barriers);
  fences.merge(other.fences);
  for (const auto& [key, counts] : other.rows) {
    std::unique_ptr<row>& mine = rows[key];
    if (mine == nullptr) mine = std::make_unique<row>(counts->location, counts->elements.size());
    mine->merge(*counts);
  }
}

share_counter::share_counter(const check::checked_thread& thread,
                             const std::vector<symbolize::captured_memory>& captures,
                             std::uint64_t threads)
    : thread_(thread), captures_(captures), threads_(threads) {
  variables_.begin(thread, captures);
}

// --- Threads -------------------------------------------------------------------------------------

void share_counter::begin_threads(std::size_t count) {
  running_threads_ = count;
  running_ = 0;
  for (access_counter* const c :
       {&counts_.global, &counts_.tile_static, &counts_.barriers, &counts_.fences}) {
    c->begin(count);
  }
  for (const auto& [key, counts] : counts_.rows) counts->accesses.begin(count);
  for (auto& of_call_site : occurrences_) of_call_site.assign(count, 0);
}

void share_counter::end_threads() {
  for (access_counter* const c :
       {&counts_.global, &counts_.tile_static, &counts_.barriers, &counts_.fences}) {
    c->end_threads();
  }
  for (const auto& [key, counts] : counts_.rows) counts->accesses.end_threads();
}

bool share_counter::on_tile_begin(std::uint64_t number) {
  mode_ = mode::tile;
  begin_threads(thread_.launch->tiled()->threads());
  tile_ = static_cast<std::uint32_t>(number + 1);
  return true;
}

void share_counter::on_tile_end() {
  if (mode_ == mode::tile) end_interleaved();
}

void share_counter::end_interleaved() {
  end_epoch();
  end_threads();
  mode_ = mode::one_by_one;
}

bool share_counter::on_points_begin(thread_number interleaved) {
  if (interleaved != 0) mode_ = mode::interleaved_points;
  begin_threads(std::max<std::size_t>(interleaved, 1));
  has_point_ = false;
  is_first_group_ = true;
  return true;
}

void share_counter::on_points_end() {
  if (mode_ == mode::interleaved_points) end_interleaved();
  if (!has_point_) return;
  end_threads();
  keep_ungrouped();
  has_point_ = false;
}

/// The accesses of the first and of the last group of points may continue in the share of another
/// worker.
void share_counter::keep_ungrouped() {
  std::move(epoch_.begin(), epoch_.end(), std::back_inserter(ungrouped_));
  epoch_.clear();
}

/// An access is the first one of another point.
void share_counter::begin_point(std::uint32_t point) {
  if (has_point_) {
    end_threads();
    if (point / group_size != point_ / group_size) {
      if (std::exchange(is_first_group_, false)) {
        keep_ungrouped();
      } else {
        end_epoch();
      }
    }
  }
  for (auto& of_call_site : occurrences_) of_call_site.assign(1, 0);
  has_point_ = true;
  point_ = point;
}

// --- Accesses ------------------------------------------------------------------------------------

void share_counter::on_access(const check::watched_access& access) {
  if (mode_ != mode::tile) {
    const race::thread_id point = thread_.races.current_thread();
    tile_ = point + 1;
    if (mode_ == mode::one_by_one && (!has_point_ || point != point_)) begin_point(point);
  }
  const std::uintptr_t call_site =
      race::call_site_key(access.return_address, thread_.races.calls().call_stack_id());
  const trace::traced_byte at = variables_.find(thread_, access.address, access.is_tile_static)
                                    .value_or(trace::traced_byte{no_variable, access.address});
  const std::uint32_t number = row_of(access, call_site, at);
  const numbered_row& counted = rows_[number];
  if (counted.counts == nullptr) return;

  // One access for each element.
  const std::size_t size = counted.element_size;
  const std::uint64_t first = at.offset / size;
  const bool is_known = at.variable != no_variable;
  const std::uint64_t elements = is_known ? (at.offset + access.size - 1) / size - first + 1 : 1;
  const access_class c = class_of(access.op);
  (access.is_tile_static ? counts_.tile_static : counts_.global).add(running_, c, elements);
  counted.counts->accesses.add(running_, c, elements);
  if (is_known) {
    for (std::uint64_t e = first; e < first + elements; ++e) counted.counts->elements.add(e, tile_);
  }
  std::uint32_t& occurrence = occurrences_[call_site_number(call_site)][running_];
  const std::uint64_t thread = mode_ == mode::one_by_one ? point_ : running_;
  epoch_.push_back({thread / group_size, call_site, occurrence++, number, at.offset,
                    static_cast<std::uint32_t>(access.size), access.is_tile_static});
}

std::size_t share_counter::call_site_number(std::uintptr_t call_site) {
  const auto [known, is_new] = call_sites_.try_emplace(call_site, call_sites_.size());
  if (is_new) occurrences_.emplace_back(running_threads_);
  return known->second;
}

std::uint32_t share_counter::row_of(const check::watched_access& access, std::uintptr_t call_site,
                                    const trace::traced_byte& at) {
  constexpr std::uintptr_t factor = 0x9e37'79b9'7f4a'7c15;
  const auto [known, is_new] = row_numbers_.try_emplace(call_site + (at.variable + 1) * factor, 0);
  if (is_new) known->second = add_row(access, at.variable);
  return known->second;
}

std::uint32_t share_counter::add_row(const check::watched_access& access, std::size_t variable) {
  const auto calls = thread_.races.calls().frames(thread_.races.thread_in_tile());
  if (variable == no_variable && !is_made_by_program(access.return_address, calls)) {
    rows_.push_back({nullptr, nullptr, access.size});
    return static_cast<std::uint32_t>(rows_.size() - 1);
  }
  const auto frames = symbolize::user_frames_of(access.return_address, calls);
  row_key key{frames.front().file, frames.front().line, access.is_tile_static, ""};
  std::size_t element_size = access.size;
  std::size_t elements = 0;
  if (variable != no_variable) {
    const trace::traced_variable& v = variables_.all()[variable];
    if (v.capture != nullptr) {
      key.variable = name_of(*v.capture, captures_);
      element_size = v.capture->element_size;
    } else {
      key.variable = v.tile_static.variable->short_name();
      const std::size_t size = symbolize::declaration_of(v.tile_static).type.size;
      element_size = size != 0 ? size : 4;
    }
    elements = v.memory.size / element_size;
  }
  const auto [known, is_new] = counts_.rows.try_emplace(std::move(key));
  if (is_new) {
    known->second = std::make_unique<row>(frames.front(), elements);
    known->second->accesses.begin(running_threads_);
  }
  rows_.push_back({&known->first, known->second.get(), element_size});
  return static_cast<std::uint32_t>(rows_.size() - 1);
}

// --- Groups --------------------------------------------------------------------------------------

void share_counter::add_group(const grouped_access* begin, const grouped_access* end,
                              std::uint64_t threads, row& to) {
  const group_costs costs = costs_of(begin, end);
  to.transactions += costs.transactions;
  to.bank_conflicts += costs.bank_conflicts;
  to.active += static_cast<std::uint64_t>(end - begin);
  to.slots += std::min<std::uint64_t>(group_size, threads - begin->group * group_size);
}

/// All threads have passed a barrier, or have ended: their accesses can be grouped.
void share_counter::end_epoch() {
  for_each_group(epoch_, [this](const grouped_access* begin, const grouped_access* end) {
    add_group(begin, end, mode_ == mode::one_by_one ? threads_ : running_threads_,
              *rows_[begin->row].counts);
  });
  epoch_.clear();
  for (auto& of_call_site : occurrences_) of_call_site.assign(running_threads_, 0);
}

}  // namespace milliamp::detail::counts
