/// @file
/// How a thread of a kernel is looked at that makes no accesses: a signal interrupts it.
#pragma once

#include <pthread.h>

namespace milliamp::detail::check {

/// Makes a worker look at the thread that runs on it, and end it if it spins. It is sent to workers
/// alone on which a thread takes seconds, so that no other code is ever interrupted.
void send_spin_signal(pthread_t worker);

}  // namespace milliamp::detail::check
