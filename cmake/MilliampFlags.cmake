# The compiler flags that make a program a Milliamp program. The CMake targets and the command
# `milliamp c++` both take them from here.

# Hides the C library's index() ahead of every C++ source.
set(MILLIAMP_CXX_FLAGS -include milliamp/prelude.h)

# Instruments the sources of a checked program. -fsanitize= is for the compiler alone: at the link
# it would bring in libtsan and libubsan, whose entry points Milliamp itself defines.
set(MILLIAMP_CHECKED_FLAGS -fsanitize=thread -g -fno-omit-frame-pointer)
# GCC instruments when it generates code, which with -flto is at the link: too late.
set(MILLIAMP_CHECKED_FLAGS_GNU -fsanitize=bounds -fno-lto)
# Clang's `bounds` adds checks that can only trap; and Clang would merge a read that a write of the
# same place follows into the write.
set(MILLIAMP_CHECKED_FLAGS_Clang
  -fsanitize=array-bounds -mllvm -tsan-instrument-read-before-write=1)
