#include "coherence/host_memory_registry.h"

#include "base/stack_bounds.h"
#include "check/current_launch.h"
#include "coherence/host_transfer.h"
#include "coherence/tracked_host_buffer.h"
#include "devices/operation_thread.h"

#include <algorithm>
#include <optional>

namespace milliamp::detail::coherence {

namespace {

diagnose::early_use use_of(race::operation op) {
  return writes(op) ? diagnose::early_use::host_write : diagnose::early_use::host_read;
}

}  // namespace

base::immortal<host_memory_registry> host_memory_registry::instance_;

bool host_memory_registry::is_on_stack(const void* address) {
  return base::native_stack().contains(address);
}

void host_memory_registry::add(tracked_host_buffer& added) {
  buffers_.push_back(&added);
  tracked_pages_.add(added.memory());
  if (base::native_stack().contains(added.memory().begin)) update_lowest_on_stack();
}

/// The last view has synchronized its memory (spec 8.4): asynchronous synchronizations have ended.
void host_memory_registry::remove(const tracked_host_buffer& removed) {
  buffers_.erase(std::find(buffers_.begin(), buffers_.end(), &removed));
  for (host_transfer* transfer : transfers_) {
    if (transfer->is_synchronization_of(removed.memory())) transfer->complete();
  }
  update_tracked_pages();
}

void host_memory_registry::add(host_transfer& added) {
  transfers_.push_back(&added);
  update_tracked_pages();
  update_watched_pages();
  update_lowest_on_stack();
}

void host_memory_registry::remove(const host_transfer& removed) {
  std::erase(transfers_, &removed);  // add() may have failed
  update_tracked_pages();
  update_watched_pages();
}

void host_memory_registry::on_host_current(const base::memory_range& memory) {
  for (host_transfer* transfer : transfers_) {
    if (transfer->allows_reads() || !transfer->is_synchronization_of(memory)) continue;
    transfer->on_host_current();
    update_watched_pages();
  }
}

std::vector<diagnose::fact> host_memory_registry::early_uses_by(const host_transfer& started) {
  std::vector<diagnose::fact> facts;
  for (host_transfer* transfer : transfers_) {
    for (const base::memory_range& part : started.memory()) {
      if (auto early = transfer->check_use(part, use_of(started.operation()))) {
        facts.push_back(*std::move(early));
      }
    }
  }
  return facts;
}

void host_memory_registry::update_tracked_pages() {
  page_bits tracked;
  for (const tracked_host_buffer* buffer : buffers_) tracked.add(buffer->memory());
  for (const host_transfer* transfer : transfers_) {
    for (const base::memory_range& part : transfer->memory()) tracked.add(part);
  }
  tracked_pages_.assign(tracked);
}

void host_memory_registry::update_watched_pages() {
  page_bits pending;
  page_bits copied;
  for (const tracked_host_buffer* buffer : buffers_) {
    if (buffer->is_pending()) pending.add(buffer->memory());
    if (buffer->is_pending() || buffer->is_copied()) copied.add(buffer->memory());
  }
  for (const host_transfer* transfer : transfers_) {
    for (const base::memory_range& part : transfer->memory()) {
      if (!transfer->allows_reads()) pending.add(part);
      copied.add(part);
    }
  }
  pending_pages_.assign(pending);
  copied_pages_.assign(copied);
}

void host_memory_registry::update_lowest_on_stack() {
  lowest_on_stack_ = UINTPTR_MAX;
  const auto consider = [](const base::memory_range& memory) {
    if (!base::native_stack().contains(memory.begin)) return;
    lowest_on_stack_ = std::min(lowest_on_stack_, memory.begin);
  };
  for (const tracked_host_buffer* buffer : buffers_) {
    if (!buffer->is_dead()) consider(buffer->memory());
  }
  for (const host_transfer* transfer : transfers_) {
    for (const base::memory_range& part : transfer->memory()) consider(part);
  }
}

void host_memory_registry::check_access(base::memory_range accessed, race::operation op,
                                        const void* return_address) {
  if (accessed.size == 0 || base::this_thread.is_ignoring || !check::are_findings_wanted()) return;
  std::vector<diagnose::fact> facts;
  {
    const scoped_lock lock(*this);
    // The accesses of the operations themselves are in order.
    if (!devices::operation_thread::is_running()) {
      for (host_transfer* transfer : transfers_) {
        if (auto early = transfer->check_use(accessed, use_of(op)))
          facts.push_back(*std::move(early));
      }
    }
    const bool is_early = !facts.empty();
    for (tracked_host_buffer* buffer : buffers_) {
      // An operation that has not ended may or may not have synchronized the memory.
      auto stale = is_early ? std::nullopt : buffer->check_access(accessed, op);
      if (stale) facts.push_back(*std::move(stale));
      if (writes(op)) buffer->record_write(accessed, return_address);
    }
  }
  check::report_wanted(facts);
}

void host_memory_registry::end_heap_memory(base::memory_range freed) {
  if (base::this_thread.is_ignoring) return;
  end_lifetime(freed, storage::heap);
}

void host_memory_registry::end_frames_below(std::uintptr_t address) {
  const base::memory_range& stack = base::native_stack();
  // The frames of fibers are not on this stack.
  if (!stack.contains(address) || base::this_thread.is_ignoring) return;
  end_lifetime({stack.begin, address - stack.begin}, storage::stack);
  const scoped_lock lock(*this);
  update_lowest_on_stack();
}

void host_memory_registry::end_lifetime(const base::memory_range& ended, storage kind) {
  const auto freed = [kind] {
    return kind == storage::heap ? std::optional(symbolize::stack_trace::here()) : std::nullopt;
  };
  std::vector<diagnose::fact> facts;
  {
    const scoped_lock lock(*this);
    for (tracked_host_buffer* buffer : buffers_) {
      if (!buffer->is_dead() && buffer->memory().overlaps(ended)) buffer->end_lifetime(freed());
    }
    for (host_transfer* transfer : transfers_) {
      if (!transfer->overlaps(ended)) continue;
      auto early = transfer->end_lifetime(freed());
      if (early && !devices::operation_thread::is_running()) facts.push_back(*std::move(early));
    }
  }
  check::report_wanted(facts);
}

}  // namespace milliamp::detail::coherence
