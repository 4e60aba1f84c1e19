# The compiler flags that make a program a Milliamp program. The CMake targets and the command
# `milliamp c++` both take them from here.

# Hides the C library's index() ahead of every C++ source. A function with large arrays touches its
# stack page by page, so that what is too large for it meets the guard below, and not another
# thread's stack. And the loop over the points of a kernel is often a few instructions, which take
# twice as long where they cross a cache line.
set(MILLIAMP_CXX_FLAGS
  -include milliamp/prelude.h -fstack-clash-protection -falign-loops=64)

# Clang moves computations to where their results are used, be it beyond a barrier: there each value
# that goes into them would have to be kept, in place of the result, on a stack that has left the
# cache by then. A product of matrices takes a third longer.
set(MILLIAMP_CXX_FLAGS_Clang -mllvm -disable-machine-sink)

# Instruments the sources of a checked program. -fsanitize= is for the compiler alone: at the link
# it would bring in libtsan and libubsan, whose entry points Milliamp itself defines.
# Every access is a call of the library's: without -fno-plt, by way of a jump.
set(MILLIAMP_CHECKED_FLAGS -fsanitize=thread -g -fno-omit-frame-pointer -fno-plt
  -fno-finite-loops -fno-builtin-memcmp)
# What stands in two branches must stay two pieces of code: one that both lead to would have the
# place of one of them, or none, and two barriers would be one. (No tail merging, crossjumping,
# sinking, hoisting and merging of conditional stores.) So must two kernels that are alike (no folding
# of identical code). A store in a loop must stay there. And a loop that waits for what another thread
# does is an error to be found, not one to be left out as if it ended.
#
# GCC instruments when it generates code, which with -flto is at the link: too late. Calls that copy
# and fill blocks must stay calls, see MILLIAMP_CHECKED_LINK_FLAGS and milliamp/prelude.h. Its `bounds`
# leaves out arrays at the end of structures; `bounds-strict` checks them, too.
# std::atomic_thread_fence, of which GCC warns because ThreadSanitizer does not know it, is for
# Milliamp what it always is.
set(MILLIAMP_CHECKED_FLAGS_GNU
  -fsanitize=bounds-strict -fno-lto -Wno-tsan
  -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
  -fno-tree-tail-merge -fno-crossjumping -fno-tree-sink -fno-tree-cselim -fno-code-hoisting
  -fno-move-loop-stores -fno-ipa-icf)
# Clang's `bounds` adds checks that can only trap; and Clang would merge a read that a write of the
# same place follows into the write. It instruments what it has vectorized, but for accesses of more
# than 16 bytes and masked ones, which would go unseen: so it vectorizes nothing.
set(MILLIAMP_CHECKED_FLAGS_Clang
  -fsanitize=array-bounds -fno-vectorize -fno-slp-vectorize
  -mllvm -tsan-instrument-read-before-write=1
  -mllvm -sink-common-insts=false -mllvm -hoist-common-insts=false
  -mllvm -simplifycfg-merge-cond-stores=false -mllvm -simplifycfg-hoist-cond-stores=false
  -mllvm -disable-licm-promotion)

# The C library's functions on blocks of memory are not instrumented; the calls that the program's
# own objects make go to functions that report what they access first. So do those to mathematical
# functions that store results through pointers, and those to the allocator: memory that is used
# again is other memory, and views of what is given back dangle.
set(MILLIAMP_CHECKED_LINK_FLAGS
  memcpy memmove memset memcmp malloc calloc realloc free __cxa_allocate_exception
  _Znwm _Znam _ZnwmSt11align_val_t _ZnamSt11align_val_t _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t
  _ZdlPv _ZdlPvm _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t
  _ZdaPv _ZdaPvm _ZdaPvSt11align_val_t _ZdaPvmSt11align_val_t
  frexp frexpf modf modff remquo remquof lgamma_r lgammaf_r sincos sincosf)
list(TRANSFORM MILLIAMP_CHECKED_LINK_FLAGS PREPEND -Wl,--wrap=)
