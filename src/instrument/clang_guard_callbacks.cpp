/// @file
/// A pass for Clang, after ThreadSanitizer's, that guards calls of callbacks with a test for
/// listeners (see base/listener.h), `if (__milliamp_listeners != 0) __tsan_read4(&x)`. Without it,
/// host code would spend most of its time in callbacks that return at once. Kernels stay unguarded:
/// they nearly always have a listener. The functions that contain them lose the callback at their
/// entry, which the library does not need. They keep the one at their exit: without it, the
/// last function that a kernel calls would return to the kernel's caller. gcc_guard_callbacks.cpp
/// does the same for GCC.

#include "clang_passes.h"
#include "guarded_callbacks.h"
#include "kernel_callers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>
#include <vector>

namespace milliamp::instrument {

namespace {

bool is_callback(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && is_guarded_callback(called_function(*call));
}

class guard_callbacks : public llvm::PassInfoMixin<guard_callbacks> {
 public:
  /// Includes functions that are not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    bool has_changed = false;
    for (llvm::Function& function : module) {
      has_changed |=
          is_of_kernel(function) ? erase_entry_callbacks(function) : guard_callbacks_in(function);
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool erase_entry_callbacks(llvm::Function& function) {
    bool has_changed = false;
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || called_function(*call) != llvm::StringRef(entry_callback)) continue;
      instruction.eraseFromParent();
      has_changed = true;
    }
    return has_changed;
  }

  static bool guard_callbacks_in(llvm::Function& function) {
    std::vector<llvm::Instruction*> callbacks;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_callback(instruction)) callbacks.push_back(&instruction);
    }
    if (callbacks.empty()) return false;
    keep_frame(function.getEntryBlock());
    // In reverse: each guard moves the instructions after the call to a new block, which is short
    // then.
    for (llvm::Instruction* callback : llvm::reverse(callbacks)) guard(callback);
    return true;
  }

  /// Moves the allocations of local variables to the start of the entry block. Only variables that
  /// this block allocates have a fixed slot in the frame, and the guard of the callback at function
  /// entry, which precedes them, ends the block.
  static void keep_frame(llvm::BasicBlock& entry) {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : entry) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && variable->isStaticAlloca()) variables.push_back(variable);
    }
    llvm::Instruction* const first = &*entry.getFirstInsertionPt();
    for (llvm::AllocaInst* variable : variables) {
      if (variable != first) variable->moveBefore(first);
    }
  }

  static void guard(llvm::Instruction* callback) {
    llvm::IRBuilder<> before(callback);
    llvm::Constant* const listeners =
        callback->getModule()->getOrInsertGlobal("__milliamp_listeners", before.getInt32Ty());
    // Volatile, because the count may change at any time. An atomic load would be merged with
    // others during link-time optimization, unless it were one that is never an operand of the
    // comparison.
    llvm::Value* const count = before.CreateAlignedLoad(before.getInt32Ty(), listeners,
                                                        llvm::Align(4), /*isVolatile=*/true);
    llvm::MDNode* const unlikely =
        llvm::MDBuilder(callback->getContext()).createBranchWeights(1, 1000);
    callback->moveBefore(llvm::SplitBlockAndInsertIfThen(before.CreateIsNotNull(count), callback,
                                                         /*Unreachable=*/false, unlikely));
  }
};

}  // namespace

bool is_of_kernel(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("_ZN")) return false;
  name.consume_front("K");
  if (!name.consume_front("8milliamp6detail")) return false;
  return llvm::any_of(kernel_callers, [name](std::string_view caller) mutable {
    return name.consume_front(std::to_string(caller.size()) + std::string(caller));
  });
}

llvm::StringRef called_function(const llvm::CallBase& call) {
  const llvm::Function* const called = call.getCalledFunction();
  return called == nullptr ? "" : called->getName();
}

void add_guard_callbacks_pass(llvm::ModulePassManager& passes) {
  passes.addPass(guard_callbacks());
}

}  // namespace milliamp::instrument
