/// @file
/// The accesses of one worker to global memory in a launch: by page, kind of access and call site,
/// which threads have accessed which bytes.
///
/// Tiles are always concurrent (spec 8.1.2.3), so whether accesses of different tiles race does not
/// depend on when they were made. Each worker records its own accesses, without a lock and without
/// a comparison. When the launch has ended, find_races_between_tiles() compares the records of all
/// workers.
///
/// Most accesses follow a pattern: each thread accesses an element of its own, as in
/// `y[i] += a * x[i]`, where i is the index of the thread. Such a page has one bit for each byte
/// (owned_bytes). Other patterns keep two threads for each word (lowest_threads), 8 bytes.
#pragma once

#include "base/memory_set.h"
#include "race/access.h"
#include "race/element_row.h"
#include "race/lowest_threads.h"
#include "race/mapped_memory.h"
#include "race/memory_unit.h"

#include <milliamp/detail/always_inline.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace milliamp::detail::race {

/// The bytes of a page that have been accessed, where each thread accesses a block of its own: that
/// of thread t begins at base + t * stride.
struct owned_bytes {
  std::uintptr_t base;
  std::uintptr_t stride;
  std::uint64_t bits[page::size / 64];

  bool is_in_block(std::uintptr_t address, std::size_t size, thread_id thread) const {
    return size <= stride && address - base - thread * stride <= stride - size;
  }
  /// @param bytes within one word of bits
  void set(std::size_t offset, std::size_t bytes) {
    bits[offset / 64] |= ((std::uint64_t{1} << bytes) - 1) << offset % 64;
  }
  void set_range(std::size_t offset, std::size_t size);
  thread_id owner_of(std::uintptr_t address) const {
    return static_cast<thread_id>((address - base) / stride);
  }
  /// Whether a thread has accessed the first byte of a word.
  bool is_used_by(thread_id thread, std::uintptr_t word) const {
    const std::size_t offset = page::offset(word);
    return (bits[offset / 64] >> offset % 64 & 1) != 0 && owner_of(word) == thread;
  }
};

/// Accesses of one kind from one call site to a page.
struct page_access {
  report::access_kind kind;
  std::uint8_t bytes;  ///< the bytes of each word, if `words` is not null
  /// How much of the pattern the accesses so far determine.
  enum class pattern : std::uint8_t { one_access, one_thread, blocks } known;
  std::uint32_t call_site;
  owned_bytes* owned;     ///< null: the accesses do not follow the pattern
  lowest_threads* words;  ///< the threads of each word; null: see owned
  page_access* next;      ///< another access to the page
};

/// How accesses to a page may take the short path.
struct page_use {
  /// All of the page is global memory.
  bool opens_short_path = false;
  /// The slow path finds out which plain reads an atomic operation validates. Set if each thread is
  /// a tile of its own.
  bool has_reads_to_validate = false;
  /// A bit for each word of a page with unwritten memory: whether it has been written. Writes set
  /// them. Other accesses may need a value, so they take the slow path. Null: all is written.
  std::atomic<std::uint64_t>* written = nullptr;

  bool allows(operation op) const {
    return opens_short_path && (written == nullptr || op == operation::write) &&
           !(has_reads_to_validate && is_atomic(kind_of(op)));
  }
};

/// Sets the bits of consecutive words, which are in one element of `written`.
inline void set_written(std::atomic<std::uint64_t>* written, std::size_t word, unsigned words) {
  std::atomic<std::uint64_t>& bits = written[word / 64];
  const std::uint64_t added = ((std::uint64_t{1} << words) - 1) << word % 64;
  if ((bits.load(std::memory_order_relaxed) & added) != added) {
    bits.fetch_or(added, std::memory_order_relaxed);
  }
}

/// The accesses to a page.
struct page_record {
  /// The latest record, and the head of the list. Stored inline: with random accesses the page's
  /// record is in no cache, and a pointer would cost a second miss.
  page_access first{};
  page_use use{};

  bool empty() const { return first.owned == nullptr && first.words == nullptr; }

  template <class F>
  void for_each(F f) const {
    for (const page_access* a = empty() ? nullptr : &first; a != nullptr; a = a->next) f(*a);
  }
  bool has_atomics() const {
    bool found = false;
    for_each([&](const page_access& a) { found = found || is_atomic(a.kind); });
    return found;
  }

  /// The latest record of accesses from a call site; null: there is none.
  const page_access* find(report::access_kind kind, std::uint32_t call_site) const {
    const page_access* a = empty() ? nullptr : &first;
    while (a != nullptr && (a->call_site != call_site || a->kind != kind)) a = a->next;
    return a;
  }
  page_access* find(report::access_kind kind, std::uint32_t call_site) {
    return const_cast<page_access*>(std::as_const(*this).find(kind, call_site));
  }
};

/// Calls f(word in page, bytes of the word, threads) for the owners of the bytes of a word.
template <class F>
void for_each_owner(const owned_bytes& owned, std::uintptr_t begin, std::size_t word, F f) {
  unsigned rest = static_cast<unsigned>(owned.bits[word / 16] >> word % 16 * 4 & 15);
  while (rest != 0) {
    const auto owner_at = [&](unsigned byte) { return owned.owner_of(begin + word * 4 + byte); };
    const thread_id owner = owner_at(static_cast<unsigned>(std::countr_zero(rest)));
    unsigned bytes = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      if ((rest >> byte & 1) != 0 && owner_at(byte) == owner) bytes |= 1u << byte;
    }
    f(word, bytes, lowest_threads(owner));
    rest &= ~bytes;
  }
}

/// Calls f(word, bytes, threads) for each word that a page_access records.
/// @param begin the address of the page
template <class F>
void for_each_word_of(const page_access& access, std::uintptr_t begin, F f) {
  for (std::size_t word = 0; word < page::words; ++word) {
    if (access.words != nullptr) {
      if (!access.words[word].empty()) f(word, unsigned{access.bytes}, access.words[word]);
    } else {
      for_each_owner(*access.owned, begin, word, f);
    }
  }
}

class access_set {
 public:
  explicit access_set(unsigned tile_shift) : tile_shift_(tile_shift) {}
  access_set(const access_set&) = delete;
  access_set& operator=(const access_set&) = delete;

  /// The record of the page of an address.
  page_record& page_at(std::uintptr_t address);
  /// The record of the page of an address, if the page has been accessed and was found quickly;
  /// otherwise null.
  page_record* known_page_at(std::uintptr_t address) const {
    const std::uintptr_t number = region::number(address);
    const known_region& known = known_regions_[number % known_regions_.size()];
    return known.number == number ? &known.pages[page_in_region(address)] : nullptr;
  }

  /// Records an access to bytes of one page.
  void record(report::access_kind kind, std::uint32_t call_site, std::uintptr_t address,
              std::size_t size, thread_id thread);
  /// Records accesses to elements in one page.
  void record(report::access_kind kind, std::uint32_t call_site, const element_row& elements);

  /// Excludes memory that a thread has allocated in the launch. Uses before and after the
  /// allocation are not distinguished, so races between tiles are not detected there. Kernels of
  /// C++ AMP cannot allocate.
  void exclude(const base::memory_range& allocated) { excluded_.add(base::interval_of(allocated)); }

  /// Calls f(number, record) for all pages.
  template <class F>
  void for_each_page(F f) const {
    for (const auto& [number, pages] : regions_) {
      for (std::size_t i = 0; i < pages_in_region; ++i) {
        const page_record& record = (*pages)[i];
        if (!record.empty()) f(number * pages_in_region + i, record);
      }
    }
  }
  /// The accesses to a page, as a list; null: there are none.
  const page_access* find(std::uintptr_t number) const {
    const auto found = regions_.find(number / pages_in_region);
    if (found == regions_.end()) return nullptr;
    const page_record& record = (*found->second)[number % pages_in_region];
    return record.empty() ? nullptr : &record.first;
  }
  const base::memory_set& excluded() const { return excluded_; }

 private:
  static constexpr std::size_t pages_in_region = region::size / page::size;
  using region_pages = std::array<page_record, pages_in_region>;
  struct known_region {
    std::uintptr_t number = UINTPTR_MAX;
    page_record* pages = nullptr;
  };

  static std::size_t page_in_region(std::uintptr_t address) {
    return page::number(address) % pages_in_region;
  }
  static bool extend(page_access& access, std::uintptr_t address, std::size_t size,
                     thread_id thread);
  page_access& add(page_record& page, report::access_kind kind, std::uint32_t call_site);
  page_access& words_of(page_record& page, report::access_kind kind, std::uint32_t call_site,
                        unsigned bytes);
  void record_words(page_record& page, report::access_kind kind, std::uint32_t call_site,
                    std::uintptr_t address, std::size_t size, thread_id thread);
  template <class T>
  T* allocate(std::size_t count = 1);

  const unsigned tile_shift_;
  std::array<known_region, 256> known_regions_{};  ///< a direct-mapped cache
  std::unordered_map<std::uintptr_t, std::unique_ptr<region_pages>> regions_;
  base::memory_set excluded_;
  std::vector<mapped_memory<std::byte>> chunks_;
  std::size_t chunk_size_ = 0;  ///< the size of the last chunk, in bytes
  std::size_t used_ = 0;        ///< the bytes of it that are used
};

}  // namespace milliamp::detail::race
