/// @file
/// ThreadSanitizer, in programs that are compiled and linked with -fsanitize=thread. (Checked
/// programs use its instrumentation, but not its runtime.)
#pragma once

// Defined by ThreadSanitizer's runtime; null in other programs.
extern "C" {
__attribute__((weak)) void AnnotateIgnoreReadsBegin(const char* file, int line);
__attribute__((weak)) void AnnotateIgnoreReadsEnd(const char* file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesBegin(const char* file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesEnd(const char* file, int line);
}

namespace milliamp::detail::base {

/// Hides the accesses of the calling OS thread from ThreadSanitizer during its lifetime. It knows
/// neither the threads of a tile nor how the library waits, so it would report races of a kernel
/// with itself and with the host that waits for it. What kernels do is for REF to check.
class hidden_from_thread_sanitizer {
 public:
  hidden_from_thread_sanitizer() {
    if (AnnotateIgnoreReadsBegin == nullptr) return;
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~hidden_from_thread_sanitizer() {
    if (AnnotateIgnoreReadsEnd == nullptr) return;
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
  hidden_from_thread_sanitizer(const hidden_from_thread_sanitizer&) = delete;
  hidden_from_thread_sanitizer& operator=(const hidden_from_thread_sanitizer&) = delete;
};

}  // namespace milliamp::detail::base
