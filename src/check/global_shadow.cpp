#include "check/global_shadow.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>

#include <string>
#include <thread>

namespace milliamp::detail {

namespace {

constexpr std::size_t chunk_bytes = global_shadow::words_in_chunk * sizeof(global_cell);
static_assert(sizeof(global_cell) == 32, "8 bytes of shadow for each byte of data");

}  // namespace

/// Whoever sets the flag of the first key may change the cell; readers without the lock see the
/// flag and pass over it.
class global_shadow::cell_lock {
 public:
  explicit cell_lock(global_cell& cell) : cell_(cell) {
    for (;;) {
      first_key = cell.keys[0].fetch_or(global_key::flag, std::memory_order_acquire);
      if ((first_key & global_key::flag) == 0) return;
      std::this_thread::yield();
    }
  }
  ~cell_lock() { cell_.keys[0].store(first_key, std::memory_order_release); }
  cell_lock(const cell_lock&) = delete;
  cell_lock& operator=(const cell_lock&) = delete;

  /// The first key, as it will be when the lock is given back.
  std::uint64_t first_key;

 private:
  global_cell& cell_;
};

global_shadow::~global_shadow() {
  for (void* slab : slabs_) munmap(slab, slab_chunks * chunk_bytes);
}

global_cell* global_shadow::cells_of_chunk(std::uintptr_t chunk) {
  const std::lock_guard lock(mutex_);
  global_cell*& cells = chunks_[chunk];
  if (cells != nullptr) return cells;
  if (free_in_slab_ == 0) {
    void* slab = mmap(nullptr, slab_chunks * chunk_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) {
      throw concurrency::out_of_memory(
          "no memory for the race detector: it needs 8 bytes for each byte of global memory that a "
          "launch accesses; check a smaller problem, or raise the limit of address space "
          "(ulimit -v)");
    }
    slabs_.push_back(slab);
    free_in_slab_ = slab_chunks;
  }
  --free_in_slab_;
  cells = reinterpret_cast<global_cell*>(static_cast<std::byte*>(slabs_.back()) +
                                         free_in_slab_ * chunk_bytes);
  return cells;
}

bool global_entry::find_concurrent(const accessor& who, thread_id& found) const {
  for (const thread_id t : {one, other}) {
    const bool same_tile = (t ^ who.thread) >> who.tile_shift == 0;
    if (!same_tile || (t != who.thread && key.round() >= who.epoch_begin)) {
      found = t;
      return true;
    }
  }
  return false;
}

bool global_entry::is_surely_concurrent(const global_entry& e, const accessor& who) const {
  for (const thread_id t : {one, other}) {
    for (const thread_id u : {e.one, e.other}) {
      const bool same_tile = (t ^ u) >> who.tile_shift == 0;
      if (!same_tile || (t != u && key.round() == e.key.round() && !who.ignores_own_tile())) {
        return true;
      }
    }
  }
  return false;
}

void global_entry::add(const accessor& who) {
  const bool same_tile = (one ^ who.thread) >> who.tile_shift == 0;
  if (same_tile && key.round() < who.epoch_begin) {
    // What the tile did in earlier epochs is ordered before all that it does from now on, and for
    // other tiles one access is as good as another.
    one = who.thread;
    key.bits = (key.bits & ~global_key::round_mask) | (who.round << 32 & global_key::round_mask);
  }
  other = who.thread;
}

std::vector<global_entry>& global_shadow::overflow_of(const global_cell& cell) {
  overflow_shard& shard = overflows_[reinterpret_cast<std::uintptr_t>(&cell) / 32 % shards];
  const std::lock_guard lock(shard.mutex);
  return shard.cells[&cell];
}

void global_shadow::record(global_cell& cell, global_key key, const accessor& who,
                           std::vector<conflict>& conflicts) {
  cell_lock lock(cell);
  global_entry entries[2] = {load(cell, 0), load(cell, 1)};
  entries[0].key.bits = lock.first_key;
  const bool has_overflow = (entries[1].key.bits & global_key::flag) != 0;
  entries[1].key.bits &= ~global_key::flag;
  std::vector<global_entry>* overflow = has_overflow ? &overflow_of(cell) : nullptr;

  global_entry* own = nullptr;
  global_entry* free = nullptr;
  const auto look_at = [&](global_entry& e) {
    if (e.key.bits == 0) {
      if (free == nullptr) free = &e;
    } else if (e.key.is_place_of(key)) {
      own = &e;
    }
  };
  for (global_entry& e : entries) look_at(e);
  if (overflow != nullptr) {
    for (global_entry& e : *overflow) look_at(e);
  }
  if (own != nullptr && own->covers(who)) return;

  // A conflict is told once for each word and pair of places: not when a thread that the place's
  // entry already stands for has had it before.
  const auto check = [&](const global_entry& e) {
    thread_id found = 0;
    if (e.key.bits == 0 || !is_incompatible(e.key.kind(), key.kind()) ||
        (e.key.bytes() & key.bytes()) == 0 || !e.find_concurrent(who, found)) {
      return;
    }
    if (own != nullptr && own != &e && own->is_surely_concurrent(e, who)) return;
    conflicts.push_back({e.key, found});
  };
  for (const global_entry& e : entries) check(e);
  if (overflow != nullptr) {
    for (const global_entry& e : *overflow) check(e);
  }

  if (own != nullptr) {
    own->add(who);
  } else if (free != nullptr) {
    *free = {key, who.thread, who.thread};
  } else {
    if (overflow == nullptr) {
      overflow = &overflow_of(cell);
      entries[1].key.bits |= global_key::flag;
    }
    overflow->push_back({key, who.thread, who.thread});
  }
  if (has_overflow) entries[1].key.bits |= global_key::flag;
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t threads = entries[i].one | std::uint64_t{entries[i].other} << 32;
    cell.threads[i].store(threads, std::memory_order_relaxed);
  }
  cell.keys[1].store(entries[1].key.bits, std::memory_order_release);
  lock.first_key = entries[0].key.bits;
}

void global_shadow::forget(global_cell& cell) {
  if (cell.keys[0].load(std::memory_order_relaxed) == 0) return;
  cell_lock lock(cell);
  if ((cell.keys[1].load(std::memory_order_relaxed) & global_key::flag) != 0) {
    overflow_of(cell).clear();
  }
  for (int i = 0; i < 2; ++i) cell.threads[i].store(0, std::memory_order_relaxed);
  cell.keys[1].store(0, std::memory_order_release);
  lock.first_key = 0;
}

}  // namespace milliamp::detail
