/// @file
/// The two language extensions of C++ AMP on a stock compiler: `restrict(...)` and `tile_static`.
///
///     void twice(array_view<int> v, index<1> i) restrict(amp) { v[i] *= 2; }
///     tile_static float row[16];
#ifndef MILLIAMP_LANGUAGE_H
#define MILLIAMP_LANGUAGE_H

#include <milliamp/prelude.h>

/// Restriction specifiers (spec 2.1) say what a function may do; they change nothing of what it
/// does, so a compiler that does not know them may pass over them. Up to four are looked at: what
/// is no restriction stays in the code, as a name that nobody has declared.
#define restrict(...) MILLIAMP_RESTRICTIONS(__VA_ARGS__, cpu, cpu, cpu, cpu)
#define MILLIAMP_RESTRICTIONS(a, b, c, d, ...)                               \
  MILLIAMP_RESTRICTION_##a MILLIAMP_RESTRICTION_##b MILLIAMP_RESTRICTION_##c \
      MILLIAMP_RESTRICTION_##d
#define MILLIAMP_RESTRICTION_amp
#define MILLIAMP_RESTRICTION_cpu
#define MILLIAMP_RESTRICTION_auto

namespace milliamp::detail {

/// Refuses a tile_static variable that is not local to a function (spec 2.4.3.5.1).
template <bool InFunction>
struct tile_static_requirements {
  static_assert(InFunction,
                "a tile_static variable is local to a function: none is at namespace scope, and "
                "none is a member of a class");
  static constexpr int hold = 0;
};

}  // namespace milliamp::detail

/// An attribute without effect that has the compiler look at an expression: a declaration may have
/// attributes wherever it may have `static`, in front of its type or behind, and nothing else that
/// takes an expression.
#if defined(__clang__)
#define MILLIAMP_LOOK_AT(expression) annotate("", expression)
#else
#define MILLIAMP_LOOK_AT(expression) copy(&expression)  // the attributes of what has none
#endif

/// Storage class of variables that all threads of a tile share (spec 2.4.3.5.1).
///
/// A tile runs on one worker thread from start to end, so the worker's thread-local block is the
/// arena of the tile that it is running: one instance a tile, at the cost of a thread-local access.
/// The ABI tag does nothing for the program; it marks the variable's symbol, by which
/// `milliamp::tile_arena` tells tile_static variables from the program's other thread-local ones.
/// `used` keeps the compiler from taking a variable that no code writes for the zeros that a
/// static variable of C++ begins with: a tile's begins with undefined contents. The function that
/// the variable stands in has a name; where there is no function, it is empty.
///
/// That it has no initializer, as the specification wants it, is not seen: neither compiler has an
/// attribute that refuses `= 5` and lets pass what default constructors leave.
#define tile_static                   \
  static thread_local __attribute__(( \
      used, abi_tag("tile_static"),   \
      MILLIAMP_LOOK_AT(               \
          ::milliamp::detail::tile_static_requirements<*__builtin_FUNCTION() != '\0'>::hold)))

#endif
