/// @file
/// A pass for Clang, after ThreadSanitizer's, that instruments accesses to elements of local
/// variables which other code can reach:
///
///     int data[64];
///     array_view<int> view(64, data);
///     data[5] = 7;
///
/// ThreadSanitizer omits accesses to local variables that nothing else can reach. For an element,
/// it looks at the address of the element alone, which may be used here only, and not at that of
/// the variable. Only arrays are instrumented, because views are of arrays: a program has far more
/// local structures. Kernels are left out: their local variables are their threads' own.

#include "clang_passes.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <vector>

namespace milliamp::instrument {

namespace {

class instrument_local_variables : public llvm::PassInfoMixin<instrument_local_variables> {
 public:
  /// Includes functions that are not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread) || is_of_kernel(function)) {
        continue;
      }
      std::vector<llvm::Instruction*> omitted;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (is_omitted(instruction)) omitted.push_back(&instruction);
      }
      for (llvm::Instruction* const access : omitted) add_callback(*access);
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  /// Whether ThreadSanitizer has taken the element for one of an unreachable variable.
  static bool is_omitted(llvm::Instruction& access) {
    if (access.isAtomic() || access.hasMetadata("nosanitize")) return false;
    const llvm::Value* const address = llvm::getLoadStorePointerOperand(&access);
    if (address == nullptr || callback_for(access).empty()) return false;
    const auto* const variable =
        llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address));
    return variable != nullptr && variable != address->stripPointerCasts() &&
           has_array(*variable->getAllocatedType()) && !may_be_reached(address) &&
           may_be_reached(variable) && callback_before(access) == nullptr;
  }

  /// Whether a variable of the type is an array, or has one as a member. Classes of the library,
  /// such as index, are no data of views.
  static bool has_array(const llvm::Type& type) {
    if (type.isArrayTy()) return true;
    const auto* const structure = llvm::dyn_cast<llvm::StructType>(&type);
    if (structure == nullptr) return false;
    if (structure->hasName() && (structure->getName().contains("concurrency::") ||
                                 structure->getName().contains("milliamp::"))) {
      return false;
    }
    return llvm::any_of(structure->elements(),
                        [](const llvm::Type* member) { return has_array(*member); });
  }

  /// The name of ThreadSanitizer's callback; empty if there is none for the size.
  static std::string callback_for(const llvm::Instruction& access) {
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    const std::uint64_t size =
        layout.getTypeStoreSize(llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&access)))
            .getFixedValue();
    if (size == 0 || size > 16 || (size & (size - 1)) != 0) return {};
    const bool is_aligned =
        llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&access)).value() >=
        std::min<std::uint64_t>(size, 8);
    return std::string(is_aligned ? "__tsan_" : "__tsan_unaligned_") +
           (llvm::isa<llvm::StoreInst>(access) ? "write" : "read") + std::to_string(size);
  }

  static void add_callback(llvm::Instruction& access) {
    llvm::IRBuilder<> before(&access);
    llvm::Type* const pointer = before.getInt8Ty()->getPointerTo();
    const llvm::FunctionCallee callback = access.getModule()->getOrInsertFunction(
        callback_for(access), llvm::FunctionType::get(before.getVoidTy(), {pointer}, false));
    before.CreateCall(
        callback, {before.CreatePointerCast(llvm::getLoadStorePointerOperand(&access), pointer)});
  }
};

}  // namespace

bool may_be_reached(const llvm::Value* address) {
  return llvm::PointerMayBeCaptured(address, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

llvm::CallBase* callback_before(llvm::Instruction& access) {
  const llvm::Value* const address = llvm::getLoadStorePointerOperand(&access);
  auto* const call = llvm::dyn_cast_or_null<llvm::CallBase>(access.getPrevNonDebugInstruction());
  if (address == nullptr || call == nullptr || call->arg_size() != 1) return nullptr;
  const std::string name = called_function(*call).str();
  const bool is_callback =
      name.rfind("__tsan_", 0) == 0 &&
      call->getArgOperand(0)->stripPointerCasts() == address->stripPointerCasts();
  return is_callback ? call : nullptr;
}

void add_local_variables_pass(llvm::ModulePassManager& passes) {
  passes.addPass(instrument_local_variables());
}

}  // namespace milliamp::instrument
