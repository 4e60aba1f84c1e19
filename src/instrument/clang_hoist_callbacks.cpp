/// @file
/// A pass for Clang, after ThreadSanitizer's, that calls one callback before a loop of a kernel in
/// place of one for each value that the loop reads:
///
///     for (int k = 0; k < 16; ++k) {        void* site = __milliamp_read_values(row, 4, 16, 4);
///       __tsan_read4(&row[k]);        ->    for (int k = 0; k < 16; ++k) {
///       sum += row[k];                        if (site != nullptr) __tsan_read4_pc(&row[k], site);
///     }                                       sum += row[k];
///                                           }
///
/// In the loop over the points of an untiled kernel, each iteration is a separate thread. There
/// it calls __milliamp_access_row before the loop, for reads and for writes.
///
/// These callbacks return their call site whenever the accesses need separate callbacks, for
/// example because one of them is a data race. So both have one call site in reports.
/// gcc_hoist_reads.cpp does the same for GCC, without the loops over points.
///
/// Where no other callback is left in the loop, a copy of it without any runs if none is needed.
/// The calls are rare, but Clang keeps no sum in a register across them: a product of matrices took
/// 1.3 times as long.

#include "clang_loop_callbacks.h"
#include "clang_passes.h"
#include "hoisted_callbacks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <utility>
#include <vector>

namespace milliamp::instrument {

namespace {

using llvm::SCEV;

/// A loop with the calls before it.
struct hoisted_loop {
  hoistable_loop found;
  /// The callbacks in the loop, and the call site of each, null where it is not called.
  std::vector<std::pair<llvm::CallInst*, llvm::Value*>> callbacks;
  llvm::Value* needs_none;  ///< no callback is called in the loop
};

/// Inserts the calls before a loop.
class call_inserter {
 public:
  call_inserter(const hoistable_loop& found, llvm::ScalarEvolution& evolution, bool is_over_points)
      : found_(found),
        evolution_(evolution),
        is_over_points_(is_over_points),
        end_(found.loop->getLoopPreheader()->getTerminator()),
        builder_(end_),
        expander_(evolution, end_->getModule()->getDataLayout(), "milliamp") {}

  hoisted_loop insert() {
    llvm::Value* const iterations = expand(found_.count, word());
    llvm::Value* const is_inside = is_in_bounds(iterations);
    // After an index out of bounds, the next access is taken for the faulty one: none is hoisted.
    llvm::Value* const count = builder_.CreateSelect(is_inside, iterations, builder_.getInt64(0));
    hoisted_loop hoisted{found_, {}, is_inside};
    for (const auto& [callback, address] : found_.callbacks) {
      llvm::Value* const call_site = insert_call(*callback, *address, count);
      hoisted.callbacks.emplace_back(callback, call_site);
      hoisted.needs_none = builder_.CreateAnd(hoisted.needs_none, builder_.CreateIsNull(call_site));
    }
    return hoisted;
  }

 private:
  /// Whether all indices in the loop are.
  llvm::Value* is_in_bounds(llvm::Value* iterations) {
    llvm::Value* all = builder_.getTrue();
    const auto add = [&](llvm::Value* condition) { all = builder_.CreateAnd(all, condition); };
    for (const invariant_check& check : found_.invariant_checks) {
      const auto operand = [&](unsigned number) {
        llvm::Value* const value = check.comparison->getOperand(number);
        return expand(evolution_.getSCEV(value), value->getType());
      };
      llvm::Value* const result =
          builder_.CreateICmp(check.comparison->getPredicate(), operand(0), operand(1));
      add(check.fails_if ? builder_.CreateNot(result) : result);
    }
    llvm::Value* const last = builder_.CreateSub(iterations, builder_.getInt64(1));
    for (const stepping_check& check : found_.stepping_checks) {
      if (llvm::CmpInst::isSigned(check.passes_if)) {
        add(passes_signed(check, last));
      } else {
        add(passes_unsigned(check, last));
      }
    }
    return all;
  }

  /// @param last the number of the last iteration
  llvm::Value* passes_signed(const stepping_check& check, llvm::Value* last) {
    llvm::Value* const bound = expand(evolution_.getSignExtendExpr(check.bound, word()), word());
    llvm::Value* const first =
        expand(evolution_.getSignExtendExpr(check.index->getStart(), word()), word());
    llvm::Value* const end = builder_.CreateAdd(first, distance(check, last));
    llvm::Value* const is_int = builder_.CreateICmpEQ(
        end, builder_.CreateSExt(builder_.CreateTrunc(end, builder_.getInt32Ty()), word()));
    return builder_.CreateAnd({is_int, builder_.CreateICmp(check.passes_if, first, bound),
                               builder_.CreateICmp(check.passes_if, end, bound)});
  }

  /// With a constant bound that is an int, no sum overflows if its operands are within the bound.
  llvm::Value* passes_unsigned(const stepping_check& check, llvm::Value* last) {
    llvm::Value* const bound =
        expand(evolution_.getTruncateOrZeroExtend(check.bound, word()), word());
    llvm::Value* const first =
        expand(evolution_.getTruncateOrZeroExtend(check.index->getStart(), word()), word());
    llvm::Value* const end = builder_.CreateAdd(first, distance(check, last));
    return builder_.CreateAnd({builder_.CreateICmpULE(last, bound),
                               builder_.CreateICmp(check.passes_if, first, bound),
                               builder_.CreateICmp(check.passes_if, end, bound)});
  }

  /// How much an index changes from the first iteration to a later one.
  llvm::Value* distance(const stepping_check& check, llvm::Value* iteration) {
    const auto* const step =
        llvm::cast<llvm::SCEVConstant>(check.index->getStepRecurrence(evolution_));
    return builder_.CreateMul(
        iteration, builder_.getInt64(static_cast<std::uint64_t>(step->getAPInt().getSExtValue())));
  }

  llvm::Value* insert_call(llvm::CallInst& callback, const llvm::SCEVAddRecExpr& address,
                           llvm::Value* count) {
    llvm::Type* const pointer = callback.getArgOperand(0)->getType();
    const SCEV* const step =
        evolution_.getNoopOrSignExtend(address.getStepRecurrence(evolution_), word());
    const llvm::StringRef name = called_function(callback);
    const unsigned written = write_size(name);
    std::vector<llvm::Value*> arguments{
        expand(address.getStart(), pointer), expand(step, word()), count,
        builder_.getInt64(written != 0 ? written : read_size(name))};
    if (is_over_points_) arguments.push_back(builder_.getInt32(written != 0));
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    const llvm::FunctionCallee hoisted = callback.getModule()->getOrInsertFunction(
        is_over_points_ ? hoisted_row_callback : hoisted_reads_callback,
        llvm::FunctionType::get(pointer, types, /*isVarArg=*/false));
    llvm::CallInst* const call = builder_.CreateCall(hoisted, arguments);
    call->setDebugLoc(callback.getDebugLoc());
    return call;
  }

  llvm::Value* expand(const SCEV* value, llvm::Type* type) {
    return expander_.expandCodeFor(value, type, end_);
  }
  llvm::Type* word() { return builder_.getInt64Ty(); }

  const hoistable_loop& found_;
  llvm::ScalarEvolution& evolution_;
  const bool is_over_points_;
  llvm::Instruction* end_;
  llvm::IRBuilder<> builder_;
  llvm::SCEVExpander expander_;
};

class hoist_callbacks : public llvm::PassInfoMixin<hoist_callbacks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!is_of_kernel(function)) return llvm::PreservedAnalyses::all();
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : loops) {
      llvm::simplifyLoop(loop, &dominators, &loops, &evolution, nullptr, nullptr, false);
    }
    std::vector<hoisted_loop> hoisted;
    const bool is_over_points = is_loop_over_points(function);
    loop_reader reader(dominators, evolution, is_over_points);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      hoistable_loop found{};
      if (!loop->isInnermost() || loop->getLoopPreheader() == nullptr ||
          !reader.read(*loop, found)) {
        continue;
      }
      hoisted.push_back(call_inserter(found, evolution, is_over_points).insert());
    }
    // Last, because this changes the loops.
    for (const hoisted_loop& loop : hoisted) {
      if (loop.found.has_other_callbacks) continue;
      llvm::formLCSSA(*loop.found.loop, dominators, &loops, &evolution);
      add_copy_without_calls(loop, loops, dominators);
    }
    for (const hoisted_loop& loop : hoisted) {
      for (const auto& [callback, call_site] : loop.callbacks) call_if_needed(callback, call_site);
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  /// Adds a copy of a loop without callbacks and checks, which runs if neither is needed.
  static void add_copy_without_calls(const hoisted_loop& hoisted, llvm::LoopInfo& loops,
                                     llvm::DominatorTree& dominators) {
    llvm::Loop* const loop = hoisted.found.loop;
    llvm::BasicBlock* const latch = loop->getLoopLatch();
    llvm::BasicBlock* const exit = loop->getUniqueExitBlock();
    llvm::BasicBlock* const before = loop->getLoopPreheader();
    llvm::BasicBlock* const preheader =
        llvm::SplitBlock(before, before->getTerminator(), &dominators, &loops);
    llvm::ValueToValueMapTy copies;
    llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
    llvm::cloneLoopWithPreheader(preheader, before, loop, copies, ".uncalled", &loops, &dominators,
                                 blocks);
    llvm::remapInstructionsInBlocks(blocks, copies);
    const auto copy_of = [&](llvm::Value* value) -> llvm::Value* {
      const auto found = copies.find(value);
      return found == copies.end() ? value : &*found->second;
    };

    llvm::ReplaceInstWithInst(
        before->getTerminator(),
        llvm::BranchInst::Create(llvm::cast<llvm::BasicBlock>(copy_of(preheader)), preheader,
                                 hoisted.needs_none));
    for (llvm::PHINode& result : exit->phis()) {
      result.addIncoming(copy_of(result.getIncomingValueForBlock(latch)),
                         llvm::cast<llvm::BasicBlock>(copy_of(latch)));
    }
    dominators.changeImmediateDominator(exit, before);
    for (const auto& [callback, call_site] : hoisted.callbacks) {
      llvm::cast<llvm::Instruction>(copy_of(callback))->eraseFromParent();
    }
    for (const auto& [branch, fails_if] : hoisted.found.check_branches) {
      llvm::cast<llvm::BranchInst>(copy_of(branch))
          ->setCondition(llvm::ConstantInt::getBool(branch->getContext(), !fails_if));
    }
  }

  static void call_if_needed(llvm::CallInst* callback, llvm::Value* call_site) {
    llvm::MDNode* const unlikely =
        llvm::MDBuilder(callback->getContext()).createBranchWeights(1, 1000);
    llvm::IRBuilder<> builder(llvm::SplitBlockAndInsertIfThen(
        llvm::IRBuilder<>(callback).CreateIsNotNull(call_site), callback,
        /*Unreachable=*/false, unlikely));
    const llvm::FunctionCallee replacement = callback->getModule()->getOrInsertFunction(
        with_call_site(called_function(*callback)), builder.getVoidTy(), call_site->getType(),
        call_site->getType());
    builder.CreateCall(replacement, {callback->getArgOperand(0), call_site})
        ->setDebugLoc(callback->getDebugLoc());
    callback->eraseFromParent();
  }
};

}  // namespace

void add_hoist_callbacks_pass(llvm::ModulePassManager& passes) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(hoist_callbacks()));
}

}  // namespace milliamp::instrument
