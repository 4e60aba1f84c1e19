/// @file
/// What parallel_for_each calls in the library: validation, and the choice of the engine.

#include "base/host_calls.h"
#include "base/immortal.h"
#include "base/mutex.h"
#include "base/options.h"
#include "base/stack_bounds.h"
#include "base/start_thread.h"
#include "base/thread_sanitizer.h"
#include "base/thread_state.h"
#include "check/launch_captures.h"
#include "check/reference_engine.h"
#include "check/tile_static_limit.h"
#include "engine/isolated_tasks.h"
#include "engine/time_limit.h"
#include "engine/warp_launch.h"
#include "report/reporter.h"
#include "runtime/host_only.h"

#include <milliamp/detail/launch.h>
#include <milliamp/exceptions.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <new>
#include <stdexcept>
#include <string>

namespace milliamp::detail {

namespace {

/// Calls run(), on another thread if the calling one is ending: the destructors of static and of
/// thread-local objects may also launch kernels.
template <class Run>
void run_on_lasting_thread(const Run& run) {
  if (!base::this_thread.is_ending) return run();
  std::exception_ptr failure;
  base::start_thread("a launch at the end of a thread", [&] {
    try {
      run();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

/// An arena for one launch. If launches shared one and others had filled it, execute() would call
/// its argument on another thread, without the finding_scope and the captures of the calling one.
/// Arenas are kept: to end one takes longer than a small launch.
class launch_arena {
 public:
  explicit launch_arena(int workers) {
    kept& all = base::only<kept>();
    const base::scoped_lock lock(all.mutex);
    if (!all.arenas.empty()) {
      arena_.splice(arena_.begin(), all.arenas, all.arenas.begin());
    } else {
      // An arena that cannot be initialized must not be kept: oneTBB would wait for it forever.
      arena_.emplace_front(workers).initialize();
    }
  }
  ~launch_arena() {
    kept& all = base::only<kept>();
    const base::scoped_lock lock(all.mutex);
    all.arenas.splice(all.arenas.begin(), arena_);
  }
  launch_arena(const launch_arena&) = delete;
  launch_arena& operator=(const launch_arena&) = delete;

  template <class Run>
  void execute(const Run& run) {
    arena_.front().execute(run);
  }

 private:
  struct kept {
    base::mutex mutex;
    std::list<tbb::task_arena> arenas MILLIAMP_GUARDED_BY(mutex);
  };

  std::list<tbb::task_arena> arena_;  ///< one; a list, to be moved without an allocation
};

/// Gives the stacks of new threads, of oneTBB and others, what all tile_static variables take from
/// them if that is much: hundreds of kernels may have 32 KiB each.
bool enlarge_stacks() {
  const std::size_t size = base::thread_local_size();
  if (size < 1024 * 1024) return false;
  constexpr auto stack = tbb::global_control::thread_stack_size;
  static base::immortal<tbb::global_control> enlarged(
      stack, tbb::global_control::active_value(stack) + size);
  base::enlarge_default_stack(size);
  return true;
}

/// How many OS threads run the kernels of an engine; 0: one for each processor. Where the process
/// ends at the first finding, one does, so that the first one is the same in every run.
int workers_of(engine_kind e) {
  const bool is_first_decisive = e == engine_kind::ref && report::ends_at_first_finding();
  return is_first_decisive ? 1 : base::current_options().workers;
}

/// Calls run() on a number of workers.
template <class Run>
void run_on_workers(int workers, const Run& run) {
  if (workers == 0 || !engine::can_use_tbb()) return run();
  // oneTBB has no more threads than the machine has, unless asked for them.
  constexpr auto parallelism = tbb::global_control::max_allowed_parallelism;
  static base::immortal<tbb::global_control> limit(
      parallelism, std::max<std::size_t>(workers, tbb::global_control::active_value(parallelism)));
  launch_arena(workers).execute(run);
}

/// Calls run(), which runs a launch. Its exceptions for lack of memory or of threads are not those
/// that parallel_for_each is specified to throw; those of kernels are.
template <class Run>
void run_with_resources(const Run& run) try {
  run();
} catch (const std::bad_alloc&) {
  throw concurrency::out_of_memory(
      "parallel_for_each: the system has no memory to run the kernel; use smaller arrays, or raise "
      "the limit of address space (ulimit -v)");
} catch (const std::runtime_error& of_tbb) {
  const std::string message =
      std::string("parallel_for_each: oneTBB cannot start its threads (") + of_tbb.what() +
      "); raise the limit of processes (ulimit -u) or of address space (ulimit -v), or start "
      "fewer by the option workers";
  throw concurrency::runtime_exception(message.c_str(), concurrency::details::e_fail);
}

/// Runs a kernel over its domain, a number of points or a grid of tiles.
/// @throws what the first thread that failed has thrown
template <class Kernel, class Domain>
void run_on(engine_kind e, const Kernel& kernel, const Domain& domain) {
  const engine::time_limit limit(base::current_options().time_limit);
  const base::scoped_host_call call("parallel_for_each");
  const base::hidden_from_thread_sanitizer hidden;  // what oneTBB does on this thread
  [[maybe_unused]] static const bool has_large_stacks = enlarge_stacks();
  engine::kernel_errors errors;
  run_on_lasting_thread([&] {
    run_with_resources([&] {
      run_on_workers(workers_of(e), [&] {
        if (e == engine_kind::warp) {
          engine::run_on_warp(kernel, errors, domain);
        } else {
          check::run_on_ref(kernel, errors, domain);
        }
      });
    });
  });
  errors.throw_first();
}

}  // namespace

void launch(engine_kind e, const untiled_kernel& kernel) {
  check_on_host("parallel_for_each");
  const std::int64_t points = engine::count_points(kernel);
  check::launch_captures::accept();
  run_on(e, kernel, points);
}

void launch(engine_kind e, const tiled_kernel& kernel) {
  check_on_host("parallel_for_each");
  const engine::tile_grid grid(kernel);
  check::check_tile_static_limit(e, kernel);
  check::launch_captures::accept();
  run_on(e, kernel, grid);
}

}  // namespace milliamp::detail
