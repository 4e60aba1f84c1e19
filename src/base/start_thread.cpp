#include "base/start_thread.h"

#include <milliamp/exceptions.h>

#include <string>
#include <system_error>
#include <utility>

namespace milliamp::detail::base {

std::thread start_thread(const char* purpose, std::function<void()> run) {
  try {
    return std::thread(std::move(run));
  } catch (const std::system_error& error) {
    const std::string message =
        std::string("no thread could be started for ") + purpose + " (" + error.code().message() +
        "); raise the limit of processes (ulimit -u) or of address space (ulimit -v)";
    throw concurrency::runtime_exception(message.c_str(), concurrency::details::e_fail);
  }
}

}  // namespace milliamp::detail::base
