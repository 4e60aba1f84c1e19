/// @file
/// Copies and coherence of arrays, views and textures (milliamp/detail/strided_region.h).

#include "base/host_calls.h"
#include "base/invalid_argument.h"
#include "check/unwritten_memory.h"
#include "coherence/host_transfer.h"
#include "coherence/rows.h"
#include "coherence/shared_buffer.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "runtime/host_only.h"
#include "symbolize/stack_trace.h"

#include <milliamp/detail/host_memory.h>
#include <milliamp/detail/strided_region.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace milliamp::detail {

namespace {

const concurrency::accelerator_view& accelerator_of(const strided_region& elements) {
  return elements.owner != nullptr ? elements.owner->accelerator : host_accelerator;
}

devices::queue& queue_of(const strided_region& elements) {
  return devices::queue_access::queue_of(accelerator_of(elements));
}

void transfer(const strided_region& source, const strided_region& destination) {
  coherence::for_each_row(source, destination,
                          [](const coherence::rows& from, const coherence::rows& to) {
                            std::memcpy(to.begin(), from.begin(), to.length());
                          });
}

check::unwritten_memory* unwritten_in(const strided_region& elements) {
  return elements.owner != nullptr ? coherence::shared(*elements.owner).unwritten_at(elements.data)
                                   : nullptr;
}

bool has_unwritten(const check::unwritten_memory* memory) {
  return memory != nullptr && !memory->empty();
}

/// Marks the elements of the destination as written or unwritten, as those of the source are.
void record_transfer(const strided_region& source, const strided_region& destination) {
  check::unwritten_memory* const overwritten = unwritten_in(destination);
  const check::unwritten_memory* const copied = unwritten_in(source);
  if (overwritten == nullptr || !(has_unwritten(overwritten) || has_unwritten(copied))) return;
  coherence::for_each_row(source, destination,
                          [=](const coherence::rows& from, const coherence::rows& to) {
                            overwritten->record_copy(to.begin(), to.length(), copied, from.begin());
                          });
}

/// Marks the elements as written, before the host writes them.
void record_write(const strided_region& elements) {
  check::unwritten_memory* const unwritten = unwritten_in(elements);
  if (!has_unwritten(unwritten)) return;
  for (coherence::rows all(elements); !all.at_end(); all.next()) {
    unwritten->record_write(all.begin(), all.length());
  }
}

bool is_empty(const strided_region& elements) {
  return std::find(elements.lengths, elements.lengths + elements.rank, 0) !=
         elements.lengths + elements.rank;
}

/// Waits for the operations on the region's accelerator_view. Returns the region at the address
/// that open(shared_buffer of the region) returns.
/// @throws concurrency::runtime_exception if there is no memory
template <class Open>
strided_region opened(const strided_region& elements, Open open) {
  if (elements.data == nullptr && !is_empty(elements)) {
    base::throw_invalid(
        "the elements have no memory: their array or texture has been moved from, or the pointer "
        "to them is null");
  }
  queue_of(elements).wait();
  strided_region ready = elements;
  if (elements.owner != nullptr) ready.data = open(coherence::shared(*elements.owner));
  return ready;
}

strided_region opened_source(const strided_region& elements, const void* destination) {
  return opened(elements, [&](coherence::shared_buffer& memory) {
    return memory.open_source(elements, destination);
  });
}

strided_region opened_destination(const strided_region& elements) {
  return opened(elements, [&](coherence::shared_buffer& memory) {
    return memory.open_destination(elements);
  });
}

/// Counts an operation that runs code of the program, such as an iterator, until it has ended.
class program_operation {
 public:
  program_operation() { ++unfinished_; }
  ~program_operation() { --unfinished_; }
  program_operation(const program_operation&) = delete;
  program_operation& operator=(const program_operation&) = delete;

  static bool is_any_unfinished() { return unfinished_ != 0; }

 private:
  static inline std::atomic<int> unfinished_ = 0;
};

/// Starts an operation. In a checked program, its findings are located at the call that starts it.
/// @param memory what the operation uses of the host's memory; null if nothing is watched
/// @param runs_program whether it runs code of the program. If not, it completes at once in a
///     checked program, so that faults of the host have the same effect in each run; but not after
///     operations that do, because these may wait for the caller.
concurrency::completion_future start(const concurrency::accelerator_view& one,
                                     const concurrency::accelerator_view& other,
                                     std::function<void()> work, std::shared_ptr<const void> memory,
                                     bool runs_program) {
  if (!tracks_host_memory) return devices::start(one, other, std::move(work));
  auto started = devices::start(
      one, other,
      [caller = symbolize::stack_trace::here(), work = std::move(work),
       counted = runs_program ? std::make_shared<program_operation>() : nullptr] {
        const symbolize::scoped_caller located(caller);
        work();
      },
      std::move(memory));
  if (!program_operation::is_any_unfinished()) devices::async_operation::complete(started);
  return started;
}

/// A region that owns its lengths and distances and holds a reference to its buffer.
class kept_region {
 public:
  explicit kept_region(const strided_region& elements)
      : lengths_(elements.lengths, elements.lengths + elements.rank),
        distances_(elements.distances, elements.distances + elements.rank),
        memory_(elements.owner != nullptr ? share(*elements.owner, elements.data, true)
                                          : location{elements.data, nullptr}),
        region_(elements) {
    region_.lengths = lengths_.data();
    region_.distances = distances_.data();
  }
  kept_region(const kept_region&) = delete;
  kept_region& operator=(const kept_region&) = delete;

  const strided_region& get() const { return region_; }

 private:
  std::vector<int> lengths_;
  std::vector<std::ptrdiff_t> distances_;
  buffer_ref<std::byte> memory_;
  strided_region region_;
};

}  // namespace

void copy(const strided_region& source, const strided_region& destination) {
  check_on_host("copy");
  const base::scoped_host_call call("copy");
  check_copy(source, destination);
  const strided_region from = opened_source(source, destination.data);
  const strided_region to = opened_destination(destination);
  transfer(from, to);
  record_transfer(from, to);
}

concurrency::completion_future copy_async(const strided_region& source,
                                          const strided_region& destination) {
  check_copy(source, destination);
  return submit_copy(
      source, destination,
      [from = std::make_shared<kept_region>(source),
       to = std::make_shared<kept_region>(destination)] { copy(from->get(), to->get()); });
}

concurrency::completion_future submit_copy(const strided_region& source,
                                           const strided_region& destination,
                                           std::function<void()> function) {
  check_on_host("copy_async");
  using coherence::host_transfer;
  using diagnose::transfer_kind;
  auto reads = host_transfer::watch(transfer_kind::copy_source, source);
  auto writes = host_transfer::watch(transfer_kind::copy_destination, destination);
  std::shared_ptr<const void> both;
  if (reads != nullptr || writes != nullptr) {
    both = std::make_shared<std::pair<decltype(reads), decltype(writes)>>(std::move(reads),
                                                                          std::move(writes));
  }
  const bool has_iterator = source.data == nullptr || destination.data == nullptr;
  return start(accelerator_of(source), accelerator_of(destination), std::move(function),
               std::move(both), has_iterator);
}

void* open_on_host(const strided_region& elements, concurrency::access_type access) {
  const strided_region ready = opened(elements, [&](coherence::shared_buffer& memory) {
    return memory.open(elements.data, access);
  });
  if ((access & concurrency::access_type_write) != 0) record_write(ready);
  return ready.data;
}

void* open_source(const strided_region& elements, const void* destination) {
  return opened_source(elements, destination).data;
}

void* open_destination(const strided_region& elements) {
  const strided_region ready = opened_destination(elements);
  record_write(ready);
  return ready.data;
}

std::uint64_t timed_copy::begin_copy() {
  check_on_host("copy");
  const base::host_call_clock* const clock = base::host_calls.load(std::memory_order_relaxed);
  return clock != nullptr ? clock->now() : 0;
}

void timed_copy::end_copy(std::uint64_t begin) {
  const base::host_call_clock* const clock = base::host_calls.load(std::memory_order_relaxed);
  if (clock != nullptr) clock->listener("copy", begin);
}

void synchronize(const strided_region& elements, const concurrency::accelerator_view& to,
                 concurrency::access_type access) {
  check_on_host("synchronize");
  const base::scoped_host_call call("synchronize");
  queue_of(elements).wait();
  devices::queue_access::queue_of(to).wait();
  if (elements.owner == nullptr) return;
  coherence::shared(*elements.owner).synchronize(elements, to, access);
}

concurrency::completion_future synchronize_async(const strided_region& elements,
                                                 const concurrency::accelerator_view& to,
                                                 concurrency::access_type access) {
  check_on_host("synchronize_async");
  const bool is_to_host = devices::device_of(to).kernels != engine_kind::ref;
  return start(
      accelerator_of(elements), to,
      [kept = std::make_shared<kept_region>(elements), to, access] {
        synchronize(kept->get(), to, access);
      },
      is_to_host
          ? coherence::host_transfer::watch(diagnose::transfer_kind::synchronization, elements)
          : nullptr,
      false);
}

void refresh(const strided_region& elements) {
  check_on_host("refresh");
  const base::scoped_host_call call("refresh");
  queue_of(elements).wait();
  if (elements.owner != nullptr) coherence::shared(*elements.owner).refresh(elements);
}

void discard(const strided_region& elements) {
  const bool has_gaps = coherence::dense_dimensions(elements) < elements.rank;
  if (elements.owner == nullptr || has_gaps) return;  // discarding is optional
  queue_of(elements).wait();
  coherence::shared(*elements.owner).discard(elements.data, coherence::rows(elements).length());
}

}  // namespace milliamp::detail
