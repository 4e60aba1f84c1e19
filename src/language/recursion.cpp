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
        note_calls(engine, path, made.callee);
      } else if (!done.contains(made.callee)) {
        on_path.insert(made.callee);
        path.push_back({made.callee, 0});
      }
    }
  }
}

void call_graph::note_calls(clang::DiagnosticsEngine& engine, const std::vector<step>& path,
                            const clang::FunctionDecl* first) const {
  const auto begin = llvm::find_if(path, [&](const step& s) { return s.caller == first; });
  for (const step& s : llvm::make_range(begin, path.end() - 1)) {
    const call& made = calls_.find(s.caller)->second[s.next - 1];
    note(engine, made.location,
         "'" + s.caller->getNameAsString() + "' calls '" + made.callee->getNameAsString() +
             "' here");
  }
}

}  // namespace milliamp::language
