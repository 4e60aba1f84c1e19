#include "coherence/host_writes.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace milliamp::detail::coherence {

namespace {

constexpr std::size_t word_size = 4;

}  // namespace

void host_writes::record(const base::memory_range& written, const void* return_address) {
  if (writers_.empty()) writers_.resize((memory_.size + word_size - 1) / word_size);
  set_writer(written, number_of(return_address));
}

void host_writes::forget(const base::memory_range& memory) {
  const std::uintptr_t begin = std::max(memory.begin, memory_.begin);
  const std::uintptr_t end = std::min(memory.end(), memory_.end());
  if (!empty() && begin < end) set_writer({begin, end - begin}, 0);
}

void host_writes::clear() {
  if (empty()) return;
  writers_.clear();
  writers_.shrink_to_fit();
  numbers_.clear();
  stacks_.clear();
}

host_writes::call_site_number host_writes::number_of(const void* return_address) {
  const auto known = numbers_.find(return_address);
  if (known != numbers_.end()) return known->second;
  // More call sites than a report shows count as the last one.
  constexpr call_site_number last = std::numeric_limits<call_site_number>::max();
  if (stacks_.size() == last) return last;
  stacks_.push_back(symbolize::stack_trace::here());
  return numbers_[return_address] = static_cast<call_site_number>(stacks_.size());
}

void host_writes::set_writer(const base::memory_range& part, call_site_number writer) {
  const std::size_t first = (part.begin - memory_.begin) / word_size;
  const std::size_t end = (part.end() - memory_.begin + word_size - 1) / word_size;
  std::fill(writers_.begin() + static_cast<std::ptrdiff_t>(first),
            writers_.begin() + static_cast<std::ptrdiff_t>(end), writer);
}

std::vector<host_writes::lost_write> host_writes::missing_in(const std::byte* copy) const {
  std::vector<lost_write> found;
  std::vector<bool> is_found(stacks_.size() + 1);
  const auto* const original = reinterpret_cast<const std::byte*>(memory_.begin);
  for (std::size_t word = 0; word < writers_.size(); ++word) {
    const call_site_number writer = writers_[word];
    if (writer == 0 || is_found[writer]) continue;
    const std::size_t offset = word * word_size;
    const std::size_t size = std::min(word_size, memory_.size - offset);
    if (std::memcmp(original + offset, copy + offset, size) == 0) continue;
    is_found[writer] = true;
    found.push_back({memory_.begin + offset, stacks_[writer - 1]});
  }
  return found;
}

}  // namespace milliamp::detail::coherence
