/// @file
/// The storage class of the language extension C++ AMP for variables that a tile shares.
///
///     tile_static float row[16];
#ifndef MILLIAMP_TILE_STATIC_H
#define MILLIAMP_TILE_STATIC_H

namespace milliamp::detail {

/// Rejects a tile_static variable that is not local to a function (spec 2.4.3.5.1).
template <bool InFunction>
struct tile_static_requirements {
  static_assert(InFunction,
                "a tile_static variable must be local to a function: it cannot be at namespace "
                "scope, nor a class member [spec 2.4.3.5.1]");
  static constexpr int hold = 0;
};

}  // namespace milliamp::detail

/// An attribute without effect that makes the compiler evaluate an expression. A declaration may
/// have attributes wherever it may have `static`, before or after its type. Nothing else that is
/// allowed there takes an expression.
#if defined(__clang__)
#define MILLIAMP_LOOK_AT(expression) annotate("", expression)
#else
#define MILLIAMP_LOOK_AT(expression) copy(&expression)  // copies no attributes
#endif

/// The front end defines an attribute of its own, and looks at the scope of the variable itself.
/// __builtin_FUNCTION() is empty where the variable is not in a function.
#ifdef MILLIAMP_NOT_CONSTRUCTED
#define MILLIAMP_TILE_STATIC_RULES MILLIAMP_NOT_CONSTRUCTED
#else
#define MILLIAMP_TILE_STATIC_RULES \
  MILLIAMP_LOOK_AT(                \
      ::milliamp::detail::tile_static_requirements<*__builtin_FUNCTION() != '\0'>::hold)
#endif

/// Storage class of variables that all threads of a tile share (spec 2.4.3.5.1).
///
/// A tile runs on one worker thread from start to end, so the worker's thread-local storage is the
/// arena of the running tile: one instance per tile, at the cost of a thread-local access.
///
/// The ABI tag has no effect on the program. It marks the variable's symbol, by which the library
/// (symbolize/tile_variables.h) distinguishes tile_static variables from the program's other
/// thread-local variables. `used` keeps the compiler from replacing a variable that is never
/// written by the zeros of C++ static initialization: a tile_static variable starts with
/// indeterminate contents.
///
/// An initializer, which the specification forbids, is not detected: neither compiler has an
/// attribute that rejects `= 5` but accepts the results of default constructors. Constructors and
/// destructors, which the specification does not call for these variables, are omitted by the front
/// end for Clang and by the plugin for GCC. Where they are not used, the fast engine calls them for
/// every OS thread that runs tiles: before its first tile with the variable, and when it ends.
#define tile_static \
  static thread_local __attribute__((used, abi_tag("tile_static"), MILLIAMP_TILE_STATIC_RULES))

#endif
