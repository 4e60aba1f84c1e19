#include "engine/debugger.h"

// The commands for gdb know the registers of x86-64.
#if MILLIAMP_OWN_SWITCH && defined(__x86_64__)
#define MILLIAMP_READABLE_CONTEXT sizeof(milliamp::detail::fiber_context)
#else
#define MILLIAMP_READABLE_CONTEXT 0
#endif

milliamp::detail::engine::described_process milliamp_debugger = {4, MILLIAMP_READABLE_CONTEXT,
                                                                 nullptr};

namespace milliamp::detail::engine {

void describe(described_worker& added) {
  added.next = milliamp_debugger.workers;
  milliamp_debugger.workers = &added;
}

void forget(described_worker& removed) {
  described_worker** link = &milliamp_debugger.workers;
  while (*link != &removed) link = &(*link)->next;
  *link = removed.next;
}

}  // namespace milliamp::detail::engine
