/// @file
/// A pass for Clang that keeps loads of the program conditional. LLVM does not speculate loads
/// where ThreadSanitizer instruments, with one exception: it merges two loads into one of a
/// selected address, and if it knows that both addresses are dereferenceable, it then splits that
/// into two loads and selects a value. The callbacks would report a read that the program does not
/// execute:
///
///     x = is_first ? shared.first : shared.second;
///
/// So the pass hides from LLVM where selected addresses come from. It runs after each pass that may
/// merge loads (InstCombine), and before the first.

#include "clang_passes.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace milliamp::instrument {

namespace {

/// Whether a value merges what branches have computed. A value that a loop carries from iteration
/// to iteration does not count, nor an address that replaces one out of bounds, which LLVM does not
/// know to be dereferenceable.
bool is_join(const llvm::PHINode& phi, const llvm::DominatorTree& dominators) {
  return llvm::none_of(phi.blocks(),
                       [&](const llvm::BasicBlock* from) {
                         return dominators.dominates(phi.getParent(), from);
                       }) &&
         llvm::none_of(phi.incoming_values(), [](const llvm::Value* address) {
           return is_scratch_memory(address->stripPointerCasts());
         });
}

bool is_selected(const llvm::Value& address, const llvm::DominatorTree& dominators) {
  const llvm::Value* const base = address.stripInBoundsConstantOffsets();
  if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(base)) {
    return is_join(*phi, dominators);
  }
  return llvm::isa<llvm::SelectInst>(base);
}

/// Passes the address through an assembler statement without instructions.
void hide_address(llvm::LoadInst& load) {
  llvm::Value* const address = load.getPointerOperand();
  auto* const type =
      llvm::FunctionType::get(address->getType(), {address->getType()}, /*isVarArg=*/false);
  auto* const nothing = llvm::InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false);
  auto* const hidden = llvm::CallInst::Create(type, nothing, {address}, "", &load);
  hidden->setDoesNotAccessMemory();
  hidden->setDebugLoc(load.getDebugLoc());
  load.setOperand(llvm::LoadInst::getPointerOperandIndex(), hidden);
}

class keep_loads_conditional : public llvm::PassInfoMixin<keep_loads_conditional> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) {
      return llvm::PreservedAnalyses::all();
    }
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto preserved = llvm::PreservedAnalyses::all();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || !is_selected(*load->getPointerOperand(), dominators)) continue;
      hide_address(*load);
      preserved = llvm::PreservedAnalyses::none();
    }
    if (!preserved.areAllPreserved()) preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
};

}  // namespace

void add_conditional_loads_pass(llvm::FunctionPassManager& passes) {
  passes.addPass(keep_loads_conditional());
}

}  // namespace milliamp::instrument
