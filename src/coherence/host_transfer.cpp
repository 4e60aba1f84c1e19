#include "coherence/host_transfer.h"

#include "check/current_launch.h"
#include "coherence/host_memory_registry.h"
#include "coherence/rows.h"
#include "coherence/shared_buffer.h"

#include <milliamp/detail/host_memory.h>

#include <algorithm>
#include <utility>

namespace milliamp::detail::coherence {

namespace {

using diagnose::transfer_kind;

std::vector<base::memory_range> memory_of(transfer_kind kind, const strided_region& elements) {
  std::vector<base::memory_range> memory;
  if (elements.owner != nullptr && shared(*elements.owner).has_ended()) return memory;
  for (rows all(elements); !all.at_end(); all.next()) {
    const base::memory_range row(all.begin(), all.length());
    if (kind != transfer_kind::synchronization) {
      memory.push_back(row);
    } else if (elements.owner != nullptr) {
      shared(*elements.owner).add_unsynchronized(row, memory);
    }
  }
  return memory;
}

}  // namespace

std::shared_ptr<const host_transfer> host_transfer::watch(transfer_kind kind,
                                                          const strided_region& elements) {
  if (!tracks_host_memory || elements.data == nullptr) return nullptr;
  std::vector<base::memory_range> memory = memory_of(kind, elements);
  if (memory.empty()) return nullptr;
  const std::shared_ptr<host_transfer> made(new host_transfer(kind, elements, std::move(memory)));
  host_memory_registry& registry = host_memory_registry::instance();
  std::vector<diagnose::fact> early;
  {
    const host_memory_registry::scoped_lock lock(registry);
    if (!made->has_view_) early = registry.early_uses_by(*made);
    registry.add(*made);
  }
  check::report_wanted(early);
  return made;
}

host_transfer::host_transfer(transfer_kind kind, const strided_region& elements,
                             std::vector<base::memory_range> memory)
    : kind_(kind),
      begin_(reinterpret_cast<std::uintptr_t>(elements.data)),
      element_size_(elements.element_size),
      lengths_(elements.lengths, elements.lengths + elements.rank),
      distances_(elements.distances, elements.distances + elements.rank),
      owner_(elements.owner != nullptr && shared(*elements.owner).owns_memory()
                 ? &shared(*elements.owner)
                 : nullptr),
      memory_(std::move(memory)),
      has_view_(elements.owner != nullptr) {
  if (owner_ != nullptr) owner_->retain();
}

host_transfer::~host_transfer() {
  {
    host_memory_registry& registry = host_memory_registry::instance();
    const host_memory_registry::scoped_lock lock(registry);
    registry.remove(*this);
  }
  if (owner_ != nullptr) owner_->release();
}

bool host_transfer::overlaps(const base::memory_range& range) const {
  return std::any_of(memory_.begin(), memory_.end(),
                     [&](const base::memory_range& part) { return part.overlaps(range); });
}

std::optional<diagnose::early_host_access_fact> host_transfer::check_use(
    const base::memory_range& used, diagnose::early_use use,
    const symbolize::stack_trace* call_site) {
  if (allows_reads() && use == diagnose::early_use::host_read) return std::nullopt;
  const auto part = std::find_if(memory_.begin(), memory_.end(),
                                 [&](const auto& range) { return range.overlaps(used); });
  if (part == memory_.end()) return std::nullopt;
  has_early_access_ = true;
  return diagnose::early_host_access_fact{
      kind_,
      lengths_,
      index_of(std::max(part->begin, used.begin)),
      use,
      call_site != nullptr ? *call_site : symbolize::stack_trace::here(),
      started_};
}

std::optional<diagnose::early_host_access_fact> host_transfer::check_launch(
    const base::memory_range& used, const symbolize::stack_trace& call_site) {
  if (has_view_ || kind_ != transfer_kind::copy_destination) return std::nullopt;
  return check_use(used, diagnose::early_use::kernel, &call_site);
}

std::optional<diagnose::early_release_fact> host_transfer::end_lifetime(
    const std::optional<symbolize::stack_trace>& freed) {
  complete();
  if (has_early_access_) return std::nullopt;
  return diagnose::early_release_fact{kind_, lengths_, freed, started_};
}

std::vector<int> host_transfer::index_of(std::uintptr_t address) const {
  auto rest = static_cast<std::ptrdiff_t>((address - begin_) / element_size_);
  std::vector<int> index(lengths_.size());
  for (std::size_t d = 0; d < index.size(); ++d) {
    index[d] = static_cast<int>(rest / distances_[d]);
    rest %= distances_[d];
  }
  return index;
}

}  // namespace milliamp::detail::coherence
