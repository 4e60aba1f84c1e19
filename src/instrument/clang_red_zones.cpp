/// @file
/// A pass for Clang that puts a red zone after each tile_static variable. gcc_red_zones.cpp does
/// the same for GCC.

#include "clang_passes.h"
#include "red_zones.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

namespace milliamp::instrument {

namespace {

bool is_defined_tile_static(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  return variable.isThreadLocal() && !variable.isDeclarationForLinker() &&
         is_tile_static({name.data(), name.size()});
}

/// Clang emits variables in the order of the module, and those of a COMDAT group together.
void add_red_zone(llvm::Module& module, llvm::GlobalVariable& variable) {
  const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
  llvm::Type* const type =
      llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), red_zone_size(size));
  const auto next = std::next(variable.getIterator());
  auto* const zone = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
      llvm::ConstantAggregateZero::get(type), red_zone_name,
      next == module.global_end() ? nullptr : &*next, variable.getThreadLocalMode());
  zone->setAlignment(llvm::Align(1));  // directly after the variable
  zone->setComdat(variable.getComdat());
  llvm::appendToCompilerUsed(module, zone);
}

class add_red_zones : public llvm::PassInfoMixin<add_red_zones> {
 public:
  /// Includes code that is not optimized.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<llvm::GlobalVariable*> variables;
    for (llvm::GlobalVariable& variable : module.globals()) {
      if (is_defined_tile_static(variable)) variables.push_back(&variable);
    }
    for (llvm::GlobalVariable* const variable : variables) add_red_zone(module, *variable);
    return variables.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void add_red_zones_pass(llvm::ModulePassManager& passes) { passes.addPass(add_red_zones()); }

}  // namespace milliamp::instrument
