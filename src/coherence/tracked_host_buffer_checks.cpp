/// @file
/// What tracked_host_buffer finds: memory that is smaller than its view, dangling and overlapping
/// views, stale reads and lost writes of the host.
#include "check/current_launch.h"
#include "coherence/host_memory_registry.h"
#include "coherence/host_transfer.h"
#include "coherence/tracked_host_buffer.h"

#include <algorithm>

namespace milliamp::detail::coherence {

void tracked_host_buffer::report_small_source(const source& small) const {
  check::report_wanted({diagnose::small_source_fact{view_, index_of(host_.end()), small.description,
                                                    host_.begin - small.memory.begin}});
}

void tracked_host_buffer::check_use(diagnose::view_use use, const symbolize::stack_trace& call_site,
                                    bool writable, std::vector<diagnose::fact>& facts) const {
  if (is_dead_) {
    facts.push_back(diagnose::dangling_view_fact{view_, use, call_site, freed_});
    return;
  }
  for (const tracked_host_buffer* other : host_memory_registry::instance().buffers()) {
    if (other == this || other->is_dead_ || !other->host_.overlaps(host_)) continue;
    if (other->is_pending() || (writable && other->is_device_current_)) {
      facts.push_back(diagnose::overlapping_views_fact{view_, use, call_site, other->view_});
    }
  }
  if (use != diagnose::view_use::kernel) return;
  for (host_transfer* transfer : host_memory_registry::instance().transfers()) {
    if (auto early = transfer->check_launch(host_, call_site)) facts.push_back(*std::move(early));
  }
}

std::optional<diagnose::stale_host_read_fact> tracked_host_buffer::check_access(
    const base::memory_range& accessed, race::operation op) const {
  if (is_dead_ || !is_pending() || !host_.overlaps(accessed)) return std::nullopt;
  std::optional<std::uintptr_t> stale;
  bool is_changed = false;
  for (const auto& newer : pending_in(accessed)) {
    const std::byte* const begin = host_byte(newer.lower());
    const std::byte* const end = host_byte(newer.upper());
    const std::byte* const changed = std::mismatch(begin, end, device_byte(newer.lower())).first;
    is_changed = changed != end;
    if (is_changed) stale = host_.begin + static_cast<std::uintptr_t>(changed - data_);
    if (is_changed) break;
    if (writes(op) && !stale) stale = newer.lower();
  }
  if (!stale) return std::nullopt;
  const bool is_copied = boost::icl::contains(copied_, *stale);
  return diagnose::stale_host_read_fact{
      view_,      index_of(*stale),           writes(op), symbolize::stack_trace::here(), is_copied,
      is_changed, is_copied ? copy_ : launch_};
}

void tracked_host_buffer::record_write(const base::memory_range& written,
                                       const void* return_address) {
  if (!is_copied() || !host_.overlaps(written)) return;
  const base::memory_interval in_host = base::interval_of(host_) & base::interval_of(written);
  // Writes to pending bytes are stale accesses.
  for (const auto& part : base::memory_set(in_host) - pending_) {
    host_writes_.record({part.lower(), part.upper() - part.lower()}, return_address);
  }
}

void tracked_host_buffer::check_host_writes(const symbolize::stack_trace& launched,
                                            std::vector<diagnose::fact>& facts) {
  if (host_writes_.empty()) return;
  for (const host_writes::lost_write& lost : host_writes_.missing_in(device_->data())) {
    facts.push_back(
        diagnose::lost_host_write_fact{view_, index_of(lost.address), lost.written, launched});
  }
  host_writes_.clear();
}

std::vector<int> tracked_host_buffer::index_of(std::uintptr_t address) const {
  std::size_t rest = (address - host_.begin) / element_size_;
  std::vector<int> index(view_.lengths.size());
  for (std::size_t d = index.size(); d-- > 0;) {
    const auto length = static_cast<std::size_t>(view_.lengths[d]);
    index[d] = static_cast<int>(rest % length);
    rest /= length;
  }
  return index;
}

}  // namespace milliamp::detail::coherence
