#include "race/global_shadow.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>

#include <algorithm>
#include <thread>

namespace milliamp::detail::race {

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  // Linux 5.14
#endif

// --- Memory --------------------------------------------------------------------------------------

static_assert(2 * sizeof(global_cell) / 4 == 8, "8 bytes of shadow for each byte of data at most");

shadow_region::shadow_region() {
  constexpr std::size_t bytes = 2 * words * sizeof(global_cell);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw concurrency::out_of_memory(
        "no memory for the race detector: it needs up to 8 bytes for each byte of global memory "
        "that a launch accesses; check a smaller problem, or raise the limit of address space "
        "(ulimit -v)");
  }
  entries_[0] = static_cast<global_cell*>(memory);
  entries_[1] = entries_[0] + words;
}

shadow_region::~shadow_region() { munmap(entries_[0], 2 * words * sizeof(global_cell)); }

void shadow_region::populate(int i, std::size_t page) {
  global_cell* const begin = entries_[i] + page * words_in_page;
  global_cell* const end = begin + words_in_page;
  const std::size_t bytes = words_in_page * sizeof(global_cell);
  if (madvise(begin, bytes, MADV_POPULATE_WRITE) != 0) {
    // Older systems: writes that change nothing, and are atomic because other workers may write.
    constexpr std::size_t smallest_page = 4096 / sizeof(global_cell);
    for (global_cell* c = begin; c < end; c += smallest_page) {
      c->key.fetch_or(0, std::memory_order_relaxed);
    }
  }
  present_[i][page].store(true, std::memory_order_relaxed);
}

shadow_region& global_shadow::region(std::uintptr_t number) {
  const base::scoped_lock lock(mutex_);
  std::unique_ptr<shadow_region>& region = regions_[number];
  if (region == nullptr) region = std::make_unique<shadow_region>();
  return *region;
}

/// Locks a word by the flag of its first key. Readers without the lock ignore the flag.
class global_shadow::word_lock {
 public:
  explicit word_lock(global_cell& first) : first_(first) {
    for (;;) {
      key.bits = first.key.fetch_or(global_key::flag, std::memory_order_acquire);
      if ((key.bits & global_key::flag) == 0) return;
      std::this_thread::yield();
    }
  }
  ~word_lock() { first_.key.store(key.bits, std::memory_order_release); }
  word_lock(const word_lock&) = delete;
  word_lock& operator=(const word_lock&) = delete;

  /// The key that the first entry gets when the lock is released.
  global_key key;

 private:
  global_cell& first_;
};

// --- Entries -------------------------------------------------------------------------------------

bool global_entry::find_concurrent(const accessor& current, thread_id& found) const {
  for (const thread_id t : {one, other}) {
    const bool same_tile = (t ^ current.thread) >> current.tile_shift == 0;
    if (!same_tile || (t != current.thread && key.round() >= current.epoch_begin)) {
      found = t;
      return true;
    }
  }
  return false;
}

bool global_entry::is_surely_concurrent(const global_entry& e, const accessor& current) const {
  for (const thread_id t : {one, other}) {
    for (const thread_id u : {e.one, e.other}) {
      const bool same_tile = (t ^ u) >> current.tile_shift == 0;
      if (!same_tile || (t != u && key.round() == e.key.round() && !current.ignores_own_tile())) {
        return true;
      }
    }
  }
  return false;
}

void global_entry::add(const accessor& current) {
  const bool same_tile = (one ^ current.thread) >> current.tile_shift == 0;
  if (same_tile && key.round() < current.epoch_begin) {
    // Accesses of the tile in earlier epochs happen before all its later ones, and with respect to
    // other tiles all accesses of a tile are equivalent.
    one = current.thread;
    key.set_round(current.round);
  }
  other = current.thread;
}

std::vector<global_entry>& global_shadow::overflow_of(const global_cell& cell) {
  overflow_shard& shard =
      overflows_[reinterpret_cast<std::uintptr_t>(&cell) / sizeof(global_cell) % shards];
  const base::scoped_lock lock(shard.mutex);
  return shard.cells[&cell];
}

/// Copies of the entries of a locked word.
struct global_shadow::locked_entries {
  locked_entries(global_shadow& shadow, const global_word& word, global_key first_key)
      : first(word.region->first(word.number).load()) {
    first.key = {first_key.bits & ~global_key::second};
    if ((first_key.bits & global_key::second) == 0) return;
    const global_cell& cell = word.region->second_in_use(word.number);
    second = cell.load();
    if ((second.key.bits & global_key::flag) != 0) overflow = &shadow.overflow_of(cell);
    second.key.bits &= ~global_key::flag;
  }

  template <class F>
  void for_each(F look_at) {
    for (global_entry* e : {&first, &second}) {
      if (e->key.bits != 0) look_at(*e);
    }
    if (overflow != nullptr) std::for_each(overflow->begin(), overflow->end(), look_at);
  }

  /// Whether an entry, which races with the accessor, is the last write to the bytes.
  bool is_last_write(const global_entry& entry, unsigned bytes, const accessor& current) {
    bool is_last = entry.one == entry.other;
    for_each([&](const global_entry& e) {
      const bool is_past = e.is_of_tile(current) && e.key.round() < current.epoch_begin;
      if (&e != &entry && e.writes(bytes) && !is_past) is_last = false;
    });
    return is_last;
  }

  global_entry first;
  global_entry second;
  std::vector<global_entry>* overflow = nullptr;  ///< not a copy; null: none
};

bool global_shadow::record(const global_word& word, global_key key, const accessor& current,
                           std::vector<conflict>& conflicts) {
  global_cell& first_cell = word.region->first(word.number);
  word_lock lock(first_cell);
  locked_entries entries(*this, word, lock.key);
  auto& [first, second, overflow] = entries;
  std::uint64_t watched = first.key.bits & global_key::watched;

  global_entry* own = nullptr;
  entries.for_each([&](global_entry& e) {
    if (e.key.is_same_access(key)) own = &e;
  });
  if (own != nullptr && own->covers(current)) return watched != 0;

  // Report each race once per word and pair of call sites: not if a thread of the own entry has had
  // it before.
  entries.for_each([&](const global_entry& e) {
    thread_id found = 0;
    if (!is_incompatible(e.key.kind(), key.kind()) || (e.key.bytes() & key.bytes()) == 0 ||
        !e.find_concurrent(current, found)) {
      return;
    }
    if (own != nullptr && own != &e && own->is_surely_concurrent(e, current)) return;
    const unsigned common = e.key.bytes() & key.bytes();
    conflicts.push_back({e.key, found, entries.is_last_write(e, common, current)});
    if (!are_writes(e.key.kind(), key.kind())) return;
    if ((found ^ current.thread) >> current.tile_shift == 0) watched = global_key::watched;
  });
  entries.for_each([&](global_entry& e) { e.key.bits |= watched; });

  const global_entry fresh{{key.bits | watched}, current.thread, current.thread};
  if (own != nullptr) {
    own->add(current);
  } else if (first.key.bits == 0) {
    first = fresh;
    own = &first;
  } else if (second.key.bits == 0) {
    second = fresh;
    own = &second;
  } else {
    if (overflow == nullptr) overflow = &overflow_of(word.region->second_in_use(word.number));
    overflow->push_back(fresh);
    own = &second;  // its flag is set below
  }

  if (own == &first) {
    first_cell.store_threads(first);
    lock.key.bits = first.key.bits | (lock.key.bits & global_key::second);
  } else if (own == &second) {
    global_cell& cell = word.region->second(word.number);
    cell.store_threads(second);
    cell.key.store(second.key.bits | (overflow != nullptr ? global_key::flag : 0),
                   std::memory_order_release);
    lock.key.bits |= global_key::second;
  }
  return watched != 0;
}

void global_shadow::for_each_entry(const global_word& word,
                                   const std::function<void(const global_entry&)>& f) {
  word_lock lock(word.region->first(word.number));
  locked_entries(*this, word, lock.key).for_each(f);
}

void global_shadow::forget(std::uintptr_t begin, std::uintptr_t end) {
  shadow_region* present = nullptr;
  std::uintptr_t present_number = 0;
  for (std::uintptr_t address = begin & ~std::uintptr_t{3}; address < end; address += 4) {
    const std::uintptr_t number = address >> shadow_region::bits;
    if (present == nullptr || number != present_number) {
      const base::scoped_lock lock(mutex_);
      const auto found = regions_.find(number);
      present_number = number;
      present = found == regions_.end() ? nullptr : found->second.get();
    }
    const std::size_t word = address / 4 % shadow_region::words;
    if (present != nullptr && present->is_present(word)) forget({present, word});
  }
}

void global_shadow::forget(const global_word& word) {
  global_cell& first = word.region->first(word.number);
  if (first.key.load(std::memory_order_relaxed) == 0) return;
  word_lock lock(first);
  if ((lock.key.bits & global_key::second) != 0) {
    global_cell& second = word.region->second(word.number);
    if ((second.key.load(std::memory_order_relaxed) & global_key::flag) != 0) {
      overflow_of(second).clear();
    }
    second.store_threads({});
    second.key.store(0, std::memory_order_release);
  }
  first.store_threads({});
  lock.key.bits = 0;
}

}  // namespace milliamp::detail::race
