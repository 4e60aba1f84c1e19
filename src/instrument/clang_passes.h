/// @file
/// The passes that Milliamp adds to Clang's pipeline.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

namespace milliamp::instrument {

/// Whether a function contains the body of a kernel.
bool is_of_kernel(const llvm::Function& function);
/// Whether a function contains the loop over the points of an untiled kernel.
bool is_loop_over_points(const llvm::Function& function);
/// The name of the function that a call calls; empty for an indirect call.
llvm::StringRef called_function(const llvm::CallBase& call);

/// Whether other code can reach the memory at an address within a local variable.
bool may_be_reached(const llvm::Value* address);
/// Whether a value is the address of scratch memory that replaces an element out of bounds.
bool is_scratch_memory(const llvm::Value* object);
/// The callback that ThreadSanitizer has put before a load or a store; null: none.
llvm::CallBase* callback_before(llvm::Instruction& access);

/// Whether a call is an assembler statement without instructions, which only hides the origin of a
/// value from the optimizer; the functions of <milliamp/atomics.h> have some.
bool hides_a_value(const llvm::CallBase& call);

void add_conditional_loads_pass(llvm::FunctionPassManager& passes);
void add_guard_callbacks_pass(llvm::ModulePassManager& passes);
void add_hoist_callbacks_pass(llvm::ModulePassManager& passes);
void add_index_checks_pass(llvm::FunctionPassManager& passes);
void add_inline_points_pass(llvm::ModulePassManager& passes);
void add_local_variables_pass(llvm::ModulePassManager& passes);
void add_mark_local_accesses_pass(llvm::ModulePassManager& passes);
void add_red_zones_pass(llvm::ModulePassManager& passes);
void add_mark_unused_results_pass(llvm::ModulePassManager& passes);
void add_redirect_calls_pass(llvm::ModulePassManager& passes);
void add_remove_local_callbacks_pass(llvm::ModulePassManager& passes);

}  // namespace milliamp::instrument
