#include "engine/ref_tile.h"

#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "report/symbols.h"
#include "runtime/options.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail {

namespace {

/// Where threads are that are neither at a barrier nor at their end.
constexpr char interrupted = 0;

}  // namespace

ref_tile::ref_tile(access_checker& checker)
    : exceptions_(exceptions_in_flight::here()),
      checker_(checker),
      fibers_(*this, current_options().stack_size * 1024) {
  make_idle(*this);
}

void ref_tile::begin_launch(const tiled_kernel& kernel, launch_context& launch) {
  kernel_ = &kernel;
  launch_ = &launch;
  fibers_.grow_to(kernel.threads());
  threads_.resize(kernel.threads());
  for (thread_number t = 0; t < threads_.size(); ++t) {
    const stack_pool::stack stack = fibers_.stack_of(t);
    threads_[t] = {{reinterpret_cast<std::uintptr_t>(stack.top) - stack.size, stack.size}};
  }
  checker_.begin_launch(launch, &fibers_.stacks());
}

void ref_tile::run(const std::int32_t (&coordinates)[3], std::uint64_t tile_number) {
  const exceptions_aside hosts(exceptions_);
  wait = &wait_at_barrier;
  note_fence = &note_fence_between;
  std::copy(std::begin(coordinates), std::end(coordinates), this->coordinates);
  failed_ = false;
  has_aborted_thread_ = false;
  order_.begin_tile(current_options(), static_cast<thread_number>(threads_.size()),
                    launch_->number(), tile_number);
  checker_.begin_tile(tile_number);
  checker_.observe_atomics(order_.is_random() ? this : nullptr);
  begin_round();
  run_threads();
  while (!failed_ && !have_all_returned()) {
    decide_divergence();
    run_threads();
  }
  checker_.observe_atomics(nullptr);
  checker_.end_tile();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// --- Turns ---------------------------------------------------------------------------------------

/// Lets the threads run until there is nobody left whose turn it is.
void ref_tile::run_threads() {
  if (suspended& first = choose(); &first != &starter_) hop(starter_, first, how_to_go_on());
}

/// Who is to run next.
inline suspended& ref_tile::choose() {
  if (turns_.empty()) {
    if (!can_begin_next_round()) return starter_;
    checker_.end_round(barrier_fence_);
    begin_round();
  }
  running_ = turns_.front();
  turns_ = turns_.subspan(1);
  checker_.switch_to(running_, threads_[running_].stack);
  if (turns_.size() >= tile_fibers::prefetch_distance) {
    fibers_.prefetch(turns_[tile_fibers::prefetch_distance - 1]);
  }
  return fibers_[running_];
}

void ref_tile::begin_round() {
  turns_ = order_.next_round();
  interruptions_left_ = most_interruptions * threads_.size();
  agree_ = true;
  barrier_ = nullptr;
}

/// The thread that runs has come to a barrier, or, with null, has returned. It may be the next to
/// run, too: the only thread of a tile, or the last of a round that chance makes the first of the
/// next.
inline handover ref_tile::end_turn(const void* barrier, fence kind) {
  const thread_number me = running_;
  if (turns_.size() + 1 == threads_.size()) {
    barrier_ = barrier;
    barrier_fence_ = kind;
  } else {
    agree_ = agree_ && barrier == barrier_;
  }
  threads_[me].barrier = barrier;
  suspended& next = choose();
  return &next == &fibers_[me] ? handover{} : handover{&fibers_[me], &next};
}

/// Lets others run before an atomic operation of the thread that runs. When one of them fails
/// meanwhile, this one goes on to its next barrier: code that tells of an operation cannot throw.
void ref_tile::before_atomic() {
  if (failed_ || turns_.empty() || interruptions_left_ == 0 || !order_.interrupts()) return;
  const exceptions_aside mine(exceptions_);
  --interruptions_left_;
  threads_[running_].barrier = &interrupted;
  turns_ = order_.put_back(turns_);
  suspended& me = fibers_[running_];
  hop(me, choose());
}

/// Runs the thread of the running tile, and ends its turn.
void ref_tile::run_on_fiber(thread_number t) {
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
  if (failure != nullptr && !failed_) {
    threads_[t].barrier = nullptr;
    fail(std::move(failure));
  }
  const handover next = end_turn(nullptr, fence::all);
  if (next.to != nullptr) hop(*next.from, *next.to, how_to_go_on());
}

// --- Barriers ------------------------------------------------------------------------------------

/// The calling thread is the one whose turn it is, whichever thread's copy of the barrier it has.
handover ref_tile::wait_at_barrier(tile& base, thread_number, fence kind) {
  auto& self = static_cast<ref_tile&>(base);
  if (self.failed_) throw tile_abandoned{};
  const void* const barrier = __builtin_return_address(0);
  if (self.exceptions_.any()) [[unlikely]] {
    self.wait_in_handler(barrier, kind);
    return {};
  }
  return self.end_turn(barrier, kind);
}

void ref_tile::wait_in_handler(const void* barrier, fence kind) {
  const exceptions_aside mine(exceptions_);
  const handover next = end_turn(barrier, kind);
  if (next.to != nullptr && hop(*next.from, *next.to) == wake::unwind) throw tile_abandoned{};
}

/// Every thread has stopped, and some have returned or the barriers have different addresses.
void ref_tile::decide_divergence() {
  const void* const barrier = threads_.front().barrier;
  const bool same = std::all_of(threads_.begin(), threads_.end(), [&](const thread& t) {
    return t.barrier != nullptr && barrier != nullptr && is_same_call_site(t.barrier, barrier);
  });
  if (same) {
    checker_.end_round(barrier_fence_);
    begin_round();
    return;
  }
  if (has_aborted_thread_) return fail(nullptr);
  std::vector<thread_state> states;
  for (const thread& t : threads_) states.push_back({t.barrier});
  const finding divergence = describe_divergence(*kernel_, coordinates, states);
  launch_->take(divergence);
  fail(divergence_failure(divergence));
}

void ref_tile::note_fence_between(tile& base, thread_number, fence kind) {
  static_cast<ref_tile&>(base).checker_.note_fence(kind);
}

void ref_tile::abort_running_thread() {
  exceptions_ = {};
  checker_.leave_thread(thread_end::aborted);
}

// --- Failure -------------------------------------------------------------------------------------

/// Ends the tile: the threads that wait or are interrupted get one more turn, to unwind.
void ref_tile::fail(std::exception_ptr failure) {
  failed_ = true;
  failure_ = std::move(failure);
  unwinding_.clear();
  for (thread_number t = 0; t < threads_.size(); ++t) {
    if (threads_[t].barrier != nullptr) unwinding_.push_back(t);
  }
  turns_ = unwinding_;
}

std::optional<stack_overflow> ref_tile::find_overflow(const void* address) const {
  const std::size_t stack = fibers_.stacks().find_guard(address);
  if (stack == stack_pool::none || stack >= threads_.size()) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        fibers_.stacks().stack_size()};
}

}  // namespace milliamp::detail
