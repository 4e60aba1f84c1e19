/// @file
/// Attributes of Clang's thread safety analysis (-Wthread-safety), which checks at compile time
/// that code holds the mutexes it needs. Other compilers ignore them.
#pragma once

#ifdef __clang__
#define MILLIAMP_THREAD_ANNOTATION(attribute) __attribute__((attribute))
#else
#define MILLIAMP_THREAD_ANNOTATION(attribute)
#endif

/// Class attributes: a lock, and an object that holds a lock during its lifetime.
#define MILLIAMP_CAPABILITY(name) MILLIAMP_THREAD_ANNOTATION(capability(name))
#define MILLIAMP_SCOPED_CAPABILITY MILLIAMP_THREAD_ANNOTATION(scoped_lockable)

/// Data attribute: access requires the mutex.
#define MILLIAMP_GUARDED_BY(mutex) MILLIAMP_THREAD_ANNOTATION(guarded_by(mutex))

/// Function attribute: the caller must hold the mutex.
#define MILLIAMP_REQUIRES(...) MILLIAMP_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))

/// Function attributes: the function locks or unlocks.
#define MILLIAMP_ACQUIRE(...) MILLIAMP_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define MILLIAMP_ACQUIRE_SHARED(...) \
  MILLIAMP_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define MILLIAMP_RELEASE(...) MILLIAMP_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define MILLIAMP_RELEASE_SHARED(...) \
  MILLIAMP_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))

/// Function attribute: the analysis skips the function.
#define MILLIAMP_NO_THREAD_SAFETY_ANALYSIS MILLIAMP_THREAD_ANNOTATION(no_thread_safety_analysis)
