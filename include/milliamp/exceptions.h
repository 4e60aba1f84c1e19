/// @file
/// The exceptions that C++ AMP throws on the host (spec 12.2).
#ifndef MILLIAMP_EXCEPTIONS_H
#define MILLIAMP_EXCEPTIONS_H

#include <milliamp/export.h>

#include <exception>
#include <stdexcept>

/// The type of Windows error codes, which the exceptions in the specification contain.
using HRESULT = int;

namespace concurrency {

/// Error codes used by this implementation, with their values in Windows.
namespace details {
inline constexpr HRESULT e_fail = static_cast<HRESULT>(0x80004005u);
inline constexpr HRESULT e_invalid_argument = static_cast<HRESULT>(0x80070057u);
inline constexpr HRESULT e_out_of_memory = static_cast<HRESULT>(0x8007000Eu);
inline constexpr HRESULT e_not_implemented = static_cast<HRESULT>(0x80004001u);
}  // namespace details

/// The base of all exceptions of C++ AMP: a description and an error code (spec 12.2.1).
class MILLIAMP_API runtime_exception : public std::exception {
 public:
  /// @param message what went wrong
  /// @param hresult the code that get_error_code() returns
  runtime_exception(const char* message, HRESULT hresult) noexcept;
  explicit runtime_exception(HRESULT hresult) noexcept;
  runtime_exception(const runtime_exception& other) noexcept;
  runtime_exception& operator=(const runtime_exception& other) noexcept;
  ~runtime_exception() noexcept override;

  /// The error code of the cause.
  HRESULT get_error_code() const noexcept { return error_code_; }
  const char* what() const noexcept override { return message_.what(); }

 private:
  std::runtime_error message_;  ///< a message whose copies need no memory
  HRESULT error_code_;
};

/// The system could not provide the requested memory (spec 12.2.2).
class MILLIAMP_API out_of_memory : public runtime_exception {
 public:
  explicit out_of_memory(const char* message) noexcept;
  out_of_memory() noexcept;
};

/// A compute domain that cannot be launched (spec 12.2.3).
class MILLIAMP_API invalid_compute_domain : public runtime_exception {
 public:
  explicit invalid_compute_domain(const char* message) noexcept;
  invalid_compute_domain() noexcept;
};

/// A feature that the accelerator or the host does not support (spec 12.2.4).
class MILLIAMP_API unsupported_feature : public runtime_exception {
 public:
  explicit unsupported_feature(const char* message) noexcept;
  unsupported_feature() noexcept;
};

/// The connection to an accelerator was lost (spec 12.2.5).
class MILLIAMP_API accelerator_view_removed : public runtime_exception {
 public:
  explicit accelerator_view_removed(const char* message, HRESULT view_removed_reason) noexcept;
  explicit accelerator_view_removed(HRESULT view_removed_reason) noexcept;

  /// The error code of the cause of the removal.
  HRESULT get_view_removed_reason() const noexcept { return get_error_code(); }
};

}  // namespace concurrency

#endif
