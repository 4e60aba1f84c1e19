/// @file
/// A pass for Clang, after ThreadSanitizer's, that redirects calls to the library's wrappers. A
/// function that the module defines keeps its name: a program may define an operator new of its
/// own. gcc_redirect_calls.cpp does the same for GCC.

#include "clang_passes.h"
#include "wrapped_functions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace milliamp::instrument {

namespace {

class redirect_calls : public llvm::PassInfoMixin<redirect_calls> {
 public:
  /// Includes functions that are not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const bool is_instrumented = module.getFunction("__tsan_init") != nullptr;
    if (!is_instrumented) return llvm::PreservedAnalyses::all();
    for (const std::string_view name : wrapped_functions) {
      llvm::Function* const called = module.getFunction(llvm::StringRef(name.data(), name.size()));
      if (called != nullptr && called->isDeclarationForLinker()) redirect(module, *called, name);
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  static void redirect(llvm::Module& module, llvm::Function& called, std::string_view name) {
    llvm::Value* const wrapper =
        module
            .getOrInsertFunction(wrapper_of(name), called.getFunctionType(), called.getAttributes())
            .getCallee();
    called.replaceAllUsesWith(
        llvm::ConstantExpr::getBitCast(llvm::cast<llvm::Constant>(wrapper), called.getType()));
  }
};

}  // namespace

void add_redirect_calls_pass(llvm::ModulePassManager& passes) { passes.addPass(redirect_calls()); }

}  // namespace milliamp::instrument
