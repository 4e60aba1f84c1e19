#include "engine/ref_tile.h"

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::engine {

namespace {

/// Where threads are that are neither at a barrier nor at their end.
constexpr char interrupted = 0;
constexpr char nowhere = 0;

}  // namespace

ref_tile::ref_tile(check::checker& checker)
    : checker_(checker), fibers_(*this, base::current_options().stack_size * 1024) {
  exceptions = &fiber::exceptions_of_this_thread();
  make_idle(*this);
}

void ref_tile::begin_launch(const tiled_kernel& kernel, check::launch_context& launch) {
  kernel_ = &kernel;
  launch_ = &launch;
  fibers_.grow_to(kernel.threads());
  threads_ = kernel.threads();
  for (auto t = static_cast<thread_number>(stacks_.size()); t < threads_; ++t) {
    const fiber::stack_pool::stack stack = fibers_.stack_of(t);
    stacks_.push_back({reinterpret_cast<std::uintptr_t>(stack.top) - stack.size, stack.size});
  }
  checker_.begin_launch(launch, &fibers_.stacks());
  checker_.set_stacks(stacks_.data());
  checker_.set_terminator(*this);
}

void ref_tile::run(const tile_coordinates& coordinates, std::uint64_t tile_number) {
  const fiber::scoped_exception_state hosts(*exceptions);
  wait = &wait_at_barrier;
  on_fence = &on_fence_between;
  this->coordinates = coordinates;
  failed_ = false;
  has_aborted_thread_ = false;
  order_.begin_tile(base::current_options(), threads_, launch_->number(), tile_number);
  checker_.begin_tile(tile_number);
  checker_.observe_atomics(order_.is_random() ? this : nullptr);
  stop_ = returned;
  begin_round();
  run_threads();
  while (!failed_ && !have_all_returned()) {
    decide_divergence();
    run_threads();
  }
  checker_.observe_atomics(nullptr);
  checker_.end_tile();
  for (const thread_number t : left_) fibers_.replace(t);
  left_.clear();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// --- Turns ---------------------------------------------------------------------------------------

/// Lets the threads run until there is nobody left whose turn it is.
void ref_tile::run_threads() {
  if (fiber_context& first = choose(); &first != &starter_)
    switch_context(starter_, first, action_of_next());
}

/// Who is to run next.
fiber_context& ref_tile::choose() {
  if (turn_ == end_) {
    if (!can_begin_next_round()) return starter_;
    checker_.end_round(barrier_fence_, stop_.barrier);
    begin_round();
  }
  return begin_turn();
}

/// The next thread of the round is to run.
MILLIAMP_ALWAYS_INLINE fiber_context& ref_tile::begin_turn() {
  running_ = *turn_++;
  checker_.switch_to(running_);
  fibers_.prefetch(turn_[prefetch_distance - 1]);
  return fibers_[running_];
}

void ref_tile::begin_round() {
  take_turns(order_.next_round());
  interruptions_left_ = most_interruptions * threads_;
  previous_stop_ = stop_;
  stop_ = returned;
  agree_ = true;
  is_each_noted_ = false;
  usual_stop_ = {&nowhere, 0};
}

/// @param turns behind which prefetch_distance more numbers of threads lie
void ref_tile::take_turns(std::span<const thread_number> turns) {
  turn_ = turns.data();
  end_ = turn_ + turns.size();
}

/// The thread that runs has come to a barrier, or has returned. It may be the next to
/// run, too: the only thread of a tile, or the last of a round that chance makes the first of the
/// next.
MILLIAMP_ALWAYS_INLINE switch_request ref_tile::end_turn(stop s, fence kind) {
  if (!is_usual_stop(s)) [[unlikely]]
    return end_unusual_turn(s, kind);
  fiber_context& me = fibers_[running_];
  return {&me, &begin_turn()};
}

switch_request ref_tile::end_unusual_turn(stop s, fence kind) {
  fiber_context& me = fibers_[running_];
  if (static_cast<thread_number>(end_ - turn_) + 1 == threads_) {
    stop_ = s;
    barrier_fence_ = kind;
    if (!is_each_noted_) usual_stop_ = s;
  } else if (s != stop_) {
    agree_ = false;
    record_each_stop();
  }
  if (is_each_noted_) stops_[running_] = s;
  fiber_context& next = choose();
  return &next == &me ? switch_request{} : switch_request{&me, &next};
}

/// From now on in this round, it is kept where each thread has stopped. That of the one that runs
/// is to be noted next.
void ref_tile::record_each_stop() {
  if (is_each_noted_) return;
  const base::scoped_ignore own;
  is_each_noted_ = true;
  usual_stop_ = {&nowhere, 0};
  stops_.assign(threads_, stop_);
  std::for_each(turn_, end_, [this](thread_number t) { stops_[t] = previous_stop_; });
}

/// Lets others run before an atomic operation of the thread that runs. When one of them fails
/// meanwhile, this one goes on to its next barrier: code that tells of an operation cannot throw.
void ref_tile::before_atomic() {
  if (failed_ || turn_ == end_ || interruptions_left_ == 0 || !order_.interrupts()) return;
  const fiber::scoped_exception_state mine(*exceptions);
  --interruptions_left_;
  record_each_stop();
  stops_[running_] = {&interrupted, 0};
  take_turns(order_.put_back({turn_, end_}));
  fiber_context& me = fibers_[running_];
  switch_context(me, choose());
}

void ref_tile::run_on_fiber(thread_number t) {
  for (;;) {
    run_thread(t);
    const switch_request next = end_turn(returned, fence::all);
    if (next.to != nullptr) switch_context(*next.from, *next.to, action_of_next());
  }
}

/// Runs the thread of the running tile.
MILLIAMP_ALWAYS_INLINE void ref_tile::run_thread(thread_number t) {
  std::exception_ptr failure;
  try {
    checker_.begin_thread();
    kernel_->run_one(kernel_->function, *this, coordinates, t);
  } catch (const tile_abandoned&) {
    // The thread that failed has left its failure.
  } catch (...) {
    failure = kernel_failure(position_of(*kernel_, coordinates, t));
  }
  if (failure != nullptr && !failed_) fail_with(std::move(failure));
}

// --- Barriers ------------------------------------------------------------------------------------

/// The calling thread is the one whose turn it is, whichever thread's copy of the barrier it has.
switch_request ref_tile::wait_at_barrier(tile& base, thread_number, fence kind) {
  auto& self = static_cast<ref_tile&>(base);
  const stop s{__builtin_return_address(0), self.checker_.current_calls()};
  if (self.exceptions->any()) [[unlikely]] {
    self.wait_in_handler(s, kind);
    return {};
  }
  if (!self.is_usual_stop(s) && self.failed_) [[unlikely]]
    throw tile_abandoned{};
  return self.end_turn(s, kind);
}

void ref_tile::wait_in_handler(stop s, fence kind) {
  if (failed_) throw tile_abandoned{};
  const fiber::scoped_exception_state mine(*exceptions);
  const switch_request next = end_turn(s, kind);
  if (next.to != nullptr && switch_context(*next.from, *next.to) == resume_action::unwind)
    throw tile_abandoned{};
}

/// Where each thread has stopped.
std::vector<thread_state> ref_tile::states() const {
  std::vector<thread_state> states;
  for (thread_number t = 0; t < threads_; ++t) {
    states.push_back({stops_[t].barrier, checker_.calls_of(t)});
  }
  return states;
}

/// Every thread has stopped, and some have returned or have come to barriers of different addresses
/// or by different calls.
void ref_tile::decide_divergence() {
  const base::scoped_ignore own;
  const std::vector<thread_state> states = this->states();
  if (std::all_of(states.begin(), states.end(),
                  [&](const thread_state& s) { return is_same_stop(s, states.front()); })) {
    checker_.end_round(barrier_fence_, stop_.barrier);
    begin_round();
    return;
  }
  if (has_aborted_thread_) return fail(nullptr);
  const finding divergence = describe_divergence(*kernel_, coordinates, states);
  launch_->take(divergence);
  fail(divergence_failure(divergence));
}

void ref_tile::on_fence_between(tile& base, thread_number, fence kind) {
  static_cast<ref_tile&>(base).checker_.on_fence(kind);
}

// --- Failure -------------------------------------------------------------------------------------

void ref_tile::leave(thread_end end) {
  *exceptions = {};
  {
    const base::scoped_ignore own;
    left_.push_back(running_);
  }
  if (end == thread_end::aborted) {
    has_aborted_thread_ = true;
  } else if (!failed_) {
    fail_with(spinning_failure(running_thread()));
  }
  const switch_request next = end_turn(returned, fence::all);
  switch_context(*next.from, *next.to, action_of_next());
  __builtin_unreachable();  // the fiber is replaced before it has a turn again
}

/// The thread that runs has failed, and will not be unwound.
void ref_tile::fail_with(std::exception_ptr failure) {
  record_each_stop();
  stops_[running_] = returned;
  fail(std::move(failure));
}

/// Ends the tile: the threads that wait or are interrupted get one more turn, to unwind.
void ref_tile::fail(std::exception_ptr failure) {
  const base::scoped_ignore own;
  failed_ = true;
  failure_ = std::move(failure);
  unwinding_.clear();
  for (thread_number t = 0; t < threads_; ++t) {
    if (stops_[t] != returned) unwinding_.push_back(t);
  }
  const std::size_t turns = unwinding_.size();
  unwinding_.resize(turns + prefetch_distance);
  take_turns({unwinding_.data(), turns});
}

std::optional<stack_overflow> ref_tile::find_overflow(const void* address) const {
  const std::size_t stack = fibers_.stacks().find_guard(address);
  if (stack == fiber::stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        fibers_.stacks().stack_size()};
}

}  // namespace milliamp::detail::engine
