// The plugin for Clang: a pass after ThreadSanitizer's own that tells of accesses only while
// anybody listens (see check/listener.h), `if (__milliamp_listeners != 0) __tsan_read4(&x)`. Else
// code of the host would spend most of its time in calls that end at once. Kernels are left alone:
// what they do is nearly always listened to. (gcc_guards.cpp is its twin.)
//
// It is made for one version of LLVM, with whose headers it is compiled (see CMakeLists.txt).

#include "kernel_callers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>
#include <vector>

namespace milliamp::instrument {

namespace {

/// Whether an instruction tells of something that only listeners want to know: of an access, or of
/// a function's beginning or end. (Atomic operations and block copies are done by what is called.)
bool is_note(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* called = call == nullptr ? nullptr : call->getCalledFunction();
  if (called == nullptr) return false;
  llvm::StringRef name = called->getName();
  if (!name.consume_front("__tsan_")) return false;
  name.consume_front("unaligned_");
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"read", "write", "func_", "vptr_"},
                      [name](llvm::StringRef kind) mutable { return name.consume_front(kind); });
}

/// Whether a function holds the body of a kernel.
bool is_of_kernel(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("_ZN")) return false;
  name.consume_front("K");
  if (!name.consume_front("8milliamp6detail")) return false;
  return llvm::any_of(kernel_callers, [name](std::string_view caller) mutable {
    return name.consume_front(std::to_string(caller.size()) + std::string(caller));
  });
}

class guards : public llvm::PassInfoMixin<guards> {
 public:
  /// Functions that are not to be optimized have notes, too.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    bool has_changed = false;
    for (llvm::Function& function : module) {
      if (!is_of_kernel(function)) has_changed |= guard_notes(function);
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool guard_notes(llvm::Function& function) {
    std::vector<llvm::Instruction*> notes;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_note(instruction)) notes.push_back(&instruction);
    }
    if (notes.empty()) return false;
    keep_frame(function.getEntryBlock());
    // The last one first: what follows a note moves to a new block, which then is short.
    for (llvm::Instruction* note : llvm::reverse(notes)) guard(note);
    return true;
  }

  /// Only variables that are allocated in a function's first block have places in its frame. The
  /// note of the entry, after which the block ends, comes before them.
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

  static void guard(llvm::Instruction* note) {
    llvm::IRBuilder<> before(note);
    llvm::Constant* const listeners =
        note->getModule()->getOrInsertGlobal("__milliamp_listeners", before.getInt32Ty());
    // It may change at any time. (An atomic load would be merged with others at the link, unless it
    // is one that is never an operand of the comparison.)
    llvm::Value* const count = before.CreateAlignedLoad(before.getInt32Ty(), listeners,
                                                        llvm::Align(4), /*isVolatile=*/true);
    llvm::MDNode* const rarely = llvm::MDBuilder(note->getContext()).createBranchWeights(1, 1000);
    note->moveBefore(llvm::SplitBlockAndInsertIfThen(before.CreateIsNotNull(count), note,
                                                     /*Unreachable=*/false, rarely));
  }
};

void add_passes(llvm::PassBuilder& builder) {
  // Clang asks for ThreadSanitizer's pass after it has asked the plugins, and all that is asked for
  // the same place runs in that order: so this one is asked for when the pipeline is being built.
  builder.registerPipelineStartEPCallback([&builder](llvm::ModulePassManager&, auto&&...) {
    builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager& passes, auto&&...) { passes.addPass(guards()); });
  });
}

}  // namespace

}  // namespace milliamp::instrument

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "milliamp", MILLIAMP_VERSION, milliamp::instrument::add_passes};
}
