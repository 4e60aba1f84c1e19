# The compiler flags for programs that use Milliamp. The CMake targets and the command `milliamp
# c++` both take them from here.

# prelude.h hides the C library's index() from every C++ source. -fstack-clash-protection touches
# large stack frames page by page, so that an overflow hits the guard page and not another thread's
# stack. -falign-loops: the loop over the points of a kernel often has a few instructions only, and
# takes twice as long if it crosses a cache line.
set(MILLIAMP_CXX_FLAGS
  -include milliamp/prelude.h -fstack-clash-protection -falign-loops=64)
# A program switches between threads as the library does.
if(MILLIAMP_PORTABLE_SWITCH)
  list(APPEND MILLIAMP_CXX_FLAGS -DMILLIAMP_PORTABLE_SWITCH)
  add_compile_definitions(MILLIAMP_PORTABLE_SWITCH)
endif()

# Clang sinks computations to the uses of their results, even past a barrier. Their operands must
# then be kept in place of the result, on a stack that has left the cache by then: a product of
# matrices takes a third longer.
set(MILLIAMP_CXX_FLAGS_Clang -mllvm -disable-machine-sink)
# Clang 14 has no -fstack-clash-protection for this processor, and says so for each source.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  list(APPEND MILLIAMP_CXX_FLAGS_Clang -Wno-unused-command-line-argument)
endif()

# Clang's plugin in src/language changes what `restrict` means, and the headers must know. Functions for the CPU
# may have exception specifications with types (spec 2.1.1), which C++17 has removed. Clang accepts them without
# this error.
set(MILLIAMP_LANGUAGE_FLAGS -DMILLIAMP_LANGUAGE_FRONT_END=1 -Wno-dynamic-exception-spec)

# For programs that were written for Visual C++: headers that it includes in others, and the dialect.
# Without -fgnuc-version, Clang would not define __GNUC__ then, nor the macros that GCC's standard
# library needs. Before version 2.36, glibc needs __STDC__, which Clang omits then.
set(MILLIAMP_COMPAT_FLAGS -include milliamp/compat/implied.h)
set(MILLIAMP_COMPAT_FLAGS_Clang
  -fms-extensions -fms-compatibility -fms-compatibility-version=19 -fdelayed-template-parsing
  -fgnuc-version=4.2.1 -D__STDC__=1)
# The headers call oneTBB, which is linked to programs that need it.
set(MILLIAMP_COMPAT_LINK_FLAGS -Wl,--push-state,--as-needed -ltbb -Wl,--pop-state)

# Instruments the sources of a checked program. GCC's -fsanitize= is for compiling only: for linking, it
# would add libtsan and libubsan, whose callbacks Milliamp itself defines. Every access is a call
# into the library, which -fno-plt spares a jump. Fortified functions would hide the calls of
# MILLIAMP_WRAPPED_FUNCTIONS.
set(MILLIAMP_CHECKED_FLAGS -g -fno-omit-frame-pointer -fno-plt -U_FORTIFY_SOURCE -fno-finite-loops
  -fno-builtin-memcmp)
# Equal code in two branches must not be merged: the merged code would have the source location of
# one branch, or none, and two barriers would become one. (No tail merging, crossjumping, sinking,
# hoisting and merging of conditional stores.) Neither must equal kernels (no identical code
# folding). A load or a store must stay behind its condition, in its loop, and in its function: moved,
# it would be reported where the program does not execute it, or with the location of a call. For the
# same reason, the call of a barrier must not be split into one for each value of a condition before
# it. And a loop that waits for another thread is an error to report: the compiler must not remove it
# on the assumption that loops end.
#
# Loops are not unrolled: a callback for all values that a loop reads takes the place of one for each
# (see src/instrument/clang_hoist_callbacks.cpp), and an unrolled loop is none.
#
# Each of these compilers has flags of its own.
set(MILLIAMP_COMPILERS GNU Clang)

# GCC instruments when it generates code. With -flto, that is at the link: too late. Calls that copy
# and fill blocks must stay calls, see MILLIAMP_CHECKED_LINK_FLAGS and milliamp/prelude.h. GCC's
# `bounds` omits arrays at the end of structures; `bounds-strict` also checks them. GCC warns of
# std::atomic_thread_fence because ThreadSanitizer does not support it; Milliamp does. A function that
# is inlined in part would appear twice in the call stack.
set(MILLIAMP_CHECKED_FLAGS_GNU
  -fsanitize=thread -fsanitize=bounds-strict -fno-lto -Wno-tsan
  -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
  -fno-tree-tail-merge -fno-crossjumping -fno-tree-sink -fno-tree-cselim -fno-code-hoisting
  -fno-hoist-adjacent-loads -fno-tree-loop-im -fno-ipa-sra
  -fno-ipa-icf -fno-partial-inlining --param=max-completely-peel-times=1)
# Clang's `bounds` adds checks that can only trap. By default, Clang does not instrument a read that
# is followed by a write to the same location. It instruments vectorized code, except accesses of
# more than 16 bytes and masked ones: vectorization is off so that none is missed. (By -mllvm: a later
# -O2 overrides -fno-vectorize.) -Xclang passes by Clang's driver, which would refuse other sanitizers
# with an error that names this flag only; milliamp/detail/checked.h says what to do instead. Nor does
# the driver link the sanitizers' runtimes then. By default, the debug information only declares a class
# whose constructors are never called, as those of tile_static variables and of elements of arrays.
set(MILLIAMP_CHECKED_FLAGS_Clang
  -Xclang -fno-use-ctor-homing
  -Xclang -fsanitize=thread
  -Xclang -fsanitize=array-bounds -Xclang -fsanitize-recover=array-bounds
  -fno-unroll-loops -mllvm -vectorize-loops=false -mllvm -vectorize-slp=false
  -mllvm -tsan-instrument-read-before-write=1
  -mllvm -sink-common-insts=false -mllvm -hoist-common-insts=false
  -mllvm -simplifycfg-merge-cond-stores=false -mllvm -simplifycfg-hoist-cond-stores=false
  -mllvm -disable-licm-promotion -mllvm -callsite-splitting-duplication-threshold=0)
# From this version on, `bounds` would take any array at the end of a structure for a flexible one.
set(MILLIAMP_CHECKED_FLAGS_Clang_16 -fstrict-flex-arrays=3)

# The C library's functions on blocks of memory are not instrumented. Calls from the program's own
# objects go to wrappers that report the accesses first. So do calls of functions that read and write
# files, of mathematical functions that store results through pointers, and of the allocator:
# reallocated memory has no history, and views of freed memory dangle. So do those that install signal
# handlers: what a handler does is not what the kernel does that it interrupts. UndefinedBehaviorSanitizer's
# runtime, which Clang links to a program that asks for it, would take the callback for an index out
# of bounds. The plugins in src/instrument redirect the calls when they compile; the linker redirects
# those of objects that were compiled without a plugin.
set(MILLIAMP_WRAPPED_FUNCTIONS
  memcpy memmove memset memcmp malloc calloc realloc aligned_alloc posix_memalign free
  __cxa_allocate_exception
  _Znwm _Znam _ZnwmSt11align_val_t _ZnamSt11align_val_t _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t
  _ZdlPv _ZdlPvm _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t
  _ZdaPv _ZdaPvm _ZdaPvSt11align_val_t _ZdaPvmSt11align_val_t
  frexp frexpf modf modff remquo remquof lgamma_r lgammaf_r sincos sincosf
  fread fwrite read write _ZNSi4readEPcl _ZNSo5writeEPKcl
  signal sigaction
  __ubsan_handle_out_of_bounds)
list(TRANSFORM MILLIAMP_WRAPPED_FUNCTIONS PREPEND -Wl,--wrap=
  OUTPUT_VARIABLE MILLIAMP_CHECKED_LINK_FLAGS)
