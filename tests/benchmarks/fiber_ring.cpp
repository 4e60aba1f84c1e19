#include "fiber_ring.h"

#include <sys/mman.h>

#include <new>

namespace milliamp::bench {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t cache_line = 64;
constexpr std::size_t stride = 17 * page;

}  // namespace

fiber_ring::fiber_ring(int fibers)
    : stack_bytes_(static_cast<std::size_t>(fibers) * stride),
      fibers_(static_cast<std::size_t>(fibers) + 1) {
  void* memory = mmap(nullptr, stack_bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, stack_bytes_, MADV_NOHUGEPAGE);
  stacks_ = static_cast<std::byte*>(memory);

  for (std::size_t i = 0; i + 1 < fibers_.size(); ++i) {
    const std::size_t offset = i % (page / cache_line) * cache_line;
    void* top = stacks_ + (i + 1) * stride - offset;
    const context fresh = make_fcontext(top, stride - offset, &fiber_main);
    fibers_[i] = {nullptr, &fibers_[i + 1], &fibers_[i + 1], &rounds_};
    fibers_[i].resume = jump_fcontext(fresh, &fibers_[i]).fctx;
  }
  fibers_[fibers_.size() - 2].next = &fibers_.front();
}

fiber_ring::~fiber_ring() { munmap(stacks_, stack_bytes_); }

void fiber_ring::run(int rounds) {
  rounds_ = rounds;
  switch_to(fibers_.back(), fibers_.front());
}

/// Returns when a fiber switches back to `from`.
inline void fiber_ring::switch_to(fiber& from, fiber& to) {
  const transfer back = jump_fcontext(to.resume, &from);
  static_cast<fiber*>(back.data)->resume = back.fctx;
}

void fiber_ring::fiber_main(transfer from) {
  fiber& me = *static_cast<fiber*>(from.data);
  from = jump_fcontext(from.fctx, nullptr);
  static_cast<fiber*>(from.data)->resume = from.fctx;
  for (;;) {
    for (int i = *me.rounds; i > 0; --i) switch_to(me, *me.next);
    switch_to(me, *me.next_at_end);
  }
}

}  // namespace milliamp::bench
