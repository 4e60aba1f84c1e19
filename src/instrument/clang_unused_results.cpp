/// @file
/// A pass for Clang, after ThreadSanitizer's, that marks atomic operations whose result the program
/// does not use (see intercept/unused_result.h). gcc_unused_results.cpp does the same for GCC.

#include "../intercept/unused_result.h"
#include "clang_passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
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
    llvm::SmallPtrSet<const llvm::Value*, 8> seen;
    return is_commutative_operation(called_function(call)) && is_unused(call, seen);
  }

  /// Whether a value is only copied. Without optimization, the inlined functions of
  /// <milliamp/atomics.h> pass a result on by local variables.
  static bool is_unused(const llvm::Value& value, llvm::SmallPtrSet<const llvm::Value*, 8>& seen) {
    if (!seen.insert(&value).second) return true;
    return llvm::all_of(value.users(), [&](const llvm::User* user) {
      const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store != nullptr && !store->isVolatile() &&
             is_unused_variable(*store->getPointerOperand(), seen);
    });
  }

  static bool is_unused_variable(const llvm::Value& variable,
                                 llvm::SmallPtrSet<const llvm::Value*, 8>& seen) {
    return llvm::isa<llvm::AllocaInst>(variable) &&
           llvm::all_of(variable.users(), [&](const llvm::User* user) {
             const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user);
             if (load != nullptr) return !load->isVolatile() && is_unused(*load, seen);
             const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
             return store != nullptr && store->getPointerOperand() == &variable;
           });
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
