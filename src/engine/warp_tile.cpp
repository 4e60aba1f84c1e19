#include "engine/warp_tile.h"

#include "base/modules.h"
#include "base/options.h"
#include "base/start_thread.h"
#include "engine/announced_wait.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "report/reporter.h"

#include <utility>

namespace milliamp::detail {

__thread fiber_context* running_in_ring = nullptr;

}  // namespace milliamp::detail

namespace milliamp::detail::engine {

namespace {

bool is_in_library(const void* code) {
  return base::in_same_module(code, reinterpret_cast<const void*>(&is_in_library));
}

}  // namespace

warp_tile::warp_tile()
    : running_part(description_.part), fibers_(*this, base::current_options().stack_size * 1024) {
  exceptions = &fiber::exceptions_of_this_thread();
  wait_at = &wait_at_address;
  make_idle(*this);
}

void warp_tile::begin_launch(const tiled_kernel& kernel) {
  kernel_ = &kernel;
  threads_ = kernel.threads();
  waiting_.reserve(*this, threads_);
}

void warp_tile::run(const tile_coordinates& coordinates) {
  const fiber::scoped_exception_state hosts(*exceptions);
  wait = fiber::announces_switches() ? &wait_announced : &wait_at_barrier;
  on_fence = &ignore_fence;
  begin_round(round::returning);
  on_fibers_ = false;
  has_aborted_thread_ = false;
  root_ = 0;
  this->coordinates = coordinates;
  for (int d = 0; d < 3; ++d) span_.end[d] = counter{kernel_->tile_extent[d]};
  try {
    run_on_own_stack();
    if (round_ == round::interrupted) {
      end_interrupted_root();
    } else if (round_ == round::waiting) {
      // Thread 0 has returned; now the others return, and the last one switches back here.
      begin_round(round::returning);
      barriers_[0] = nullptr;
      fiber::switch_to(fibers_[0], fibers_[1]);
    }
  } catch (const tile_abandoned&) {
    // The thread that failed has stored its failure.
  } catch (...) {
    fail(kernel_failure(*thread_on_native_stack()));
  }
  if (round_ != round::returning) unwind_others();
  for (const thread_number thread : aborted_) fibers_.replace(thread);
  aborted_.clear();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Runs the threads one after another, up to the first that waits.
void warp_tile::run_on_own_stack() {
  terminator_.run([this] { kernel_->run_all(kernel_->function, *this, span_); });
  // An aborted thread has ended the loop over the threads.
  auto thread = static_cast<thread_number>(span_.current) + 1;
  for (; has_aborted_thread_ && !on_fibers_ && thread < threads_; ++thread) {
    span_.current = counter{thread};
    terminator_.run(
        [this, thread] { kernel_->run_one(kernel_->function, *this, coordinates, thread); });
  }
}

void warp_tile::begin_round(round r) {
  round_ = r;
  ring = nullptr;
  if (r != round::waiting || fiber::announces_switches()) return;
  ring = &fibers_[0];
  last = &fibers_[threads_ - 1];
}

// --- Barriers ------------------------------------------------------------------------------------

switch_request warp_tile::wait_at_barrier(tile& base, thread_number thread, fence kind) {
  return wait_at_address(base, thread, kind, __builtin_return_address(0));
}

MILLIAMP_ALWAYS_INLINE switch_request warp_tile::wait_at_address(tile& base, thread_number thread,
                                                                 fence, const void* barrier) {
  auto& self = static_cast<warp_tile&>(base);
  if (self.round_ != round::waiting || self.exceptions->any()) [[unlikely]] {
    return self.wait_otherwise(thread, barrier);
  }
  return self.wait_in_round(thread, barrier);
}

inline switch_request warp_tile::wait_in_round(thread_number thread, const void* barrier) {
  barriers_[thread] = barrier;
  prefetch_stack(fibers_[thread + prefetch_distance]);
  running_in_ring = &fibers_[after(thread)];
  return {&fibers_[thread], running_in_ring};
}

switch_request warp_tile::wait_otherwise(thread_number thread, const void* barrier) {
  if (exceptions->any()) {
    wait_in_handler(thread, barrier);
    return {};
  }
  return wait_first(thread, barrier);
}

void warp_tile::wait_in_handler(thread_number thread, const void* barrier) {
  const fiber::scoped_exception_state mine(*exceptions);
  const switch_request next =
      round_ == round::waiting ? wait_in_round(thread, barrier) : wait_first(thread, barrier);
  if (next.to != nullptr && fiber::switch_to(*next.from, *next.to) == resume_action::unwind)
    throw tile_abandoned{};
}

/// The wait that begins the first round of a tile, or a wait of a tile that has diverged.
switch_request warp_tile::wait_first(thread_number thread, const void* barrier) {
  if (round_ == round::interrupted) return wait_interrupted(thread, barrier);
  if (thread != 0 || round_ != round::returning) stop_out_of_turn(thread, barrier);
  if (threads_ == 1) return {};
  put_on_fibers(0);
  begin_round(round::waiting);
  return wait_in_round(thread, barrier);
}

/// The thread on the worker's own stack waits. The loop there must not continue to the next thread,
/// which has a fiber now.
void warp_tile::put_on_fibers(thread_number root) {
  fibers_.grow_to(threads_);
  if (barriers_.size() < threads_) barriers_.resize(threads_);
  on_fibers_ = true;
  root_ = root;
  fiber_of_root_ = fibers_[root];
  for (counter& end : span_.end) end = counter{0};
}

/// A thread waits although thread 0 has returned, or while the tile is ending.
void warp_tile::stop_out_of_turn(thread_number thread, const void* barrier) {
  if (round_ == round::failed || round_ == round::unwinding) throw tile_abandoned{};
  // The threads before this one returned from the loop on the worker's own stack.
  if (!on_fibers_) put_on_fibers(thread);
  barriers_[thread] = barrier;
  if (round_ == round::collecting) {
    fiber::switch_to(fibers_[thread], fibers_[collector_]);
  } else {
    collect_divergence(thread);
  }
  throw tile_abandoned{};
}

/// The barrier at which a thread waits; null if it is not in the kernel. If the thread has switched
/// in the library's code, its call of wait() has recorded the barrier. So it has with
/// Boost.Context, which does not say where a thread continues.
const void* warp_tile::barrier_of(thread_number thread) const {
  const void* const code = fibers_[thread].code;
  const bool is_in_kernel = barriers_[thread] != nullptr && code != nullptr && !is_in_library(code);
  return is_in_kernel ? code : barriers_[thread];
}

/// Runs the threads after this one up to their stops, and records the stops.
void warp_tile::collect_divergence(thread_number thread) {
  begin_round(round::collecting);
  collector_ = thread;
  for (thread_number t = thread + 1; t < threads_ && failure_ == nullptr; ++t) {
    fiber::switch_to(fibers_[thread], fibers_[t]);
  }
  begin_round(round::failed);
  if (failure_ != nullptr) return;
  for (thread_number t = 0; t < threads_; ++t) stops_.push_back({{barrier_of(t)}});
  if (base::current_options().abort_on_error) report_divergence();
}

finding warp_tile::divergence() const {
  return diagnose::diagnose(diagnose::barrier_divergence_fact{kernel_->type, stops_,
                                                              positions_of(*kernel_, coordinates)});
}

/// Ends the process while all threads are on their stacks. The report needs more stack than a
/// thread may have left.
void warp_tile::report_divergence() const {
  const auto report = [this] { report::reporter::instance().add({divergence()}); };
  base::start_thread("the report of a divergence", report).join();
}

// --- Fibers --------------------------------------------------------------------------------------

void warp_tile::run_on_fiber(thread_number thread) {
  for (;;) {
    run_thread(thread);
    leave_for_next(thread);
  }
}

/// Inlined: the processor mispredicts a return after a context switch.
MILLIAMP_ALWAYS_INLINE void warp_tile::run_thread(thread_number thread) {
  barriers_[thread] = kernel_->function;  // no barrier yet, but in the kernel
  try {
    kernel_->run_one(kernel_->function, *this, coordinates, thread);
  } catch (const tile_abandoned&) {
    // The thread that failed has stored its failure.
  } catch (...) {
    fail(kernel_failure(position_of(*kernel_, coordinates, thread)));
  }
  barriers_[thread] = nullptr;
}

MILLIAMP_ALWAYS_INLINE void warp_tile::leave_for_next(thread_number thread) {
  if (round_ != round::returning) [[unlikely]]
    return leave_otherwise(thread);
  fiber::switch_to(fibers_[thread], fibers_[after(thread)]);
}

/// Leaves a tile whose threads diverge, have failed or are interrupted.
void warp_tile::leave_otherwise(thread_number thread) {
  // The threads before this one wait.
  if (round_ == round::waiting) collect_divergence(thread);
  const thread_number next = round_ == round::collecting    ? collector_
                             : round_ == round::interrupted ? next_of_round(thread)
                                                            : root_;
  fiber::switch_to(fibers_[thread], fibers_[next], action_of_next());
}

// --- Failure -------------------------------------------------------------------------------------

/// Ends the tile with this failure. Further failures of an ending tile are ignored.
void warp_tile::fail(std::exception_ptr failure) {
  if (round_ == round::failed || round_ == round::unwinding) return;
  if (failure_ == nullptr) failure_ = std::move(failure);
  if (round_ != round::collecting) begin_round(round::failed);
}

/// Runs on the worker's own stack, which is large enough for a report, after the root has unwound.
void warp_tile::unwind_others() {
  if (!stops_.empty()) {
    if (!has_aborted_thread_) {
      failure_ = diagnose::divergence_failure(divergence());
    }
    stops_.clear();
  }
  if (!on_fibers_) return;
  begin_round(round::unwinding);
  for (thread_number t = 0; t < threads_; ++t) {
    if (t == root_ || barriers_[t] == nullptr) continue;
    fiber::switch_to(fibers_[root_], fibers_[t], resume_action::unwind);
  }
  fibers_[root_] = fiber_of_root_;
  barriers_[root_] = nullptr;
}

void warp_tile::abort_running_thread() {
  has_aborted_thread_ = true;
  *exceptions = {};
  const std::size_t stack = fibers_.stacks().find(__builtin_frame_address(0));
  if (stack == fiber::stack_pool::none) terminator_.leave(thread_end::aborted);
  const auto thread = static_cast<thread_number>(stack);
  aborted_.push_back(thread);
  barriers_[thread] = nullptr;
  leave_for_next(thread);
  __builtin_unreachable();  // the fiber is replaced before its next turn
}

std::optional<stack_overflow> warp_tile::find_overflow(const void* address) const {
  const std::size_t stack = fibers_.stacks().find_guard(address);
  if (stack == fiber::stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        fibers_.stacks().stack_size()};
}

thread_position warp_tile::running_thread(const void* stack) const {
  return position_of(*kernel_, coordinates, running_number(stack));
}

thread_number warp_tile::running_number(const void* stack) const {
  const std::size_t number = fibers_.stacks().find(stack);
  return static_cast<thread_number>(
      number == fiber::stack_pool::none ? static_cast<std::size_t>(span_.current) : number);
}

std::optional<thread_position> warp_tile::thread_on_native_stack() const {
  return position_of(*kernel_, coordinates, static_cast<thread_number>(span_.current));
}

}  // namespace milliamp::detail::engine
