/// @file
/// The exceptions of C++ AMP (spec 12.2).

#include <milliamp/exceptions.h>

#include <cstdio>
#include <string>

namespace concurrency {

namespace {

std::string describe(HRESULT code) {
  char text[64];
  std::snprintf(text, sizeof text, "C++ AMP runtime error 0x%08X", static_cast<unsigned>(code));
  return text;
}

}  // namespace

runtime_exception::runtime_exception(const char* message, HRESULT hresult) noexcept
    : message_(message != nullptr ? message : ""), error_code_(hresult) {}
runtime_exception::runtime_exception(HRESULT hresult) noexcept
    : message_(describe(hresult)), error_code_(hresult) {}
runtime_exception::runtime_exception(const runtime_exception& other) noexcept = default;
runtime_exception& runtime_exception::operator=(const runtime_exception& other) noexcept = default;
runtime_exception::~runtime_exception() noexcept = default;

out_of_memory::out_of_memory(const char* message) noexcept
    : runtime_exception(message, details::e_out_of_memory) {}
out_of_memory::out_of_memory() noexcept : out_of_memory("out of memory") {}

invalid_compute_domain::invalid_compute_domain(const char* message) noexcept
    : runtime_exception(message, details::e_invalid_argument) {}
invalid_compute_domain::invalid_compute_domain() noexcept
    : invalid_compute_domain("invalid compute domain") {}

unsupported_feature::unsupported_feature(const char* message) noexcept
    : runtime_exception(message, details::e_not_implemented) {}
unsupported_feature::unsupported_feature() noexcept : unsupported_feature("unsupported feature") {}

accelerator_view_removed::accelerator_view_removed(const char* message,
                                                   HRESULT view_removed_reason) noexcept
    : runtime_exception(message, view_removed_reason) {}
accelerator_view_removed::accelerator_view_removed(HRESULT view_removed_reason) noexcept
    : runtime_exception(view_removed_reason) {}

}  // namespace concurrency
