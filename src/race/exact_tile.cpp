#include "race/exact_tile.h"

namespace milliamp::detail::race {

void exact_tile::begin(thread_number threads) {
  clocks_.begin(threads);
  for (exact_history& history : histories_) history.begin_epoch();
}

void exact_tile::import_epoch(memory_kind kind, thread_number thread, bool has_atomics) {
  first_fence_thread_ = thread;
  import_of(kind) = {true, has_atomics, {}};
}

void exact_tile::on_barrier(fence kind) {
  clocks_.pass_barrier(kind);
  for (const memory_kind k : memory_kinds) {
    imported_epoch& epoch = import_of(k);
    if (covers(kind, k)) {
      history_of(k).begin_epoch();
      epoch.is_running = false;
    } else {
      // Threads that ran before the first fence run again.
      if (epoch.is_running) clocks_.import_reads(k, epoch.links);
      epoch.has_atomics = false;
    }
  }
}

/// Any of the readers may have read a value of the word's chain of atomic operations.
void exact_tile::import_reads(memory_kind kind, chain_link link) {
  for (const thread_number t : readers_) {
    if (t == first_fence_thread_) {
      clocks_.import_fenced_read(t, kind, link);
    } else {
      clocks_.import_read(t, kind, link);
    }
  }
}

const std::vector<exact_history::conflict>& exact_tile::record(memory_kind kind,
                                                               std::uintptr_t word, operation op,
                                                               const word_access& access,
                                                               thread_number thread,
                                                               std::uint64_t round) {
  const bool stores_atomically = is_atomic(access.kind) && writes(op);
  const vector_clocks::operation_order order = clocks_.pass_operation(
      thread, kind, word, reads(op), stores_atomically, op == operation::write);
  conflicts_.clear();
  history_of(kind).record(word, access, thread, kind, order, clocks_.time(thread, kind), round,
                          conflicts_);
  return conflicts_;
}

}  // namespace milliamp::detail::race
