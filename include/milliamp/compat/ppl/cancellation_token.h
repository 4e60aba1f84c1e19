/// @file
/// cancellation_token: signals to tasks that their results are no longer wanted.
#ifndef MILLIAMP_COMPAT_PPL_CANCELLATION_TOKEN_H
#define MILLIAMP_COMPAT_PPL_CANCELLATION_TOKEN_H

#include <milliamp/prelude.h>

#include <atomic>
#include <memory>
#include <utility>

namespace concurrency {

class cancellation_token {
 public:
  /// The token of tasks that cannot be canceled.
  static cancellation_token none() { return cancellation_token(nullptr); }

  bool is_cancelable() const { return is_canceled_ != nullptr; }
  bool is_canceled() const { return is_cancelable() && *is_canceled_; }

  bool operator==(const cancellation_token& other) const {
    return is_canceled_ == other.is_canceled_;
  }
  bool operator!=(const cancellation_token& other) const { return !(*this == other); }

 private:
  friend class cancellation_token_source;
  explicit cancellation_token(std::shared_ptr<const std::atomic<bool>> is_canceled)
      : is_canceled_(std::move(is_canceled)) {}

  std::shared_ptr<const std::atomic<bool>> is_canceled_;
};

/// Cancels all tasks that have its token and have not started; others may ask the token.
class cancellation_token_source {
 public:
  cancellation_token get_token() const { return cancellation_token(is_canceled_); }
  void cancel() const { *is_canceled_ = true; }

 private:
  std::shared_ptr<std::atomic<bool>> is_canceled_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace concurrency

#endif
