/// @file
/// The threads that the library starts, beside the workers of oneTBB.
#pragma once

#include <functional>
#include <thread>

namespace milliamp::detail::base {

/// Starts a thread.
/// @param purpose what the thread is for: `a continuation`
/// @throws concurrency::runtime_exception if the system starts no more threads
std::thread start_thread(const char* purpose, std::function<void()> run);

}  // namespace milliamp::detail::base
