/// @file
/// The plugin for Clang, which compiles the sources of checked programs with it. It works with the
/// LLVM version whose headers it is compiled with (see CMakeLists.txt).

#include "clang_passes.h"

#include <milliamp/version.h>

#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include <utility>

namespace milliamp::instrument {

namespace {

/// ArgumentPromotion loads what a parameter refers to in the callers, even if the function only
/// does so under a condition. No flag of Clang disables it.
void disable_argument_promotion(llvm::PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef pass, auto&&...) { return pass != "ArgumentPromotionPass"; });
}

void add_passes(llvm::PassBuilder& builder) {
  if (auto* callbacks = builder.getPassInstrumentationCallbacks()) {
    disable_argument_promotion(*callbacks);
  }
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager& passes, auto&&...) { add_conditional_loads_pass(passes); });
  // Clang registers ThreadSanitizer's pass after it has loaded the plugins, and passes at the same
  // extension point run in the order of their registration. So one pass precedes it, and the others
  // are registered when the pipeline is built.
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, auto&&...) { add_mark_local_accesses_pass(passes); });
  builder.registerPipelineStartEPCallback([&builder](llvm::ModulePassManager& first, auto&&...) {
    add_red_zones_pass(first);
    llvm::FunctionPassManager first_of_function;
    add_index_checks_pass(first_of_function);
    add_conditional_loads_pass(first_of_function);
    first.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(first_of_function)));
    builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager& passes, auto&&...) {
      add_remove_local_callbacks_pass(passes);
      add_local_variables_pass(passes);
      add_inline_points_pass(passes);
      add_hoist_callbacks_pass(passes);
      add_guard_callbacks_pass(passes);
      add_mark_unused_results_pass(passes);
      add_redirect_calls_pass(passes);
    });
  });
}

}  // namespace

}  // namespace milliamp::instrument

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "milliamp", MILLIAMP_VERSION_STRING,
          milliamp::instrument::add_passes};
}
