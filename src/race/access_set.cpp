#include "race/access_set.h"

#include "race/words.h"

#include <algorithm>
#include <bit>

namespace milliamp::detail::race {

namespace {

/// Longer than a page, and so short that the blocks of all threads fit the address space. Blocks of
/// this length give all bytes of a page to one thread.
constexpr std::uintptr_t unlimited_stride = std::uintptr_t{1} << 31;

/// Gives all bytes of a page to a thread.
void set_owner(owned_bytes& owned, std::uintptr_t number, thread_id thread) {
  owned.stride = unlimited_stride;
  owned.base = page::begin(number) - thread * unlimited_stride;
}

/// The offsets of the first byte that has been accessed, and of the one after the last.
std::pair<std::size_t, std::size_t> bounds_of(const owned_bytes& owned) {
  const std::uint64_t* const end = std::end(owned.bits);
  const auto is_used = [](std::uint64_t bits) { return bits != 0; };
  const std::uint64_t* const first = std::find_if(std::begin(owned.bits), end, is_used);
  if (first == end) return {0, 0};
  const std::uint64_t* last = end - 1;
  while (*last == 0) --last;
  const auto bit = [&](const std::uint64_t* word) {
    return static_cast<std::size_t>(word - owned.bits) * 64;
  };
  return {bit(first) + static_cast<std::size_t>(std::countr_zero(*first)),
          bit(last) + 64 - static_cast<std::size_t>(std::countl_zero(*last))};
}

/// How many patterns of a call site a page has before its words are recorded. Rows of a 2-D domain
/// that is a part of a view begin new ones.
constexpr int most_patterns = 2;

int count_patterns(const page_record& page, report::access_kind kind, std::uint32_t call_site) {
  int count = 0;
  for (const page_access* a = page.find(kind, call_site); a != nullptr; a = a->next) {
    if (a->call_site == call_site && a->kind == kind && a->owned != nullptr) ++count;
  }
  return count;
}

/// Fits the stride of the blocks to two threads: so far one thread has accessed the page, and now
/// another thread makes an access.
/// @return whether there is such a stride
bool fit_blocks(owned_bytes& owned, std::uintptr_t number, std::uintptr_t address, std::size_t size,
                thread_id thread) {
  const auto [begin, end] = bounds_of(owned);
  const std::uintptr_t first = page::begin(number) + begin;
  const thread_id known = owned.owner_of(first);
  const bool is_ascending = thread > known;
  if (is_ascending != (address > first)) return false;
  const std::uintptr_t distance = is_ascending ? address - first : first - address;
  const thread_id threads = is_ascending ? thread - known : known - thread;
  const std::uintptr_t stride = distance / threads;
  if (distance % threads != 0 || stride < end - begin || stride < size) return false;
  owned.stride = stride;
  owned.base = first - known * stride;
  return true;
}

}  // namespace

void owned_bytes::set_range(std::size_t offset, std::size_t size) {
  for (const std::size_t end = offset + size; offset < end;) {
    const std::size_t step = std::min(end - offset, 64 - offset % 64);
    bits[offset / 64] |= ~std::uint64_t{0} >> (64 - step) << offset % 64;
    offset += step;
  }
}

/// Allocates from chunks. The first chunk is small, because most launches access few pages.
template <class T>
T* access_set::allocate(std::size_t count) {
  constexpr std::size_t smallest = std::size_t{1} << 16, largest = std::size_t{1} << 22;
  const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
  if (used_ + bytes > chunk_size_) {
    chunk_size_ = chunks_.empty() ? smallest : std::min(2 * chunk_size_, largest);
    chunks_.emplace_back(chunk_size_);
    used_ = 0;
  }
  void* const memory = chunks_.back().get() + used_;
  used_ += bytes;
  return static_cast<T*>(memory);
}

page_access& access_set::add(page_record& page, report::access_kind kind, std::uint32_t call_site) {
  page_access* const next =
      page.empty() ? nullptr : new (allocate<page_access>()) page_access(page.first);
  page.first = {kind, 0, page_access::pattern::one_access, call_site, nullptr, nullptr, next};
  return page.first;
}

page_record& access_set::page_at(std::uintptr_t address) {
  if (page_record* const known = known_page_at(address)) return *known;
  const std::uintptr_t number = region::number(address);
  std::unique_ptr<region_pages>& pages = regions_[number];
  if (pages == nullptr) pages = std::make_unique<region_pages>();
  known_regions_[number % known_regions_.size()] = {number, pages->data()};
  return (*pages)[page_in_region(address)];
}

void access_set::record(report::access_kind kind, std::uint32_t call_site, std::uintptr_t address,
                        std::size_t size, thread_id thread) {
  page_record& page = page_at(address);
  page_access* known = page.find(kind, call_site);
  if (known == nullptr || (known->owned != nullptr && !extend(*known, address, size, thread))) {
    if (count_patterns(page, kind, call_site) < most_patterns) {
      known = &add(page, kind, call_site);
      known->owned = allocate<owned_bytes>();
      known->owned->stride = size;
      known->owned->base = address - thread * size;
    } else {
      known = nullptr;
    }
  }
  if (known != nullptr && known->owned != nullptr) {
    known->owned->set_range(page::offset(address), size);
  } else {
    record_words(page, kind, call_site, address, size, thread);
  }
}

void access_set::record(report::access_kind kind, std::uint32_t call_site,
                        const element_row& elements) {
  const page_record& page = page_at(elements.begin);
  thread_id thread = elements.first;
  for (std::uintptr_t address = elements.begin; address < elements.end();
       address += elements.stride, ++thread) {
    const page_access* const known = page.find(kind, call_site);
    const bool is_block = known != nullptr && known->owned != nullptr &&
                          known->known == page_access::pattern::blocks &&
                          known->owned->is_in_block(address, elements.size, thread);
    if (!is_block) {
      record(kind, call_site, address, elements.size, thread);
    } else if (known->owned->stride == elements.size && elements.stride == elements.size) {
      return known->owned->set_range(page::offset(address), elements.end() - address);
    } else {
      known->owned->set(page::offset(address), elements.size);
    }
  }
}

/// Returns whether the pattern includes an access, or could be adapted to include it.
bool access_set::extend(page_access& access, std::uintptr_t address, std::size_t size,
                        thread_id thread) {
  using enum page_access::pattern;
  owned_bytes& owned = *access.owned;
  const std::uintptr_t number = page::number(address);
  if (access.known != one_access && owned.is_in_block(address, size, thread)) return true;
  if (access.known == blocks) return false;
  const auto [begin, end] = bounds_of(owned);
  if (owned.owner_of((page::begin(number)) + begin) == thread) {
    access.known = one_thread;
    set_owner(owned, number, thread);
    return true;
  }
  access.known = blocks;
  return fit_blocks(owned, number, address, size, thread);
}

page_access& access_set::words_of(page_record& page, report::access_kind kind,
                                  std::uint32_t call_site, unsigned bytes) {
  for (page_access* a = page.find(kind, call_site); a != nullptr; a = a->next) {
    if (a->call_site == call_site && a->kind == kind && a->bytes == bytes) return *a;
  }
  page_access& added = add(page, kind, call_site);
  added.bytes = static_cast<std::uint8_t>(bytes);
  added.words = allocate<lowest_threads>(page::words);
  return added;
}

void access_set::record_words(page_record& page, report::access_kind kind, std::uint32_t call_site,
                              std::uintptr_t address, std::size_t size, thread_id thread) {
  page_access* last = nullptr;
  for_each_word(address, size, [&](std::uintptr_t word, std::uint64_t bytes) {
    if (last == nullptr || last->bytes != bytes) {
      last = &words_of(page, kind, call_site, static_cast<unsigned>(bytes));
    }
    last->words[page::offset(word) / 4].add(thread, tile_shift_);
  });
}

}  // namespace milliamp::detail::race
