// The passes that Milliamp adds to Clang's pipeline.
#pragma once

#include <llvm/IR/PassManager.h>

namespace milliamp::instrument {

/// Whether a function contains the body of a kernel.
bool is_of_kernel(const llvm::Function& function);

void add_guard_callbacks_pass(llvm::ModulePassManager& passes);
void add_hoist_reads_pass(llvm::ModulePassManager& passes);
void add_red_zones_pass(llvm::ModulePassManager& passes);
void add_redirect_calls_pass(llvm::ModulePassManager& passes);

}  // namespace milliamp::instrument
