/// @file
/// Compiler-specific tuning of the loops in launch.h that call a kernel. None of it changes what
/// the loops do. Measured with kernels over rows of 128 floats unless stated otherwise.
///
/// MILLIAMP_KERNEL_LOOP marks the functions that contain the loops. MILLIAMP_RUN_PART and
/// MILLIAMP_RUN_ROWS decide which of two nested functions is emitted on its own.
#ifndef MILLIAMP_DETAIL_LOOP_TUNING_H
#define MILLIAMP_DETAIL_LOOP_TUNING_H

#include <milliamp/detail/checked.h>

#if defined(__clang__)

/// Clang vectorizes loops with run-time checks at -O2 and needs no attribute.
#define MILLIAMP_KERNEL_LOOP

/// Clang has one loop nest. Emitting it on its own is fastest: 1.06 times as long when inlined.
#define MILLIAMP_RUN_PART MILLIAMP_ALWAYS_INLINE
#define MILLIAMP_RUN_ROWS __attribute__((noinline))

namespace milliamp::detail {

/// The condition of a loop that counts up to end. With `!=` Clang's loops take 1.05 times as long.
MILLIAMP_ALWAYS_INLINE constexpr bool goes_on(int count, int end) { return count < end; }

/// Clang gains nothing from a second loop nest for rows of whole vectors.
inline constexpr bool has_whole_vector_loops = false;

/// The loops store the number of the running thread ahead of each call of the kernel. Behind it,
/// Clang's loops take 1.7 times as long.
inline constexpr bool stores_number_ahead = true;

}  // namespace milliamp::detail

#else  // GCC

/// GCC also vectorizes these loops at -O2. Its default cost model there rejects loops that need a
/// run-time check, such as whether two views overlap. With the dynamic cost model, saxpy kernels
/// take a third of the time.
///
/// Loops start in the first half of a cache line. Short loops then do not cross its end, which
/// takes twice as long. Aligning all of them to the start of a line took 1.02 times as long.
#if MILLIAMP_CHECKED_CODE
#define MILLIAMP_KERNEL_LOOP
#else
#define MILLIAMP_KERNEL_LOOP \
  __attribute__((optimize("vect-cost-model=dynamic", "align-loops=64:33")))
#endif

/// GCC has two loop nests (has_whole_vector_loops). The function that contains both is emitted on
/// its own.
#define MILLIAMP_RUN_PART __attribute__((noinline))
#define MILLIAMP_RUN_ROWS MILLIAMP_ALWAYS_INLINE

namespace milliamp::detail {

/// The condition of a loop that counts up to end. With `<` GCC's loops take 1.07 times as long.
MILLIAMP_ALWAYS_INLINE constexpr bool goes_on(int count, int end) { return count != end; }

/// Rows that consist of whole vectors have a loop nest of their own. GCC omits the scalar epilogue
/// there; with the epilogue the loops took 1.02 times as long, even when it had nothing to do.
inline constexpr bool has_whole_vector_loops = !MILLIAMP_CHECKED_CODE;

/// The loops store the number of the next thread after each call of the kernel. If it were ahead,
/// GCC 12 would move that store out of the loop and repeat those of the last call after it, with
/// wrong values if the kernel is vectorized.
inline constexpr bool stores_number_ahead = false;

}  // namespace milliamp::detail

#endif

#endif
