// A pass for Clang, after ThreadSanitizer's, that marks atomic operations whose result the program
// does not use (see intercept/unused_result.h). gcc_unused_results.cpp does the same for GCC.

#include "../intercept/unused_result.h"
#include "clang_passes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace milliamp::instrument {

namespace {

using namespace detail::intercept;

class mark_unused_results : public llvm::PassInfoMixin<mark_unused_results> {
 public:
  /// Includes functions that are not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call != nullptr && is_unused(*call)) mark(*call);
      }
    }
    return llvm::PreservedAnalyses::all();  // none depends on an argument
  }

 private:
  static bool is_unused(const llvm::CallBase& call) {
    return call.use_empty() && is_commutative_operation(called_function(call));
  }

  static void mark(llvm::CallBase& call) {
    auto* const order = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(order_argument));
    if (order == nullptr) return;
    const std::uint64_t marked = order->getZExtValue() | unused_result;
    call.setArgOperand(order_argument, llvm::ConstantInt::get(order->getType(), marked));
  }
};

}  // namespace

void add_mark_unused_results_pass(llvm::ModulePassManager& passes) {
  passes.addPass(mark_unused_results());
}

}  // namespace milliamp::instrument
