/// @file
/// What stands between a restriction specifier and the body of its function, an exception
/// specification and a trailing return type, calls functions as the body does (spec 2.1.1). Clang
/// takes it for code of the host, because no function is declared yet.
#pragma once

#include "restrictions.h"

#include <clang/Sema/Sema.h>

#include <utility>

namespace milliamp::language {

/// Resolves calls for a specifier's restrictions, until a number of tokens has been read.
class specifier_scope {
 public:
  void enter(clang::Sema& sema, restrictions named, unsigned tokens);
  /// Called for each token that the parser receives.
  void read_token() {
    if (tokens_ == 0) return;
    if (--tokens_ == 0) {
      leave();
    } else if (!std::exchange(has_begun_, true)) {
      // At the first token, the parser asks its context for the class that `this` points to.
    } else if (inner_ == nullptr) {
      replace_context();
    } else {
      follow_lambda();
    }
  }

 private:
  void replace_context();
  void leave();
  void follow_lambda();

  clang::Sema* sema_ = nullptr;
  restrictions named_;
  clang::DeclContext* outer_ = nullptr;  ///< the parser's context
  clang::DeclContext* inner_ = nullptr;  ///< what takes its place
  unsigned tokens_ = 0;
  bool has_begun_ = false;
};

}  // namespace milliamp::language
