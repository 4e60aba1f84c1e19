/// @file
/// Passes for Clang that complete the checks of indices by -fsanitize=bounds:
///
///     int data[8];
///     ++data[i];
///
/// For an increment, Clang checks the index as if only the address were used, so that 8 passes. And
/// after a report, the access would be performed. The library undoes it where a callback precedes
/// it. That is not so for a local variable that nothing else can reach, and a pointer may point to
/// one: instead of other memory on the stack, such an access uses scratch memory of the library.
///
/// The first one runs while each access uses the address that Clang has made for it. Two others,
/// before and after ThreadSanitizer's, omit the callbacks that it adds because it does not see that
/// one address is that of a local variable, and the other needs none. They would take several times
/// as long as the code.

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

/// The check of an index: a branch around the report.
struct index_check {
  llvm::CallInst* report;
  llvm::BranchInst* branch;          ///< on a comparison with the length, or its constant result
  llvm::GetElementPtrInst* element;  ///< the address that is computed after it
};

/// The comparison of an index, as a 64-bit number, with the length; null: both are constants.
llvm::ICmpInst* comparison_of(const index_check& check) {
  return llvm::dyn_cast<llvm::ICmpInst>(check.branch->getCondition());
}

/// Whether an address is that of an array's element, and a condition is the result of its check.
bool is_element(const llvm::GetElementPtrInst& address, const llvm::Value& condition) {
  const auto* const array = llvm::dyn_cast<llvm::ArrayType>(address.getSourceElementType());
  if (array == nullptr || address.getNumIndices() != 2) return false;
  if (const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition)) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
    return length != nullptr && array->getNumElements() == length->getZExtValue();
  }
  // Only checks of constant indices that are out of bounds are of interest.
  const auto* const index = llvm::dyn_cast<llvm::ConstantInt>(address.getOperand(2));
  return index != nullptr && index->getValue().uge(array->getNumElements());
}

/// The address that is computed with an index after its check; null: there is none.
llvm::GetElementPtrInst* find_element(llvm::BasicBlock& after, const llvm::Value& condition) {
  for (llvm::Instruction& instruction : after) {
    auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (element == nullptr) continue;
    const auto* const base = llvm::dyn_cast<llvm::Instruction>(element->getPointerOperand());
    const bool is_known_before = base == nullptr || base->getParent() != &after;
    return is_known_before && is_element(*element, condition) ? element : nullptr;
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
  auto* const branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != after)
    return none;
  const llvm::Value& condition = *branch->getCondition();
  if (!llvm::isa<llvm::ICmpInst, llvm::ConstantInt>(condition)) return none;
  llvm::GetElementPtrInst* const element = find_element(*after, condition);
  return element != nullptr ? index_check{&call, branch, element} : none;
}

/// Whether an instruction accesses the memory at an address.
bool is_accessed(const llvm::Value& address) {
  return llvm::any_of(address.users(), [&](const llvm::User* user) {
    return llvm::getLoadStorePointerOperand(user) == &address ||
           llvm::isa<llvm::MemIntrinsic>(user) ||
           (llvm::isa<llvm::BitCastInst>(user) && is_accessed(*user));
  });
}

bool is_static_variable(const llvm::Value& object) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&object);
  return llvm::isa<llvm::GlobalVariable>(object) ||
         (call != nullptr && called_function(*call) == "llvm.threadlocal.address");
}

/// Whether a function belongs to the library. Its classes have arrays, such as the components of an
/// index, that its own loops access often and within bounds.
bool is_of_library(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("_ZN")) return false;
  name.consume_front("K");
  return name.consume_front("11concurrency") || name.consume_front("8milliamp6detail");
}

/// Whether an array may be on the stack, and its length is that of its type. Host programs index an
/// array of one element at the end of a structure beyond its length.
bool may_be_local(const llvm::GetElementPtrInst& element) {
  if (is_of_library(*element.getFunction())) return false;
  const llvm::Value* const object = llvm::getUnderlyingObject(&element);
  if (llvm::isa<llvm::AllocaInst>(object)) return true;
  return !is_static_variable(*object) && element.getSourceElementType()->getArrayNumElements() > 1;
}

/// Lets the check of an element that is accessed fail if the index is the length.
void require_element(const index_check& check) {
  if (llvm::ICmpInst* const comparison = comparison_of(check)) {
    comparison->setPredicate(llvm::CmpInst::ICMP_ULT);
  } else {
    check.branch->setCondition(llvm::ConstantInt::getFalse(check.branch->getContext()));
  }
}

/// Whether a check permits the length as index, because only the address is used.
bool is_of_address(const index_check& check) {
  if (const llvm::ICmpInst* const comparison = comparison_of(check)) {
    return comparison->getPredicate() == llvm::CmpInst::ICMP_ULE;
  }
  return llvm::cast<llvm::ConstantInt>(check.branch->getCondition())->isOne();
}

constexpr const char* scratch_function = "__milliamp_out_of_bounds_scratch";

/// Lets the address be that of scratch memory after a report.
void redirect(const index_check& check) {
  llvm::GetElementPtrInst& element = *check.element;
  llvm::Module& module = *element.getModule();
  llvm::BasicBlock& failure = *check.report->getParent();
  llvm::BasicBlock& before = *check.branch->getParent();
  llvm::BasicBlock& after = *element.getParent();

  llvm::IRBuilder<> checked(check.branch);
  checked.SetCurrentDebugLocation(element.getDebugLoc());
  const llvm::ICmpInst* const comparison = comparison_of(check);
  llvm::Value* const index =
      comparison != nullptr ? comparison->getOperand(0) : element.getOperand(2);
  llvm::Value* const usual = checked.CreateGEP(
      element.getSourceElementType(), element.getPointerOperand(), {element.getOperand(1), index});

  llvm::IRBuilder<> reported(check.report);
  llvm::Type* const size_type = reported.getIntPtrTy(module.getDataLayout());
  const auto size = module.getDataLayout().getTypeAllocSize(element.getResultElementType());
  llvm::CallInst* const scratch = reported.CreateCall(
      module.getOrInsertFunction(scratch_function, reported.getInt8PtrTy(), size_type),
      {llvm::ConstantInt::get(size_type, size)});
  scratch->addRetAttr(llvm::Attribute::NoAlias);
  scratch->setDoesNotThrow();

  llvm::IRBuilder<> joined(&after, after.begin());
  joined.SetCurrentDebugLocation(element.getDebugLoc());
  llvm::PHINode* const address = joined.CreatePHI(element.getType(), 2);
  address->addIncoming(usual, &before);
  address->addIncoming(reported.CreatePointerCast(scratch, element.getType()), &failure);
  element.replaceAllUsesWith(address);
  element.eraseFromParent();
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
      if (is_accessed(*check.element)) require_element(check);
      if (!is_of_address(check) && may_be_local(*check.element)) local.push_back(check);
    }
    for (const index_check& check : local) redirect(check);
    return llvm::PreservedAnalyses::none();
  }
};

constexpr const char* local_access = "milliamp.local";

/// Whether an access is to a local variable that only the thread reaches, or to scratch memory.
bool is_local(const llvm::Instruction& access) {
  const llvm::Value* const address = llvm::getLoadStorePointerOperand(&access);
  if (address == nullptr || access.isAtomic()) return false;
  llvm::SmallVector<const llvm::Value*, 4> variables;
  llvm::getUnderlyingObjects(address, variables);
  return variables.size() > 1 && !may_be_reached(address) &&
         llvm::all_of(variables, [&](const llvm::Value* variable) {
           const bool is_own = llvm::isa<llvm::AllocaInst>(variable) &&
                               (is_of_kernel(*access.getFunction()) || !may_be_reached(variable));
           return is_own || is_scratch_memory(variable);
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

bool is_scratch_memory(const llvm::Value* object) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(object);
  return call != nullptr && called_function(*call) == scratch_function;
}

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
