// A pass for Clang, after ThreadSanitizer's, that calls one callback before a loop of a kernel in
// place of one for each value that the loop reads:
//
//     for (int k = 0; k < 16; ++k) {        void* site = __milliamp_read_values(row, 4, 16, 4);
//       __tsan_read4(&row[k]);        ->    for (int k = 0; k < 16; ++k) {
//       sum += row[k];                        if (site != nullptr) __tsan_read4_pc(&row[k], site);
//     }                                       sum += row[k];
//                                           }
//
// That callback returns its call site whenever the reads need callbacks of their own, for example
// because one of them is a data race. So both have one call site in reports. gcc_hoist_reads.cpp
// does the same for GCC.
//
// Where no other callback is left in the loop, a copy of it without any runs if none is needed. The
// calls are rare, but Clang keeps no sum in a register across them: a product of matrices took
// 1.3 times as long.

#include "clang_passes.h"
#include "hoisted_reads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
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

llvm::StringRef called_function(const llvm::CallBase& call) {
  const llvm::Function* const called = call.getCalledFunction();
  return called == nullptr ? "" : called->getName();
}

/// A check of an array index that is the same in each iteration.
struct invariant_check {
  llvm::ICmpInst* comparison;
  bool fails_if;  ///< the result with which the index is out of bounds
};

/// A check of an array index that changes by the same step in each iteration. If the first and the
/// last index are at most the bound, all are.
struct stepping_check {
  const llvm::SCEVAddRecExpr* index;
  std::uint64_t bound;
};

/// The loop's callbacks that can be hoisted.
struct hoistable_reads {
  llvm::Loop* loop;
  const SCEV* count;  ///< of iterations
  std::vector<invariant_check> invariant_checks;
  std::vector<stepping_check> stepping_checks;
  std::vector<std::pair<llvm::CallInst*, const llvm::SCEVAddRecExpr*>> reads;  ///< and addresses
  std::vector<std::pair<llvm::BranchInst*, bool>> check_branches;  ///< and the result that fails
  bool has_other_callbacks = false;
};

/// Finds the callbacks of a function's loops that can be hoisted.
class loop_reader {
 public:
  loop_reader(llvm::DominatorTree& dominators, llvm::ScalarEvolution& evolution)
      : dominators_(dominators), evolution_(evolution) {}

  /// @return whether there are any
  bool read(llvm::Loop& loop, hoistable_reads& found) {
    llvm::BasicBlock* const latch = loop.getLoopLatch();
    // Each block that dominates the latch then runs once in each iteration.
    if (latch == nullptr || loop.getExitingBlock() != latch) return false;
    const SCEV* const count = evolution_.getBackedgeTakenCount(&loop);
    if (!is_known_before(count, loop)) return false;
    llvm::Type* const word = llvm::Type::getInt64Ty(latch->getContext());
    if (evolution_.getTypeSizeInBits(count->getType()) > 64) return false;
    found.loop = &loop;
    found.count =
        evolution_.getAddExpr(evolution_.getNoopOrZeroExtend(count, word), evolution_.getOne(word));
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call != nullptr && !read_call(*call, found)) return false;
      }
    }
    return !found.reads.empty();
  }

 private:
  /// @return whether callbacks can be hoisted past the call
  bool read_call(llvm::CallBase& call, hoistable_reads& found) {
    const llvm::StringRef name = called_function(call);
    if (read_size(name) != 0) {
      add_read(llvm::cast<llvm::CallInst>(call), found);
      return true;
    }
    if (name.substr(0, 15) == "__ubsan_handle_") return read_check(call, found);
    if (is_access_callback(name)) {
      found.has_other_callbacks = true;
      return true;
    }
    return llvm::isa<llvm::DbgInfoIntrinsic>(call) ||
           (!call.isInlineAsm() && call.doesNotAccessMemory() && call.doesNotThrow());
  }

  void add_read(llvm::CallInst& call, hoistable_reads& found) {
    const auto* const address =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(call.getArgOperand(0)));
    if (dominators_.dominates(call.getParent(), found.loop->getLoopLatch()) && address != nullptr &&
        address->getLoop() == found.loop && address->isAffine() &&
        is_known_before(address->getStart(), *found.loop) &&
        is_known_before(address->getStepRecurrence(evolution_), *found.loop)) {
      found.reads.emplace_back(&call, address);
    } else {
      found.has_other_callbacks = true;
    }
  }

  bool read_check(llvm::CallBase& call, hoistable_reads& found) {
    llvm::BasicBlock* const block = call.getParent();
    llvm::BasicBlock* const checks = block->getSinglePredecessor();
    auto* const branch =
        checks == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(checks->getTerminator());
    if (branch == nullptr || !branch->isConditional()) return false;
    auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (comparison == nullptr || !evolution_.isSCEVable(comparison->getOperand(0)->getType())) {
      return false;
    }
    const bool fails_if = branch->getSuccessor(0) == block;
    found.check_branches.emplace_back(branch, fails_if);
    const SCEV* const left = evolution_.getSCEV(comparison->getOperand(0));
    const SCEV* const right = evolution_.getSCEV(comparison->getOperand(1));
    if (is_known_before(left, *found.loop) && is_known_before(right, *found.loop)) {
      found.invariant_checks.push_back({comparison, fails_if});
      return true;
    }
    const auto passes_if =
        fails_if ? comparison->getInversePredicate() : comparison->getPredicate();
    return read_stepping_check(left, passes_if, right, found);
  }

  /// Accepts constant bounds, and small steps: the last index is then computed without overflow.
  bool read_stepping_check(const SCEV* left, llvm::CmpInst::Predicate passes_if, const SCEV* right,
                           hoistable_reads& found) {
    const auto* const index = llvm::dyn_cast<llvm::SCEVAddRecExpr>(left);
    const auto* const bound = llvm::dyn_cast<llvm::SCEVConstant>(right);
    if (index == nullptr || bound == nullptr || index->getLoop() != found.loop ||
        !index->isAffine() || !is_known_before(index->getStart(), *found.loop) ||
        bound->getAPInt().ugt(INT32_MAX) || bound->isZero()) {
      return false;
    }
    const auto* const step =
        llvm::dyn_cast<llvm::SCEVConstant>(index->getStepRecurrence(evolution_));
    if (step == nullptr || !step->getAPInt().isSignedIntN(16)) return false;
    const std::uint64_t limit = bound->getAPInt().getZExtValue();
    if (passes_if != llvm::CmpInst::ICMP_ULT && passes_if != llvm::CmpInst::ICMP_ULE) return false;
    found.stepping_checks.push_back(
        {index, passes_if == llvm::CmpInst::ICMP_ULT ? limit - 1 : limit});
    return true;
  }

  /// Whether a value is known before the loop, and can be computed there.
  bool is_known_before(const SCEV* value, const llvm::Loop& loop) {
    const auto may_trap = [](const SCEV* part) {
      const auto* const division = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
      return division != nullptr && !llvm::isa<llvm::SCEVConstant>(division->getRHS());
    };
    return !llvm::isa<llvm::SCEVCouldNotCompute>(value) &&
           evolution_.isLoopInvariant(value, &loop) && !llvm::SCEVExprContains(value, may_trap);
  }

  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
};

/// A loop with the calls before it.
struct hoisted_loop {
  hoistable_reads found;
  /// The callbacks in the loop, and the call site of each, null where it is not called.
  std::vector<std::pair<llvm::CallInst*, llvm::Value*>> callbacks;
  llvm::Value* needs_none;  ///< no callback is called in the loop
};

/// Inserts the calls before a loop.
class call_inserter {
 public:
  call_inserter(const hoistable_reads& found, llvm::ScalarEvolution& evolution)
      : found_(found),
        evolution_(evolution),
        end_(found.loop->getLoopPreheader()->getTerminator()),
        builder_(end_),
        expander_(evolution, end_->getModule()->getDataLayout(), "milliamp") {}

  hoisted_loop insert() {
    llvm::Value* const iterations = expand(found_.count, word());
    llvm::Value* const is_inside = is_in_bounds(iterations);
    // After an index out of bounds, the next access is taken for the faulty one: none is hoisted.
    llvm::Value* const count = builder_.CreateSelect(is_inside, iterations, builder_.getInt64(0));
    hoisted_loop hoisted{found_, {}, is_inside};
    for (const auto& [callback, address] : found_.reads) {
      llvm::Value* const site = insert_call(*callback, *address, count);
      hoisted.callbacks.emplace_back(callback, site);
      hoisted.needs_none = builder_.CreateAnd(hoisted.needs_none, builder_.CreateIsNull(site));
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
      llvm::Value* const bound = builder_.getInt64(check.bound);
      llvm::Value* const first =
          expand(evolution_.getTruncateOrZeroExtend(check.index->getStart(), word()), word());
      const auto* const step =
          llvm::cast<llvm::SCEVConstant>(check.index->getStepRecurrence(evolution_));
      llvm::Value* const way = builder_.CreateMul(
          last, builder_.getInt64(static_cast<std::uint64_t>(step->getAPInt().getSExtValue())));
      for (llvm::Value* value : {first, last, builder_.CreateAdd(first, way)}) {
        add(builder_.CreateICmpULE(value, bound));
      }
    }
    return all;
  }

  llvm::Value* insert_call(llvm::CallInst& callback, const llvm::SCEVAddRecExpr& address,
                           llvm::Value* count) {
    llvm::Type* const pointer = callback.getArgOperand(0)->getType();
    const llvm::FunctionCallee reader = callback.getModule()->getOrInsertFunction(
        hoisted_reads_callback, pointer, pointer, word(), word(), word());
    const SCEV* const step =
        evolution_.getNoopOrSignExtend(address.getStepRecurrence(evolution_), word());
    llvm::CallInst* const call = builder_.CreateCall(
        reader, {expand(address.getStart(), pointer), expand(step, word()), count,
                 builder_.getInt64(read_size(called_function(callback)))});
    call->setDebugLoc(callback.getDebugLoc());
    return call;
  }

  llvm::Value* expand(const SCEV* value, llvm::Type* type) {
    return expander_.expandCodeFor(value, type, end_);
  }
  llvm::Type* word() { return builder_.getInt64Ty(); }

  const hoistable_reads& found_;
  llvm::ScalarEvolution& evolution_;
  llvm::Instruction* end_;
  llvm::IRBuilder<> builder_;
  llvm::SCEVExpander expander_;
};

class hoist_reads : public llvm::PassInfoMixin<hoist_reads> {
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
    loop_reader reader(dominators, evolution);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      hoistable_reads found;
      if (!loop->isInnermost() || loop->getLoopPreheader() == nullptr ||
          !reader.read(*loop, found)) {
        continue;
      }
      hoisted.push_back(call_inserter(found, evolution).insert());
    }
    // Last, because this changes the loops.
    for (const hoisted_loop& loop : hoisted) {
      if (loop.found.has_other_callbacks) continue;
      llvm::formLCSSA(*loop.found.loop, dominators, &loops, &evolution);
      add_copy_without_calls(loop, loops, dominators);
    }
    for (const hoisted_loop& loop : hoisted) {
      for (const auto& [callback, site] : loop.callbacks) call_if_needed(callback, site);
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
    for (const auto& [callback, site] : hoisted.callbacks) {
      llvm::cast<llvm::Instruction>(copy_of(callback))->eraseFromParent();
    }
    for (const auto& [branch, fails_if] : hoisted.found.check_branches) {
      llvm::cast<llvm::BranchInst>(copy_of(branch))
          ->setCondition(llvm::ConstantInt::getBool(branch->getContext(), !fails_if));
    }
  }

  static void call_if_needed(llvm::CallInst* callback, llvm::Value* site) {
    llvm::MDNode* const unlikely =
        llvm::MDBuilder(callback->getContext()).createBranchWeights(1, 1000);
    llvm::IRBuilder<> builder(
        llvm::SplitBlockAndInsertIfThen(llvm::IRBuilder<>(callback).CreateIsNotNull(site), callback,
                                        /*Unreachable=*/false, unlikely));
    const llvm::FunctionCallee with_site = callback->getModule()->getOrInsertFunction(
        with_call_site(called_function(*callback)), builder.getVoidTy(), site->getType(),
        site->getType());
    builder.CreateCall(with_site, {callback->getArgOperand(0), site})
        ->setDebugLoc(callback->getDebugLoc());
    callback->eraseFromParent();
  }
};

}  // namespace

void add_hoist_reads_pass(llvm::ModulePassManager& passes) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(hoist_reads()));
}

}  // namespace milliamp::instrument
