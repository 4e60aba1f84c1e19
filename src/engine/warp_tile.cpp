#include "engine/warp_tile.h"

#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "runtime/options.h"

#include <utility>

namespace milliamp::detail {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::ontop_fcontext;

warp_tile::warp_tile()
    : exceptions_(exceptions_in_flight::here()), stacks_(current_options().stack_size * 1024) {
  make_idle(*this);
}

void warp_tile::run(const tiled_kernel& kernel, const std::int32_t (&coordinates)[3]) {
  const exceptions_aside hosts(exceptions_);
  wait = &wait_at_barrier;
  note_fence = &ignore_fence;
  kernel_ = &kernel;
  threads_ = kernel.threads();
  round_ = round::returning;
  on_fibers_ = false;
  has_aborted_thread_ = false;
  root_ = 0;
  for (int d = 0; d < 3; ++d) {
    this->coordinates[d] = coordinates[d];
    span_.end[d] = counter{kernel.tile_extent[d]};
  }
  try {
    run_on_own_stack();
    if (round_ == round::waiting) {
      // Thread 0 has returned; now the others do, and the last of them hops back here.
      round_ = round::returning;
      fibers_[0].barrier = nullptr;
      hop(0, 1);
    }
  } catch (const tile_abandoned&) {
    // The thread that failed has left its failure.
  } catch (...) {
    fail(kernel_failure(thread_on_own_stack()));
  }
  if (round_ != round::returning) unwind_others();
  if (has_aborted_thread_) replace_aborted_fibers();
  make_idle(*this);
  kernel_ = nullptr;
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Runs the threads in turn, up to the first that waits.
void warp_tile::run_on_own_stack() {
  way_out_.run([this] { kernel_->run_all(kernel_->function, *this, span_); });
  // With a thread that gives up goes the loop over them.
  auto thread = static_cast<thread_number>(span_.current) + 1;
  for (; has_aborted_thread_ && !on_fibers_ && thread < threads_; ++thread) {
    span_.current = counter{thread};
    way_out_.run([this, thread] { kernel_->run_one(kernel_->function, *this, thread); });
  }
}

// --- Barriers ------------------------------------------------------------------------------------

namespace {

/// jump_fcontext with its result as a resumption, which is made of the same two pointers. Where it
/// is the last call of a function, the compiler makes a jump of it, so that the hop's end is that
/// function's; it would not do so if the result had to be converted. See resumption.
const auto hop_and_return = reinterpret_cast<resumption (*)(void* to, void* data)>(
    reinterpret_cast<void (*)()>(&jump_fcontext));
static_assert(sizeof(resumption) == sizeof(boost::context::detail::transfer_t));

}  // namespace

/// Switches, and returns when control comes back; what that brings has to be kept, see fiber.
inline warp_tile::transfer warp_tile::switch_to(const fiber& to, void* from) {
  to.stack.announce();
  const transfer back = jump_fcontext(to.resume, from);
  static_cast<fiber*>(back.data)->stack = announced_stack::arrive();
  return back;
}

inline resumption warp_tile::switch_and_return(const fiber& to, fiber* from) {
  if constexpr (stacks_are_announced) {
    const transfer back = switch_to(to, from);
    return {back.fctx, &static_cast<fiber*>(back.data)->resume};
  } else {
    return hop_and_return(to.resume, from);
  }
}

resumption warp_tile::wait_at_barrier(tile& base, thread_number thread, fence) {
  auto& self = static_cast<warp_tile&>(base);
  const void* site = __builtin_return_address(0);
  if (self.exceptions_.any()) [[unlikely]]
    return self.wait_in_handler(thread, site);
  return self.wait_in_round(thread, site);
}

inline resumption warp_tile::wait_in_round(thread_number thread, const void* site) {
  if (round_ != round::waiting) [[unlikely]]
    return wait_first(thread, site);
  fiber& me = fibers_[thread];
  me.barrier = site;
  return switch_and_return(fibers_[after(thread)], &me);
}

resumption warp_tile::wait_in_handler(thread_number thread, const void* site) {
  const exceptions_aside mine(exceptions_);
  return wait_in_round(thread, site);
}

/// The wait that begins the first round of a tile, or one that should not have been.
resumption warp_tile::wait_first(thread_number thread, const void* site) {
  if (thread != 0 || round_ != round::returning) return stop_out_of_turn(thread, site);
  if (threads_ == 1) return {};
  make_fibers();
  on_fibers_ = true;
  fiber_of_root_ = fibers_[0];
  round_ = round::waiting;
  // The loop that runs thread 0 must not go on to thread 1, which has a fiber now.
  for (counter& end : span_.end) end = counter{0};
  fibers_[0].barrier = site;
  return switch_and_return(fibers_[1], &fibers_[0]);
}

/// Control comes back from this call when all other threads have had their turn.
inline void warp_tile::hop(thread_number from, thread_number to) {
  const transfer back = switch_to(fibers_[to], &fibers_[from]);
  static_cast<fiber*>(back.data)->resume = back.fctx;
}

/// A thread waits although thread 0 has returned, or while the tile is ending.
resumption warp_tile::stop_out_of_turn(thread_number thread, const void* site) {
  if (round_ == round::failed || round_ == round::unwinding) throw tile_abandoned{};
  if (!on_fibers_) {
    // The threads before this one returned from the loop on the worker's own stack.
    make_fibers();
    on_fibers_ = true;
    root_ = thread;
    fiber_of_root_ = fibers_[thread];
    for (counter& end : span_.end) end = counter{0};
  }
  fibers_[thread].barrier = site;
  if (round_ == round::collecting) {
    hop(thread, collector_);
  } else {
    collect_divergence(thread);
  }
  throw tile_abandoned{};
}

/// Lets the threads after this one go on to where they stop, and notes where that is.
void warp_tile::collect_divergence(thread_number thread) {
  round_ = round::collecting;
  collector_ = thread;
  for (thread_number t = thread + 1; t < threads_ && failure_ == nullptr; ++t) hop(thread, t);
  round_ = round::failed;
  if (failure_ != nullptr) return;
  for (thread_number t = 0; t < threads_; ++t) stops_.push_back({fibers_[t].barrier});
}

// --- Fibers --------------------------------------------------------------------------------------

namespace {

/// What a new fiber is told by its maker.
struct birth {
  warp_tile* tile;
  thread_number thread;
};

}  // namespace

/// Makes the fibers that this tile needs beyond those of earlier tiles.
void warp_tile::make_fibers() {
  if (fibers_.empty()) fibers_.push_back({nullptr, nullptr, {}});
  while (fibers_.size() < threads_) {
    fibers_.push_back(make_fiber(static_cast<thread_number>(fibers_.size())));
  }
}

/// A fiber on the stack of a thread, where there is none.
warp_tile::fiber warp_tile::make_fiber(thread_number thread) {
  const stack_pool::stack stack = stacks_.at(thread);
  const announced_stack announced(stack.top, stack.size);
  const context fresh = make_fcontext(stack.top, stack.size, &fiber_main);
  birth b{this, thread};
  announced.announce();
  const fiber made{jump_fcontext(fresh, &b).fctx, nullptr, announced};
  announced_stack::arrive();
  return made;
}

void warp_tile::fiber_main(transfer from) {
  const birth b = *static_cast<birth*>(from.data);
  const fiber maker{from.fctx, nullptr, announced_stack::arrive()};
  from = switch_to(maker, nullptr);
  for (;;) {
    static_cast<fiber*>(from.data)->resume = from.fctx;
    from = b.tile->run_on_fiber(b.thread);
  }
}

/// Runs one thread of one tile; returns when the fiber is to run the same thread of another.
warp_tile::transfer warp_tile::run_on_fiber(thread_number thread) {
  try {
    kernel_->run_one(kernel_->function, *this, thread);
  } catch (const tile_abandoned&) {
    // The thread that failed has left its failure.
  } catch (...) {
    fail(kernel_failure(position_of(*kernel_, coordinates, thread)));
  }
  fibers_[thread].barrier = nullptr;
  return leave_for_next(thread);
}

warp_tile::transfer warp_tile::leave_for_next(thread_number thread) {
  // The threads before this one wait.
  if (round_ == round::waiting) collect_divergence(thread);
  fiber* self = &fibers_[thread];
  switch (round_) {
    case round::collecting:
      return switch_to(fibers_[collector_], self);
    case round::failed:
      return throw_in(fibers_[root_], self);
    case round::unwinding:
      return switch_to(fibers_[root_], self);
    case round::returning:
    case round::waiting:
      break;
  }
  return switch_to(fibers_[after(thread)], self);
}

// --- Failure -------------------------------------------------------------------------------------

/// Ends the tile, if it is not ending already; what else goes wrong on the way there is no news.
void warp_tile::fail(std::exception_ptr failure) {
  if (round_ == round::failed || round_ == round::unwinding) return;
  if (failure_ == nullptr) failure_ = std::move(failure);
  if (round_ != round::collecting) round_ = round::failed;
}

/// As switch_to, but the thread that is switched to is unwound.
warp_tile::transfer warp_tile::throw_in(const fiber& to, fiber* from) {
  to.stack.announce();
  const transfer back = ontop_fcontext(to.resume, from, &throw_abandoned);
  static_cast<fiber*>(back.data)->stack = announced_stack::arrive();
  return back;
}

/// Runs on top of the thread that is to be unwound.
warp_tile::transfer warp_tile::throw_abandoned(transfer from) {
  static_cast<fiber*>(from.data)->stack = announced_stack::arrive();
  static_cast<fiber*>(from.data)->resume = from.fctx;
  throw tile_abandoned{};
}

/// Runs on the worker's own stack, which has room for the report, when the root is out.
void warp_tile::unwind_others() {
  if (!stops_.empty()) {
    if (!has_aborted_thread_) {
      failure_ = divergence_failure(describe_divergence(*kernel_, coordinates, stops_));
    }
    stops_.clear();
  }
  if (!on_fibers_) return;
  round_ = round::unwinding;
  for (thread_number t = 0; t < threads_; ++t) {
    if (t == root_ || fibers_[t].barrier == nullptr) continue;
    const transfer back = throw_in(fibers_[t], &fibers_[root_]);
    static_cast<fiber*>(back.data)->resume = back.fctx;
  }
  fibers_[root_] = fiber_of_root_;
}

void warp_tile::abort_running_thread() {
  has_aborted_thread_ = true;
  exceptions_ = {};
  const std::size_t stack = stacks_.find(__builtin_frame_address(0));
  if (stack == stack_pool::none) way_out_.leave(thread_end::aborted);
  const auto thread = static_cast<thread_number>(stack);
  aborted_.push_back(thread);
  fibers_[thread].barrier = nullptr;
  leave_for_next(thread);
  __builtin_unreachable();  // the fiber is replaced before it has a turn again
}

void warp_tile::replace_aborted_fibers() {
  for (const thread_number thread : aborted_) fibers_[thread] = make_fiber(thread);
  aborted_.clear();
}

std::optional<stack_overflow> warp_tile::find_overflow(const void* address) const {
  const std::size_t stack = stacks_.find_guard(address);
  if (stack == stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        stacks_.stack_size()};
}

thread_position warp_tile::running_thread() const {
  const std::size_t stack = stacks_.find(__builtin_frame_address(0));
  if (stack == stack_pool::none) return thread_on_own_stack();
  return position_of(*kernel_, coordinates, static_cast<thread_number>(stack));
}

thread_position warp_tile::thread_on_own_stack() const {
  return position_of(*kernel_, coordinates, static_cast<thread_number>(span_.current));
}

}  // namespace milliamp::detail
