#include "recursion.h"

#include "reporting.h"

#include <llvm/ADT/DenseSet.h>

namespace milliamp::language {

void call_graph::add(const clang::FunctionDecl& caller, const clang::FunctionDecl& callee,
                     clang::SourceLocation location) {
  std::vector<call>& calls = calls_[caller.getCanonicalDecl()];
  if (calls.empty()) callers_.push_back(caller.getCanonicalDecl());
  calls.push_back({callee.getCanonicalDecl(), location});
}

void call_graph::report_recursion(clang::DiagnosticsEngine& engine) const {
  using function = const clang::FunctionDecl*;
  llvm::DenseSet<function> done;
  for (function start : callers_) {
    if (done.contains(start)) continue;
    // A depth-first search with a stack of its own: chains of calls may be long.
    struct step {
      function caller;
      std::size_t next;
    };
    std::vector<step> path{{start, 0}};
    llvm::DenseSet<function> on_path{start};
    while (!path.empty()) {
      step& top = path.back();
      const auto found = calls_.find(top.caller);
      if (found == calls_.end() || top.next == found->second.size()) {
        on_path.erase(top.caller);
        done.insert(top.caller);
        path.pop_back();
        continue;
      }
      const call& made = found->second[top.next++];
      if (on_path.contains(made.callee)) {
        report(engine, made.location, rule::recursion) << made.callee;
      } else if (!done.contains(made.callee)) {
        on_path.insert(made.callee);
        path.push_back({made.callee, 0});
      }
    }
  }
}

}  // namespace milliamp::language
