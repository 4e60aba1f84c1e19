/// @file
/// The signal that interrupts a kernel thread which makes no accesses, to check its progress.
#pragma once

#include <pthread.h>

namespace milliamp::detail::check {

/// Interrupts a worker, whose checker ends the running kernel thread if it spins. Sent only to
/// workers whose kernel thread has run for seconds, so that no other code is interrupted.
void send_spin_signal(pthread_t worker);

}  // namespace milliamp::detail::check
