/// @file
/// Passes for Clang that complete the checks of indices by -fsanitize=bounds:
///
///     int data[8];
///     ++data[i];
///
/// For an increment, Clang checks the index as if only the address were used, so that 8 passes. And
/// after a report, the access would be performed. The library undoes it where a callback precedes
/// it. That is not so for a local variable that nothing else can reach: instead of other memory on
/// the stack, such an access uses zeros that nothing else uses.
///
/// The first one runs while each access uses the address that Clang has made for it. Two others,
/// before and after ThreadSanitizer's, omit the callbacks that it adds because it does not see that
/// both addresses are those of local variables. They would take several times as long as the code.

#include "clang_passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace milliamp::instrument {

namespace {

/// The check of an index: a comparison and a branch around the report.
struct index_check {
  llvm::CallInst* report;
  llvm::ICmpInst* comparison;        ///< of the index, as a 64-bit number, with the length
  llvm::GetElementPtrInst* element;  ///< the address that is computed after it
};

/// The address that is computed with an index after its check; null: there is none.
llvm::GetElementPtrInst* find_element(llvm::BasicBlock& after, const llvm::ICmpInst& comparison) {
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(comparison.getOperand(1));
  for (llvm::Instruction& instruction : after) {
    auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (element == nullptr) continue;
    const auto* const array = llvm::dyn_cast<llvm::ArrayType>(element->getSourceElementType());
    const auto* const base = llvm::dyn_cast<llvm::Instruction>(element->getPointerOperand());
    const bool is_checked = length != nullptr && array != nullptr &&
                            array->getNumElements() == length->getZExtValue() &&
                            element->getNumIndices() == 2 &&
                            (base == nullptr || base->getParent() != &after);
    return is_checked ? element : nullptr;
  }
  return nullptr;
}

/// The check that a call reports. Its members are null if the call is not the report of one.
index_check check_of(llvm::CallInst& call) {
  constexpr index_check none{nullptr, nullptr, nullptr};
  if (called_function(call) != "__ubsan_handle_out_of_bounds") return none;
  llvm::BasicBlock* const block = call.getParent();
  llvm::BasicBlock* const after = block->getSingleSuccessor();
  llvm::BasicBlock* const before = block->getSinglePredecessor();
  if (after == nullptr || before == nullptr || !after->hasNPredecessors(2)) return none;
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != after)
    return none;
  auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (comparison == nullptr) return none;
  llvm::GetElementPtrInst* const element = find_element(*after, *comparison);
  return element != nullptr ? index_check{&call, comparison, element} : none;
}

/// Whether an instruction accesses the memory at an address.
bool is_accessed(const llvm::Value& address) {
  return llvm::any_of(address.users(), [&](const llvm::User* user) {
    return llvm::getLoadStorePointerOperand(user) == &address ||
           llvm::isa<llvm::MemIntrinsic>(user) ||
           (llvm::isa<llvm::BitCastInst>(user) && is_accessed(*user));
  });
}

bool is_in_local_variable(const llvm::GetElementPtrInst& element) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&element));
}

/// Lets the address be that of zeros after a report.
void redirect(const index_check& check) {
  llvm::Function& function = *check.report->getFunction();
  llvm::GetElementPtrInst& element = *check.element;
  // Without optimization, the first variables of a function are next to the registers that it
  // saves.
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> after_variables(&*llvm::find_if_not(
      entry, [](const llvm::Instruction& i) { return llvm::isa<llvm::AllocaInst>(i); }));
  llvm::AllocaInst* const zeros = after_variables.CreateAlloca(element.getResultElementType());

  llvm::IRBuilder<> reported(check.report);
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  reported.CreateMemSet(zeros, reported.getInt8(0),
                        layout.getTypeAllocSize(zeros->getAllocatedType()), zeros->getAlign());
  llvm::Value* const base = element.getPointerOperand();
  llvm::Value* const other_base = reported.CreatePointerCast(zeros, base->getType());

  llvm::BasicBlock& after = *element.getParent();
  llvm::IRBuilder<> joined(&after, after.begin());
  joined.SetCurrentDebugLocation(element.getDebugLoc());
  const auto join = [&](llvm::Value* usual, llvm::Value* other) {
    llvm::PHINode* const phi = joined.CreatePHI(usual->getType(), 2);
    phi->addIncoming(usual, check.report->getParent()->getSinglePredecessor());
    phi->addIncoming(other, check.report->getParent());
    return phi;
  };
  llvm::Value* const index = check.comparison->getOperand(0);
  element.setOperand(0, join(base, other_base));
  element.setOperand(2, join(index, llvm::ConstantInt::get(index->getType(), 0)));
}

class complete_index_checks : public llvm::PassInfoMixin<complete_index_checks> {
 public:
  /// Includes functions that are not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) {
      return llvm::PreservedAnalyses::all();
    }
    std::vector<index_check> local;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      const index_check check = check_of(*call);
      if (check.element == nullptr) continue;
      if (is_accessed(*check.element)) check.comparison->setPredicate(llvm::CmpInst::ICMP_ULT);
      const bool is_only_address = check.comparison->getPredicate() == llvm::CmpInst::ICMP_ULE;
      if (!is_only_address && is_in_local_variable(*check.element)) local.push_back(check);
    }
    for (const index_check& check : local) redirect(check);
    return llvm::PreservedAnalyses::none();
  }
};

constexpr const char* local_access = "milliamp.local";

/// Whether an access is to one of several local variables that only the thread reaches.
bool is_local(const llvm::Instruction& access) {
  const llvm::Value* const address = llvm::getLoadStorePointerOperand(&access);
  if (address == nullptr || access.isAtomic()) return false;
  llvm::SmallVector<const llvm::Value*, 4> variables;
  llvm::getUnderlyingObjects(address, variables);
  return variables.size() > 1 && !may_be_reached(address) &&
         llvm::all_of(variables, [&](const llvm::Value* variable) {
           return llvm::isa<llvm::AllocaInst>(variable) &&
                  (is_of_kernel(*access.getFunction()) || !may_be_reached(variable));
         });
}

/// Calls f(instruction) for all instructions that ThreadSanitizer may instrument. f may erase
/// others.
template <class F>
void for_each_instrumented(llvm::Module& module, F f) {
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) f(instruction);
  }
}

class mark_local_accesses : public llvm::PassInfoMixin<mark_local_accesses> {
 public:
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for_each_instrumented(module, [&](llvm::Instruction& instruction) {
      if (is_local(instruction))
        instruction.setMetadata(local_access, llvm::MDNode::get(module.getContext(), {}));
    });
    return llvm::PreservedAnalyses::all();
  }
};

class remove_local_callbacks : public llvm::PassInfoMixin<remove_local_callbacks> {
 public:
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for_each_instrumented(module, [](llvm::Instruction& instruction) {
      if (!instruction.hasMetadata(local_access)) return;
      if (llvm::CallBase* const callback = callback_before(instruction))
        callback->eraseFromParent();
    });
    return llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void add_mark_local_accesses_pass(llvm::ModulePassManager& passes) {
  passes.addPass(mark_local_accesses());
}

void add_remove_local_callbacks_pass(llvm::ModulePassManager& passes) {
  passes.addPass(remove_local_callbacks());
}

void add_index_checks_pass(llvm::FunctionPassManager& passes) {
  passes.addPass(complete_index_checks());
}

}  // namespace milliamp::instrument
