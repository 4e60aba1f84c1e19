#include "engine/ref_tile.h"

#include "engine/failure.h"
#include "report/symbols.h"
#include "runtime/options.h"

#include <boost/fiber/context.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
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
    : stacks_(current_options().stack_size * 1024),
      algorithm_(new tile_algorithm),
      checker_(checker) {
  wait = &wait_at_barrier;
  note_fence = &note_fence_between;
  // One reference is ours, the other the scheduler's, which outlives this object.
  context::active()->get_scheduler()->set_algo(algorithm_);
}

ref_tile::~ref_tile() { algorithm_->set_chooser(nullptr); }

// --- Fibers --------------------------------------------------------------------------------------

void ref_tile::make_fibers(const tiled_kernel& kernel, launch_context& launch) {
  kernel_ = &kernel;
  launch_ = &launch;
  threads_.clear();
  threads_.reserve(kernel.threads());
  algorithm_->set_chooser(this);
  making_fibers_ = true;
  for (thread_number t = 0; t < kernel.threads(); ++t) {
    boost::fibers::fiber(boost::fibers::launch::post, std::allocator_arg, pooled_stack(stacks_, t),
                         [this, t] { fiber_main(t); })
        .detach();
  }
  making_fibers_ = false;
  checker_.begin_launch(launch, &stacks_);
}

/// Lets every fiber run to its end, and the scheduler clean up after them.
void ref_tile::end_fibers() {
  checker_.end_launch();
  ending_fibers_ = true;
  unwinding_.resize(threads_.size());
  for (thread_number t = 0; t < threads_.size(); ++t) unwinding_[t] = t;
  turns_ = unwinding_;
  starter_ = context::active();
  starter_->suspend();
  ending_fibers_ = false;
  algorithm_->set_chooser(nullptr);
  boost::this_fiber::yield();
  kernel_ = nullptr;
}

/// Runs the same thread of one tile after another.
void ref_tile::fiber_main(thread_number t) {
  while (!ending_fibers_) {
    std::exception_ptr failure;
    try {
      const bool is_done =
          checker_.run_thread(t, [&] { kernel_->run_one(kernel_->function, *this, t); });
      if (!is_done) failure = spinning_failure(position_of(*kernel_, coordinates, t));
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
  std::copy(std::begin(coordinates), std::end(coordinates), this->coordinates);
  failed_ = false;
  order_.begin_tile(current_options(), static_cast<thread_number>(threads_.size()),
                    launch_->number(), tile_number);
  turns_ = order_.next_round();
  checker_.begin_tile(tile_number);
  starter_ = context::active();
  starter_->suspend();  // choose() comes back to it when the tile has ended
  checker_.end_tile();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Lets the next thread run. Boost.Fiber's scheduler would ask the algorithm, which would ask
/// choose(); resuming the chosen fiber at once saves a third of a turn. That may be thread t again,
/// as the only one of its tile or when a new round begins with it; there is no switching to a fiber
/// that is running.
void ref_tile::end_turn(thread_number t) {
  context* next = choose();
  if (next != threads_[t].fiber) next->resume();
}

/// The next thread to run. Called on the stack of the thread whose turn has just ended.
context* ref_tile::choose() noexcept {
  if (starter_ == nullptr) return nullptr;
  if (turns_.empty() && !begin_next_round()) return std::exchange(starter_, nullptr);
  const thread_number next = turns_.front();
  turns_ = turns_.subspan(1);
  checker_.switch_to(next, threads_[next].stack);
  return threads_[next].fiber;
}

/// Every thread has had its turn. False: the tile has ended.
bool ref_tile::begin_next_round() {
  if (failed_ || ending_fibers_) return false;
  if (!all_stopped_alike()) {
    std::vector<thread_state> states;
    for (const thread& t : threads_) {
      states.push_back({t.last_stop == stop::waiting ? t.barrier : nullptr});
    }
    const finding divergence = describe_divergence(*kernel_, coordinates, states);
    launch_->take(divergence);
    fail(divergence_failure(divergence));
    return !turns_.empty();
  }
  if (threads_.front().last_stop == stop::returned) return false;
  checker_.end_round(threads_.front().barrier_fence);
  turns_ = order_.next_round();
  return true;
}

bool ref_tile::all_stopped_alike() const {
  const thread& first = threads_.front();
  return std::all_of(threads_.begin() + 1, threads_.end(), [&](const thread& t) {
    return t.last_stop == first.last_stop &&
           (t.last_stop == stop::returned || t.barrier == first.barrier ||
            is_same_call_site(t.barrier, first.barrier));
  });
}

resumption ref_tile::wait_at_barrier(tile& base, thread_number t, fence kind) {
  auto& self = static_cast<ref_tile&>(base);
  if (self.failed_) throw tile_abandoned{};
  thread& me = self.threads_[t];
  me.last_stop = stop::waiting;
  me.barrier = __builtin_return_address(0);
  me.barrier_fence = kind;
  self.end_turn(t);
  if (self.failed_) throw tile_abandoned{};
  return {};
}

void ref_tile::note_fence_between(tile& base, thread_number, fence kind) {
  static_cast<ref_tile&>(base).checker_.note_fence(kind);
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
