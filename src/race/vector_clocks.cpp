#include "race/vector_clocks.h"

#include "base/assert.h"

#include <algorithm>

namespace milliamp::detail::race {

namespace {

bool by_chain(const chain_link& a, const chain_link& b) { return a.chain < b.chain; }

}  // namespace

void vector_clock::join(const vector_clock& other) {
  if (known_.size() < other.known_.size()) known_.resize(other.known_.size());
  for (std::size_t i = 0; i < other.known_.size(); ++i) {
    known_[i] = std::max(known_[i], other.known_[i]);
  }
  for (const chain_link& link : other.links_) learn(link);
}

bool vector_clock::knows(chain_link link) const {
  const auto last = std::lower_bound(links_.begin(), links_.end(), link, by_chain);
  return last != links_.end() && last->chain == link.chain && last->number >= link.number;
}

void vector_clock::learn(chain_link link) {
  const auto last = std::lower_bound(links_.begin(), links_.end(), link, by_chain);
  if (last == links_.end() || last->chain != link.chain) {
    links_.insert(last, link);
  } else {
    last->number = std::max(last->number, link.number);
  }
}

void vector_clock::forget_chains(memory_kind kind) {
  std::erase_if(
      links_, [&](chain_link link) { return link.chain % 2 == static_cast<std::uint32_t>(kind); });
}

void vector_clocks::begin(thread_number threads) {
  threads_.assign(threads, {});
  for (thread_clocks& t : threads_) {
    for (vector_clock& c : t.last_fence) c = vector_clock(threads);
  }
  for (auto& values : stored_) values.clear();
  chains_ = 0;
}

/// Joins into a clock everything that happens before a fence of a thread.
void vector_clocks::gather(thread_number thread, fence kind, vector_clock& into) const {
  for (const memory_kind k : memory_kinds) {
    if (!covers(kind, k)) continue;
    into.join(last_fence(thread, k));
    into.join(threads_[thread].read[static_cast<std::size_t>(k)]);
  }
}

void vector_clocks::set_last_fence(thread_number thread, fence kind, const vector_clock& clock) {
  for (const memory_kind k : memory_kinds) {
    if (!covers(kind, k)) continue;
    threads_[thread].last_fence[static_cast<std::size_t>(k)] = clock;
    threads_[thread].read[static_cast<std::size_t>(k)] = {};
  }
}

void vector_clocks::pass_fence(thread_number thread, fence kind) {
  MILLIAMP_ASSERT(thread < threads_.size());
  vector_clock clock;
  gather(thread, kind, clock);
  clock.count(thread, kind);
  set_last_fence(thread, kind, clock);
  threads_[thread].has_passed_fence = true;
}

void vector_clocks::pass_barrier(fence kind) {
  const auto threads = static_cast<thread_number>(threads_.size());
  vector_clock clock;
  for (thread_number t = 0; t < threads; ++t) gather(t, kind, clock);
  for (thread_number t = 0; t < threads; ++t) clock.count(t, kind);
  for (thread_number t = 0; t < threads; ++t) set_last_fence(t, kind, clock);
  for (const memory_kind k : memory_kinds) {
    if (covers(kind, k)) forget_chains(k);
  }
  for (thread_clocks& t : threads_) t.has_passed_fence = false;
}

/// After a barrier for a kind of memory, all operations on it so far happen before all later ones,
/// and the barrier's clock contains what they transfer. So their chains have no further use. They
/// would slow down a kernel that synchronizes in a loop, which begins chains in each iteration.
void vector_clocks::forget_chains(memory_kind kind) {
  stored_[static_cast<std::size_t>(kind)].clear();
  for (thread_clocks& t : threads_) {
    for (vector_clock& c : t.last_fence) c.forget_chains(kind);
    for (vector_clock& c : t.read) c.forget_chains(kind);
  }
}

vector_clocks::operation_order vector_clocks::pass_operation(thread_number thread, memory_kind kind,
                                                             std::uintptr_t word, bool loads,
                                                             bool stores_atomically,
                                                             bool stores_plainly) {
  MILLIAMP_ASSERT(thread < threads_.size());
  operation_order order{last_fence(thread, kind), {}};
  auto& values = stored_[static_cast<std::size_t>(kind)];
  const auto stored = values.find(word);
  const bool reads_stored = loads && stored != values.end();
  if (reads_stored) {
    order.before.join(stored->second.before);
    threads_[thread].read[static_cast<std::size_t>(kind)].join(stored->second.before);
  }
  if (stores_atomically) {
    const chain_link last = reads_stored ? stored->second.link : begin_chain(kind);
    order.link = {last.chain, last.number + 1};
    stored_value& value = values[word] = {order.before, order.link};
    value.before.learn(order.link);
  } else if (stores_plainly && stored != values.end()) {
    values.erase(stored);
  }
  return order;
}

chain_link vector_clocks::import_chain(memory_kind kind, std::uintptr_t word) {
  const chain_link link{begin_chain(kind).chain, 1};
  stored_value& value = stored_[static_cast<std::size_t>(kind)][word] = {{}, link};
  value.before.learn(link);
  return link;
}

void vector_clocks::import_reads(memory_kind kind, const std::vector<chain_link>& links) {
  for (thread_number t = 0; t < threads_.size(); ++t) {
    for (const chain_link link : links) import_read(t, kind, link);
  }
}

}  // namespace milliamp::detail::race
