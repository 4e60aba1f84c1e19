/// @file
/// direct3d_abort(), direct3d_errorf() and direct3d_printf() (milliamp/device_errors.h).

#include "base/scoped_ignore.h"
#include "engine/kernel_errors.h"
#include "engine/worker.h"

#include <milliamp/device_errors.h>
#include <milliamp/exceptions.h>

#include <cstdarg>
#include <cstdio>
#include <string>

namespace milliamp::detail::engine {

namespace {

/// Formats as printf does.
std::string format(const char* format_string, std::va_list values) {
  std::va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format_string, again);
  va_end(again);
  if (length < 0) return format_string;
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format_string, values);
  text.pop_back();
  return text;
}

/// Removes the newline that a format may end with.
std::string without_newline(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Prints a line in one piece, even if other threads print too.
void print_line(const thread_position* thread, const std::string& text) {
  const std::string head = thread != nullptr ? "thread " + to_string(*thread) + ": " : "";
  std::fputs((head + text + '\n').c_str(), stderr);
}

/// Prints an error and adds it to the errors of the launch. On the host, throws it.
void raise_error(worker* w, const std::string& message, const char* function) {
  if (w == nullptr) {
    throw concurrency::runtime_exception((message + " (" + function + " on the host)").c_str(),
                                         concurrency::details::e_fail);
  }
  const thread_position thread = w->part()->running_thread(__builtin_frame_address(0));
  print_line(&thread, "error: " + message);
  w->errors().add(thread, message + " (" + function + " by thread " + to_string(thread) + ")");
}

}  // namespace

}  // namespace milliamp::detail::engine

namespace concurrency {

using namespace milliamp::detail::engine;
using milliamp::detail::base::scoped_ignore;

void direct3d_printf(const char* format_string, ...) {
  const scoped_ignore ignore;
  std::va_list values;
  va_start(values, format_string);
  const std::string text = without_newline(format(format_string, values));
  va_end(values);
  if (const worker* w = worker::in_kernel()) {
    const milliamp::thread_position thread = w->part()->running_thread(__builtin_frame_address(0));
    print_line(&thread, text);
  } else {
    print_line(nullptr, text);
  }
}

void direct3d_errorf(const char* format_string, ...) {
  const scoped_ignore ignore;
  std::va_list values;
  va_start(values, format_string);
  const std::string text = without_newline(format(format_string, values));
  va_end(values);
  raise_error(worker::in_kernel(), text, "direct3d_errorf");
}

void direct3d_abort() {
  worker* const w = worker::in_kernel();
  {
    const scoped_ignore ignore;
    raise_error(w, "a thread called direct3d_abort()", "direct3d_abort");
  }
  w->part()->abort_running_thread();
  __builtin_unreachable();  // GCC does not apply [[noreturn]] to calls of virtual functions
}

}  // namespace concurrency
