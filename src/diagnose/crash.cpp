#include "diagnose/crash.h"

#include "base/memory_map.h"
#include "base/show.h"
#include "diagnose/event.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

namespace milliamp::detail::diagnose {

namespace {

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    case SIGABRT:
      return "SIGABRT";
    case SIGTRAP:
      return "SIGTRAP";
    default:
      return nullptr;
  }
}

/// The wording of one cause.
struct wording {
  std::string summary;
  const char* what;  ///< the name of the event
  std::string advice;
};

std::string show(const void* address) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", address);
  return address == nullptr ? "0x0" : text;
}

wording word_memory_fault(const crash_fact& crash) {
  if (crash.is_call) {
    return {"a thread calls a function through an invalid pointer (" + show(crash.address) + ")",
            "call", "set the pointer to a function before the launch"};
  }
  const auto address = reinterpret_cast<std::uintptr_t>(crash.address);
  const char* const what = !crash.is_write ? "access" : *crash.is_write ? "write" : "read";
  const std::string does = !crash.is_write ? "accesses" : *crash.is_write ? "writes" : "reads";
  const std::string check = "test the pointer or the index before it is used";
  // The processor does not report a non-canonical address.
  if (crash.code == SI_KERNEL)
    return {"a thread " + does + " memory at an invalid address", what, check};
  if (base::is_null(address)) {
    const std::string offset = address == 0 ? "" : " (address " + show(crash.address) + ")";
    return {"a thread " + does + " memory through a null pointer" + offset, what,
            "set the pointer to valid data before the launch"};
  }
  if (crash.signal == SIGBUS) {
    return {"a thread " + does + " memory at " + show(crash.address) +
                ", past the end of a memory-mapped file",
            what, check};
  }
  const std::string state = crash.code == SEGV_ACCERR ? "protected" : "unmapped";
  return {"a thread " + does + " " + state + " memory at " + show(crash.address), what, check};
}

wording word(const crash_fact& crash) {
  if (crash.stack_size != 0) {
    return {"a thread overflows its stack of " + std::to_string(crash.stack_size / 1024) + " KiB",
            "stack overflow",
            std::string("use less stack in the kernel, or give its threads more with ") +
                (crash.is_os_stack ? "`ulimit -s KIB`" : "MILLIAMP_OPTIONS=stack_size=KIB")};
  }
  if (crash.signal == SIGSEGV || crash.signal == SIGBUS) return word_memory_fault(crash);
  if (crash.signal == SIGFPE && crash.code == FPE_INTDIV) {
    return {"a thread divides an integer by zero", "division",
            "test the divisor before the division; the lowest integer cannot be divided by -1 "
            "either"};
  }
  if (crash.signal == SIGABRT) {
    return {"a thread calls abort(), for example through a failed assertion", "abort",
            "see the message printed before the report"};
  }
  return {"a thread raises " + std::string(strsignal(crash.signal)), "fault", ""};
}

finding make(wording words, const symbolize::call_chain& calls, const thread_position& thread) {
  finding found;
  found.kind = finding_kind::crash;
  found.summary = std::move(words.summary);
  found.events = {event_of(words.what, calls.user_frames(), thread)};
  if (calls.omitted() != 0) {
    found.notes.push_back(base::show_count(calls.omitted(), "frame") +
                          " omitted between the innermost and the outermost ones");
  }
  found.advice = std::move(words.advice);
  return found;
}

}  // namespace

finding diagnose(const crash_fact& crash) {
  wording words = word(crash);
  if (const char* const name = name_of(crash.signal)) words.summary += std::string(": ") + name;
  return make(std::move(words), crash.calls, crash.thread);
}

finding diagnose(const termination_fact& end) {
  const std::string cause = end.exception.empty() ? "" : ": nothing catches " + end.exception;
  return make(
      {"a thread calls std::terminate()" + cause,
       end.exception.empty() ? "std::terminate()" : "throw",
       "catch the exception in the kernel; it must not leave a function that is noexcept, or "
       "a destructor"},
      end.calls, end.thread);
}

finding diagnose(const escape_fact& escape) {
  return make(
      {"an exception leaves a kernel, and the host does not catch it: " + escape.exception, "throw",
       "catch the exception in the kernel, or the runtime_exception of its launch on the "
       "host; code that is restrict(amp) must not throw (spec 2.4.3.7)"},
      escape.calls.value_or(symbolize::call_chain()), escape.thread);
}

}  // namespace milliamp::detail::diagnose
