/// @file
/// The callbacks that clang_hoist_callbacks.cpp can hoist out of a loop.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace milliamp::instrument {

/// A check of an index that is the same in each iteration.
struct invariant_check {
  llvm::ICmpInst* comparison;
  bool fails_if;  ///< the result with which the index is out of bounds
};

/// A check of an index that changes by the same step in each iteration. If the first and the last
/// index pass, and no index overflows, all pass.
struct stepping_check {
  const llvm::SCEVAddRecExpr* index;
  llvm::CmpInst::Predicate passes_if;  ///< the comparison of the index with the bound
  const llvm::SCEV* bound;

  bool operator==(const stepping_check& other) const {
    return index == other.index && passes_if == other.passes_if && bound == other.bound;
  }
};

/// A callback for an access that each iteration makes, at a constant distance from that of the
/// iteration before.
struct hoistable_callback {
  llvm::CallInst* call;
  const llvm::SCEVAddRecExpr* address;
};

/// A loop with such callbacks.
struct hoistable_loop {
  llvm::Loop* loop;
  const llvm::SCEV* count;  ///< the number of iterations
  std::vector<hoistable_callback> callbacks;
  std::vector<invariant_check> invariant_checks;
  std::vector<stepping_check> stepping_checks;
  std::vector<std::pair<llvm::BranchInst*, bool>> check_branches;  ///< and the result that fails
  bool has_other_callbacks = false;
};

/// Finds the callbacks of a function's loops that can be hoisted.
class loop_reader {
 public:
  /// @param is_over_points each iteration of the loops is a separate thread, which may also write
  loop_reader(llvm::DominatorTree& dominators, llvm::ScalarEvolution& evolution,
              bool is_over_points)
      : dominators_(dominators), evolution_(evolution), is_over_points_(is_over_points) {}

  /// @return whether there are any
  bool read(llvm::Loop& loop, hoistable_loop& found);

 private:
  bool read_call(llvm::CallBase& call, hoistable_loop& found);
  bool is_before_atomics(const llvm::CallBase& access) const;
  void add_callback(llvm::CallInst& call, hoistable_loop& found);
  bool read_failure(llvm::CallBase& call, hoistable_loop& found);
  bool read_check(llvm::BranchInst& branch, bool fails_if, hoistable_loop& found);
  bool read_condition(llvm::Value* condition, bool fails_if, hoistable_loop& found);
  bool read_stepping_check(const llvm::SCEV* left, llvm::CmpInst::Predicate passes_if,
                           const llvm::SCEV* right, hoistable_loop& found);
  static void add_check(const stepping_check& check, hoistable_loop& found);
  const llvm::SCEV* address_of(llvm::Value* pointer, hoistable_loop& found);
  bool is_known_before(const llvm::SCEV* value, const llvm::Loop& loop);

  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const bool is_over_points_;
  std::vector<llvm::CallBase*> atomics_;  ///< the atomic operations in the loop
  llvm::SmallPtrSet<llvm::BasicBlock*, 4>
      unchecked_;  ///< blocks that run if an unknown check fails
};

}  // namespace milliamp::instrument
