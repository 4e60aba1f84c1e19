#include "engine/ref_tile.h"

#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "report/symbols.h"
#include "runtime/options.h"

#include <boost/fiber/context.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/scheduler.hpp>

#include <algorithm>
#include <utility>

namespace milliamp::detail {

using boost::fibers::context;

namespace {

/// Boost.Context's StackAllocator over a stack of the pool, to which it goes back by itself.
class pooled_stack {
 public:
  pooled_stack(stack_pool& pool, thread_number thread) : pool_(&pool), thread_(thread) {}

  boost::context::stack_context allocate() {
    const stack_pool::stack stack = pool_->at(thread_);
    boost::context::stack_context result;
    result.sp = stack.top;
    result.size = stack.size;
    return result;
  }
  void deallocate(boost::context::stack_context&) noexcept {}

 private:
  stack_pool* pool_;
  thread_number thread_;
};

}  // namespace

ref_tile::ref_tile(access_checker& checker)
    : stacks_(current_options().stack_size * 1024), checker_(checker) {
  make_idle(*this);
}

// --- Fibers --------------------------------------------------------------------------------------

void ref_tile::make_fibers(const tiled_kernel& kernel, launch_context& launch) {
  kernel_ = &kernel;
  launch_ = &launch;
  threads_.clear();
  threads_.reserve(kernel.threads());
  checker_.begin_launch(launch, &stacks_);
  // Always a new one: the program may have put an algorithm of its own in the place of the last.
  algorithm_ = new tile_algorithm;
  context::active()->get_scheduler()->set_algo(algorithm_);
  algorithm_->set_chooser(this);
  making_fibers_ = true;
  try {
    for (thread_number t = 0; t < kernel.threads(); ++t) {
      boost::fibers::fiber(boost::fibers::launch::post, std::allocator_arg,
                           pooled_stack(stacks_, t), [this, t] { fiber_main(t); })
          .detach();
    }
  } catch (...) {
    end_fibers();
    throw;
  }
  making_fibers_ = false;
}

/// Lets every fiber run to its end, and the scheduler clean up after them.
void ref_tile::end_fibers() {
  making_fibers_ = false;
  checker_.end_launch();
  ending_fibers_ = true;
  unwinding_.resize(threads_.size());
  for (thread_number t = 0; t < threads_.size(); ++t) unwinding_[t] = t;
  turns_ = unwinding_;
  run_threads();
  ending_fibers_ = false;
  algorithm_->set_chooser(nullptr);
  kernel_ = nullptr;
}

/// Runs the same thread of one tile after another.
void ref_tile::fiber_main(thread_number t) {
  arrive();
  while (!ending_fibers_) {
    std::exception_ptr failure;
    try {
      const thread_end end =
          checker_.run_thread(t, [&] { kernel_->run_one(kernel_->function, *this, t); });
      if (end == thread_end::aborted) has_aborted_thread_ = true;
      if (end == thread_end::spinning) {
        failure = spinning_failure(position_of(*kernel_, coordinates, t));
      }
    } catch (const tile_abandoned&) {
      // The thread that failed has left its failure.
    } catch (...) {
      failure = kernel_failure(position_of(*kernel_, coordinates, t));
    }
    threads_[t].last_stop = stop::returned;
    if (failure != nullptr && !failed_) fail(std::move(failure));
    end_turn(t);
  }
}

bool ref_tile::adopt(context* fiber) noexcept {
  if (!making_fibers_) return false;
  const stack_pool::stack stack = stacks_.at(threads_.size());
  const auto top = reinterpret_cast<std::uintptr_t>(stack.top);
  threads_.push_back({fiber, {top - stack.size, stack.size}, stop::returned, nullptr, fence::all});
  return true;
}

// --- Rounds --------------------------------------------------------------------------------------

void ref_tile::run(const std::int32_t (&coordinates)[3], std::uint64_t tile_number) {
  const exceptions_aside hosts(exceptions_in_flight::here());
  wait = &wait_at_barrier;
  note_fence = &note_fence_between;
  std::copy(std::begin(coordinates), std::end(coordinates), this->coordinates);
  failed_ = false;
  has_aborted_thread_ = false;
  order_.begin_tile(current_options(), static_cast<thread_number>(threads_.size()),
                    launch_->number(), tile_number);
  turns_ = order_.next_round();
  checker_.begin_tile(tile_number);
  run_threads();
  while (!failed_ && !have_all_returned()) {
    decide_divergence();
    run_threads();
  }
  checker_.end_tile();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Lets the threads run; choose() comes back when there is nobody left whose turn it is.
void ref_tile::run_threads() {
  starter_ = context::active();
  is_on_starter_ = true;
  if (context* const first = choose(); first != starter_) first->resume();
  if (!is_on_starter_) announced_stack::arrive();
}

/// Control has come to a thread; the first to which it comes hears which stack is the starter's.
void ref_tile::arrive() {
  const announced_stack left = announced_stack::arrive();
  if (std::exchange(is_on_starter_, false)) starter_stack_ = left;
}

/// The next thread to run. Called on the stack of the thread whose turn has just ended.
context* ref_tile::choose() noexcept {
  if (starter_ == nullptr) return nullptr;
  if (turns_.empty() && can_begin_next_round()) begin_next_round();
  if (turns_.empty()) {
    context* const dispatcher = ending_fibers_ ? algorithm_->take_dispatcher() : nullptr;
    if (dispatcher != nullptr) return dispatcher;
    if (!is_on_starter_) starter_stack_.announce();
    return std::exchange(starter_, nullptr);
  }
  running_ = turns_.front();
  turns_ = turns_.subspan(1);
  const memory_range& stack = threads_[running_].stack;
  announced_stack(reinterpret_cast<const void*>(stack.begin + stack.size), stack.size).announce();
  checker_.switch_to(running_, stack);
  return threads_[running_].fiber;
}

/// Lets the others run until it is the thread's turn again. That may be at once: of the only thread
/// of a tile, or of the last of one round that chance makes the first of the next. Boost.Fiber's
/// scheduler would ask the algorithm, which would ask choose(); resuming the chosen fiber at once
/// saves a third of a turn.
void ref_tile::end_turn(thread_number thread) {
  context* const next = choose();
  if (next != threads_[thread].fiber) next->resume();
  arrive();
}

/// Whether every thread waits, and, as far as can be seen at a glance, at the same barrier.
bool ref_tile::can_begin_next_round() const {
  const void* const barrier = threads_.front().barrier;
  return !failed_ && !ending_fibers_ &&
         std::all_of(threads_.begin(), threads_.end(), [&](const thread& t) {
           return t.last_stop == stop::waiting && t.barrier == barrier;
         });
}

void ref_tile::begin_next_round() {
  checker_.end_round(threads_.front().barrier_fence);
  turns_ = order_.next_round();
}

bool ref_tile::have_all_returned() const {
  return std::all_of(threads_.begin(), threads_.end(),
                     [](const thread& t) { return t.last_stop == stop::returned; });
}

/// Every thread has stopped, and some have returned or the barriers have different addresses.
void ref_tile::decide_divergence() {
  const thread& first = threads_.front();
  const bool same = std::all_of(threads_.begin(), threads_.end(), [&](const thread& t) {
    return t.last_stop == stop::waiting && is_same_call_site(t.barrier, first.barrier);
  });
  if (same) {
    begin_next_round();
    return;
  }
  if (has_aborted_thread_) return fail(nullptr);
  std::vector<thread_state> states;
  for (const thread& t : threads_) {
    states.push_back({t.last_stop == stop::waiting ? t.barrier : nullptr});
  }
  const finding divergence = describe_divergence(*kernel_, coordinates, states);
  launch_->take(divergence);
  fail(divergence_failure(divergence));
}

/// The calling thread is the one whose turn it is, whichever thread's copy of the barrier it has.
resumption ref_tile::wait_at_barrier(tile& base, thread_number, fence kind) {
  auto& self = static_cast<ref_tile&>(base);
  if (self.failed_) throw tile_abandoned{};
  const exceptions_aside mine(exceptions_in_flight::here());
  thread& me = self.threads_[self.running_];
  me.last_stop = stop::waiting;
  me.barrier = __builtin_return_address(0);
  me.barrier_fence = kind;
  self.end_turn(self.running_);
  if (self.failed_) throw tile_abandoned{};
  return {};
}

void ref_tile::note_fence_between(tile& base, thread_number, fence kind) {
  static_cast<ref_tile&>(base).checker_.note_fence(kind);
}

void ref_tile::abort_running_thread() {
  exceptions_in_flight::here() = {};
  checker_.leave_thread(thread_end::aborted);
}

/// Ends the tile: the threads that wait get one more turn, to unwind.
void ref_tile::fail(std::exception_ptr failure) {
  failed_ = true;
  failure_ = std::move(failure);
  unwinding_.clear();
  for (thread_number t = 0; t < threads_.size(); ++t) {
    if (threads_[t].last_stop == stop::waiting) unwinding_.push_back(t);
  }
  turns_ = unwinding_;
}

std::optional<stack_overflow> ref_tile::find_overflow(const void* address) const {
  const std::size_t stack = stacks_.find_guard(address);
  if (stack == stack_pool::none || stack >= threads_.size()) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        stacks_.stack_size()};
}

}  // namespace milliamp::detail
