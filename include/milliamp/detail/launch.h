/// @file
/// The interface between a program's kernels and the engines. A launch passes the kernel function
/// object together with the functions that run it. The object's type is erased, so `<amp.h>`
/// includes no engine header.
#ifndef MILLIAMP_DETAIL_LAUNCH_H
#define MILLIAMP_DETAIL_LAUNCH_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/loop_tuning.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/view_context.h>
#include <milliamp/tiled_index.h>

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace milliamp::detail {

/// The engine of a launch: warp for accelerator::direct3d_warp, ref for accelerator::direct3d_ref.
enum class engine_kind : std::uint8_t { warp, ref };

/// A loop counter or bound that lives in memory, where the engine can read and change it. It has
/// its own type so that no store of a kernel to its data can alias it. A loop may therefore keep it
/// in a register until the kernel calls a function that the compiler cannot see into.
enum class counter : std::int64_t {};

/// The threads of a tile that run one after another on one stack.
struct thread_span {
  /// The running thread, for messages. After the loop, this may be the end (stores_number_ahead).
  counter current;
  /// The bounds of the loop, by dimension. The engine sets them to 0 when the running thread
  /// reaches a barrier: the remaining threads run on other stacks.
  counter end[3];
};

/// The points of an untiled domain that run one after another, in address order.
struct point_span {
  counter begin;
  counter end;
  /// The running point, for messages. After the loop, this may be the end (stores_number_ahead).
  counter current;
};

/// The kernel of a tiled launch.
struct tiled_kernel {
  /// The kernel function object and its size in bytes.
  const void* function;
  std::size_t size;
  /// Runs all threads of the tile in turn, or as many as the bounds of the span allow.
  void (*run_all)(const void* function, tile&, thread_span&);
  /// Runs one thread.
  void (*run_one)(const void* function, tile&, tile_coordinates, thread_number);
  const std::type_info* type;
  int rank;
  /// The lengths of the domain and of a tile. A domain of rank N uses the last N; the others are 1.
  std::int32_t extent[3];
  std::int32_t tile_extent[3];

  thread_number threads() const {
    return static_cast<thread_number>(tile_extent[0] * tile_extent[1] * tile_extent[2]);
  }
};

/// The kernel of an untiled launch.
struct untiled_kernel {
  const void* function;
  std::size_t size;
  void (*run)(const untiled_kernel&, point_span&);
  const std::type_info* type;
  int rank;
  /// The lengths of the domain.
  const std::int32_t* extent;
};

/// The engine of the default accelerator: the one set in MILLIAMP_OPTIONS; otherwise ref in a
/// program that contains instrumented code, and warp in any other.
MILLIAMP_API engine_kind default_engine() noexcept;

/// Runs every thread of the kernel and returns when all have ended.
/// @throws concurrency::invalid_compute_domain for a domain that is empty, negative, larger than
///   2^32 - 1 threads or not divisible by its tile
/// @throws concurrency::runtime_exception for an exception that escaped the kernel, for barrier
///   divergence and for a launch from within a kernel
MILLIAMP_API void launch(engine_kind, const tiled_kernel&);
MILLIAMP_API void launch(engine_kind, const untiled_kernel&);

class tile_access {
 public:
  static constexpr concurrency::tile_barrier barrier(tile* tile, thread_number thread) {
    return concurrency::tile_barrier(tile, thread);
  }
};

/// Calls kernels of one type over tiles of D0 x D1 x D2 threads.
template <class Kernel, int D0, int D1, int D2>
class MILLIAMP_CHECKED_VARIANT tiled_caller {
  using tiled_index = concurrency::tiled_index<D0, D1, D2>;
  static constexpr int rank = tiled_index::rank;
  using index = concurrency::index<rank>;

  // The tile in three dimensions; the first ones are 1 for a lower rank.
  static constexpr int depth = rank == 3 ? D0 : 1;
  static constexpr int height = rank == 3 ? D1 : rank == 2 ? D0 : 1;
  static constexpr int width = rank == 3 ? D2 : rank == 2 ? D1 : D0;

 public:
  MILLIAMP_UNINSTRUMENTED MILLIAMP_KERNEL_LOOP static void run_all(const void* function, tile& tile,
                                                                   thread_span& span) {
    const Kernel& kernel = *static_cast<const Kernel*>(function);
    // Read once for many threads: the compiler must assume that a kernel's stores may change it.
    const tile_coordinates coordinates = tile.coordinates;
    assume_in_kernel();
    thread_number thread = 0;
    if constexpr (!stores_number_ahead) span.current = counter{thread};
    for (int z = 0; z < static_cast<int>(span.end[0]); ++z) {
      for (int y = 0; y < static_cast<int>(span.end[1]); ++y) {
        int global_x = coordinates[2] * width;
        for (int x = 0; x < static_cast<int>(span.end[2]); ++x) {
          if constexpr (stores_number_ahead) span.current = counter{thread};
          call(kernel, tile, coordinates, {z, y, x, global_x, thread});
          ++thread;
          ++global_x;
          if constexpr (!stores_number_ahead) span.current = counter{thread};
        }
      }
    }
  }

  MILLIAMP_UNINSTRUMENTED static void run_one(const void* function, tile& tile,
                                              tile_coordinates coordinates, thread_number thread) {
    assume_in_kernel();
    call(*static_cast<const Kernel*>(function), tile, coordinates, thread);
  }

  static tiled_kernel erase(const Kernel& kernel, const concurrency::extent<rank>& domain) {
    tiled_kernel erased{};
    erased.function = &kernel;
    erased.size = sizeof(Kernel);
    erased.run_all = &run_all;
    erased.run_one = &run_one;
    erased.type = &typeid(Kernel);
    erased.rank = rank;
    for (int d = 0; d < 3 - rank; ++d) erased.extent[d] = 1;
    for (int d = 0; d < rank; ++d) erased.extent[3 - rank + d] = domain[d];
    erased.tile_extent[0] = depth;
    erased.tile_extent[1] = height;
    erased.tile_extent[2] = width;
    return erased;
  }

 private:
  /// The position of a thread in its tile. The least significant dimension, which the loop over
  /// threads counts, also has its position in the domain. Adding the latter up from the position of
  /// the tile took 1.2 times as long with Clang.
  struct position {
    int z, y, x;
    int global_x;
    thread_number thread;
  };

  MILLIAMP_ALWAYS_INLINE static void call(const Kernel& kernel, tile& tile,
                                          tile_coordinates coordinates, position at) {
    if constexpr (MILLIAMP_CHECKED_CODE) {
      call(kernel, tile, coordinates, at.thread);
    } else {
      run_kernel(kernel, tile, coordinates, at);
    }
  }

  /// The arguments fit into registers: the stack of a thread is rarely in the cache when the thread
  /// starts.
  MILLIAMP_THREAD_CALL static void call(const Kernel& kernel, tile& tile,
                                        tile_coordinates coordinates, thread_number thread) {
    const int x = static_cast<int>(thread) % width;
    const int y = static_cast<int>(thread) / width % height;
    const int z = static_cast<int>(thread) / (width * height);
    run_kernel(kernel, tile, coordinates, {z, y, x, coordinates[2] * width + x, thread});
  }

  /// Amp code, so that a kernel with overloads is called as such.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE static void run_kernel(const Kernel& kernel, tile& tile,
                                                                  tile_coordinates coordinates,
                                                                  position at) {
    const int local[3] = {at.z, at.y, at.x};
    index tile_index, local_index, origin, global_index;
    for (int d = 0; d < rank; ++d) {
      tile_index[d] = coordinates[3 - rank + d];
      local_index[d] = local[3 - rank + d];
      origin[d] = tile_index[d] * tiled_index::tile_extent[d];
      global_index[d] = d + 1 == rank ? at.global_x : origin[d] + local_index[d];
    }
    tiled_index argument(global_index, local_index, tile_index, origin,
                         tile_access::barrier(&tile, at.thread));
    static_cast<void>(kernel(argument));
  }
};

/// Calls kernels of one type over the points of an N-dimensional domain.
template <class Kernel, int N>
class MILLIAMP_CHECKED_VARIANT untiled_caller {
 public:
  MILLIAMP_UNINSTRUMENTED static void run(const untiled_kernel& erased, point_span& span) {
    const Kernel& kernel = *static_cast<const Kernel*>(erased.function);
    std::int64_t point = static_cast<std::int64_t>(span.begin);
    const std::int64_t end = static_cast<std::int64_t>(span.end);
    concurrency::index<N> position = position_of(point, erased.extent);
    while (point < end) {
      const part next = part_at(position, end - point, erased.extent);
      run_part(kernel, position, next, point, span);
      point += std::int64_t{next.rows} * next.columns;
      if constexpr (N > 1) position[N - 2] += next.rows - 1;
      begin_next_row(position, erased.extent);
    }
  }

  static untiled_kernel erase(const Kernel& kernel, const concurrency::extent<N>& domain,
                              std::int32_t (&lengths)[N]) {
    for (int d = 0; d < N; ++d) lengths[d] = domain[d];
    return untiled_kernel{&kernel, sizeof(Kernel), &run, &typeid(Kernel), N, lengths};
  }

 private:
  /// @param position the index of the point, or its coordinates if there are up to three. Clang
  ///   would pass an index<2> as one integer, and its analysis of loops does not see through that.
  template <class... Position>
  MILLIAMP_AMP_ONLY MILLIAMP_THREAD_CALL static void call(const Kernel& kernel,
                                                          Position... position) {
    concurrency::index<N> at(position...);
    static_cast<void>(kernel(at));
  }

  /// A number of points. A domain has fewer than 2^32, and 64-bit divisions take several times as
  /// long.
  using number = std::uint32_t;

  /// Points that differ only in the two least significant dimensions: a part of one row, or
  /// consecutive whole rows.
  struct part {
    int rows, columns;
  };

  MILLIAMP_UNWATCHED static part part_at(const concurrency::index<N>& position, std::int64_t points,
                                         const std::int32_t* extent) {
    const int length = extent[N - 1];
    const int left_in_row = length - position[N - 1];
    if (N == 1 || left_in_row < length || points < length) {
      return {1, points < left_in_row ? static_cast<int>(points) : left_in_row};
    }
    const int left_rows = extent[N - 2] - position[N - 2];
    if (points >= std::int64_t{left_rows} * length) return {left_rows, length};
    return {static_cast<int>(static_cast<number>(points) / static_cast<number>(length)), length};
  }

  /// Runs the points of a part that begins at first.
  MILLIAMP_UNINSTRUMENTED MILLIAMP_KERNEL_LOOP MILLIAMP_RUN_PART static void run_part(
      const Kernel& kernel, const concurrency::index<N>& first, part size, std::int64_t point,
      point_span& span) {
    constexpr int longest_vector = 16;
    if (N > 1 && has_whole_vector_loops && size.columns % longest_vector == 0) {
      run_rows(kernel, first, {size.rows, size.columns & -longest_vector}, point, span);
    } else {
      run_rows(kernel, first, size, point, span);
    }
  }

  /// The loop nest, in a function of its own so that the compiler sees loops over integers and
  /// vectorizes what it can.
  ///
  /// The loop bodies run at least once, without a test before the first iteration. The compiler can
  /// therefore hoist everything that does not change from row to row out of the whole part. With
  /// loops that may be empty, rows of 128 floats took 1.25 times as long.
  ///
  /// The inner loop counts the kernel's own index, which saves an addition per element, and its
  /// length is known to be positive. Without that, Clang's loops over short rows took 1.06 times as
  /// long.
  ///
  /// `#pragma GCC ivdep` would be correct, because the points of a launch are independent, and
  /// would save the run-time checks for overlapping views. But GCC then also treats the accesses of
  /// one point as independent.
  MILLIAMP_UNINSTRUMENTED MILLIAMP_RUN_ROWS static void run_rows(const Kernel& kernel,
                                                                 const concurrency::index<N>& first,
                                                                 part size, std::int64_t point,
                                                                 point_span& span) {
    assume_in_kernel();
    const concurrency::index<N> begin = first;  // a local copy: no store of the kernel changes it
    const int end_column = begin[N - 1] + size.columns;
    if (size.rows <= 0 || end_column <= begin[N - 1]) __builtin_unreachable();
    if constexpr (!stores_number_ahead) span.current = counter{point};
    int row = 0;
    do {
      int column = begin[N - 1];
#if MILLIAMP_CHECKED_CODE
      // Volatile, because only the callbacks before the loop over the row read it.
      *static_cast<volatile counter*>(&span.current) = counter{point};
#endif
      do {
        if constexpr (stores_number_ahead) span.current = counter{point};
        if constexpr (N == 1) {
          call(kernel, column);
        } else if constexpr (N == 2) {
          call(kernel, begin[0] + row, column);
        } else if constexpr (N == 3) {
          call(kernel, begin[0], begin[1] + row, column);
        } else {
          concurrency::index<N> position = begin;
          position[N - 2] += row;
          position[N - 1] = column;
          call(kernel, position);
        }
        ++point;
        if constexpr (!stores_number_ahead) span.current = counter{point};
      } while (goes_on(++column, end_column));
    } while (goes_on(++row, size.rows));
  }

  MILLIAMP_UNWATCHED static void begin_next_row(concurrency::index<N>& position,
                                                const std::int32_t* extent) {
    position[N - 1] = 0;
    for (int d = N - 2; d >= 0; --d) {
      if (++position[d] < extent[d]) return;
      position[d] = 0;
    }
  }

  MILLIAMP_UNWATCHED static concurrency::index<N> position_of(std::int64_t point,
                                                              const std::int32_t* extent) {
    concurrency::index<N> position;
    number rest = static_cast<number>(point);
    for (int d = N - 1; d > 0; --d) {
      const number length = static_cast<number>(extent[d]);
      position[d] = static_cast<int>(rest % length);
      rest /= length;
    }
    position[0] = static_cast<int>(rest);
    return position;
  }
};

}  // namespace milliamp::detail

#endif
