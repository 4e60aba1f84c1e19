/// @file
/// A pass for Clang, after ThreadSanitizer's, that inlines an untiled kernel into the loop over its
/// points, so that the callbacks of all points of a row can be hoisted out of the loop (see
/// clang_hoist_callbacks.cpp). Inlined before ThreadSanitizer's pass, the accesses of different
/// threads would be merged.
///
/// Only simple kernels are inlined: without loops, and without calls but those that compute the
/// address of an element or perform an atomic operation. Most kernels for which the callbacks are
/// the main cost are simple. Each thread must use an array that is captured by reference, because
/// the reference may dangle.

#include "clang_passes.h"
#include "hoisted_callbacks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdlib>
#include <vector>

namespace milliamp::instrument {

namespace {

/// Marks loads of what a kernel has captured, of the members of arrays and views, and of the
/// current_view_context. Nothing changes them while a kernel runs.
constexpr const char* unchanging = "milliamp.unchanging";

/// The address of an element of an array or a view: the function `checked_element` of either.
bool is_element_access(const llvm::Function& function) {
  return function.getName().contains("15checked_elementB7checked") && !function.isDeclaration();
}

/// Whether a function is the member `name` of a class that calls kernels.
bool is_member_of_caller(const llvm::Function& function, llvm::StringRef name) {
  llvm::ItaniumPartialDemangler demangled;
  if (!is_of_kernel(function) || demangled.partialDemangle(function.getName().data())) return false;
  char* const base = demangled.getFunctionBaseName(nullptr, nullptr);
  const bool is_member = base != nullptr && name == base;
  std::free(base);
  return is_member;
}

class inline_points : public llvm::PassInfoMixin<inline_points> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& of_functions =
        analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    bool has_changed = false;
    for (llvm::Function& function : module) {
      if (!is_loop_over_points(function) || function.hasOptNone()) continue;
      has_changed |= inline_into(function, of_functions);
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool inline_into(llvm::Function& rows, llvm::FunctionAnalysisManager& analyses) {
    llvm::CallInst* const call = find_kernel_call(rows);
    if (call == nullptr || !is_simple(*call->getCalledFunction(), analyses)) return false;
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) return false;
    inline_element_accesses(rows);
    erase_needless_callbacks(rows);
    mark_captures(rows);
    simplify(rows, analyses);
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(rows).getLoopsInPreorder()) {
      if (loop->isInnermost()) hoist_unchanging(*loop);
    }
    simplify(rows, analyses);
    return true;
  }

  static llvm::CallInst* find_kernel_call(llvm::Function& rows) {
    for (llvm::Instruction& instruction : llvm::instructions(rows)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
      if (called != nullptr && !called->isDeclaration() && is_member_of_caller(*called, "call")) {
        return call;
      }
    }
    return nullptr;
  }

  static bool is_simple(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    if (!analyses.getResult<llvm::LoopAnalysis>(kernel).empty()) return false;
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
    const llvm::Instruction* const end = only_return(kernel);
    return end != nullptr &&
           llvm::all_of(llvm::instructions(kernel), [&](const llvm::Instruction& instruction) {
             const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
             if (call == nullptr) return true;
             const llvm::Function* const called = call->getCalledFunction();
             if (hides_a_value(*call)) return true;
             if (called == nullptr) return false;
             if (!is_element_access(*called)) {
               return !llvm::isa<llvm::InvokeInst>(call) &&
                      (is_guarded_callback(called->getName()) ||
                       is_atomic_operation(called->getName()) || is_harmless(*call));
             }
             // The members of the container are read before the loop.
             return is_in(call->getArgOperand(0), *kernel.getArg(0)) ||
                    dominators.dominates(call->getParent(), end->getParent());
           });
  }

  /// @return null if there are several
  static const llvm::Instruction* only_return(const llvm::Function& function) {
    const llvm::Instruction* found = nullptr;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!llvm::isa<llvm::ReturnInst>(instruction)) continue;
      if (found != nullptr) return nullptr;
      found = &instruction;
    }
    return found;
  }

  static bool is_harmless(const llvm::CallBase& call) {
    return llvm::isa<llvm::DbgInfoIntrinsic>(call) ||
           call.getIntrinsicID() == llvm::Intrinsic::returnaddress ||
           (call.doesNotAccessMemory() && call.doesNotThrow());
  }

  static std::vector<llvm::CallBase*> element_accesses(llvm::Function& rows) {
    std::vector<llvm::CallBase*> found;
    for (llvm::Instruction& instruction : llvm::instructions(rows)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
      if (called != nullptr && is_element_access(*called)) found.push_back(call);
    }
    return found;
  }

  static void inline_element_accesses(llvm::Function& rows) {
    // What an exception would pass through is only a callback at the function's exit.
    for (llvm::CallBase* call : element_accesses(rows)) {
      if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(call)) llvm::changeToCall(invoke);
    }
    llvm::removeUnreachableBlocks(rows);
    for (llvm::CallBase* call : element_accesses(rows)) {
      mark_members(*call->getCalledFunction());
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
  }

  /// Marks the loads of the members of an array or a view.
  static void mark_members(llvm::Function& element) {
    mark_loads_from(*element.getArg(0), element);
  }

  static void mark_captures(llvm::Function& rows) { mark_loads_from(*rows.getArg(0), rows); }

  static void mark_loads_from(const llvm::Value& object, llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr) continue;
      const llvm::Value* const address = load->getPointerOperand();
      if (is_in(address, object) || is_view_context(address)) {
        load->setMetadata(unchanging, llvm::MDNode::get(load->getContext(), {}));
      }
    }
  }

  static bool is_view_context(const llvm::Value* address) {
    // Newer versions of Clang compute the address of a thread-local variable by an intrinsic.
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(address);
    const llvm::Value* const variable =
        call != nullptr && call->arg_size() == 1 ? call->getArgOperand(0) : address;
    return variable->getName().contains("current_view_context");
  }

  /// Whether an address is that of a member of an object.
  static bool is_in(const llvm::Value* address, const llvm::Value& object) {
    return address->stripInBoundsConstantOffsets() == &object;
  }

  /// Erases the callbacks for captured variables, which nothing writes in a launch, and those at
  /// the entry and the exit of the kernel, which only matter to the functions that it calls.
  static void erase_needless_callbacks(llvm::Function& rows) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(rows))) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
      if (called == nullptr || !is_guarded_callback(called->getName())) continue;
      if (!is_access_callback(called->getName()) ||
          is_in(call->getArgOperand(0), *rows.getArg(0))) {
        call->eraseFromParent();
      }
    }
  }

  /// Moves the marked loads before a loop.
  static void hoist_unchanging(llvm::Loop& loop) {
    llvm::BasicBlock* const before = loop.getLoopPreheader();
    if (before == nullptr) return;
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (llvm::BasicBlock* block : loop.blocks()) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
          if (instruction.getMetadata(unchanging) == nullptr) continue;
          bool is_moved = false;
          if (!loop.makeLoopInvariant(instruction.getOperand(0), is_moved,
                                      before->getTerminator())) {
            continue;
          }
          instruction.moveBefore(before->getTerminator());
          has_changed = true;
        }
      }
    }
  }

  static void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::InstCombinePass());
    passes.run(function, analyses);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
};

}  // namespace

bool is_loop_over_points(const llvm::Function& function) {
  return !function.isDeclaration() && is_member_of_caller(function, "run_rows");
}

void add_inline_points_pass(llvm::ModulePassManager& passes) { passes.addPass(inline_points()); }

}  // namespace milliamp::instrument
