#include "clang_loop_callbacks.h"

#include "clang_passes.h"
#include "hoisted_callbacks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <limits>

namespace milliamp::instrument {

namespace {

using llvm::CmpInst;
using llvm::SCEV;

/// Whether a call reports an index out of the bounds of a C array.
bool is_of_c_array(llvm::StringRef called) { return called.substr(0, 15) == "__ubsan_handle_"; }

/// Whether a call reports an index out of bounds: of a C array, or of an array or a view.
bool is_failure(llvm::StringRef called) {
  return is_of_c_array(called) || called.contains("element_looked_at");
}

/// The address of a failed access to an element is that of scratch memory. Returns the other one
/// that a value may have; the value itself, if there are several or none fails.
/// @param unchecked blocks whose failures are not known before the loop
llvm::Value* value_in_bounds(llvm::Value* value,
                             const llvm::SmallPtrSetImpl<llvm::BasicBlock*>& unchecked) {
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(value);
  if (phi == nullptr) return value;
  llvm::Value* found = nullptr;
  for (llvm::Value* incoming : phi->incoming_values()) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(incoming->stripPointerCasts());
    if (call != nullptr && (is_failure(called_function(*call)) || is_scratch_memory(call)) &&
        !unchecked.contains(call->getParent())) {
      continue;
    }
    if (found != nullptr && found != incoming) return value;
    found = incoming;
  }
  return found == nullptr ? value : found;
}

/// Replaces addresses that value_in_bounds() has another value for, also those that an address is
/// computed from.
class assume_bounds : public llvm::SCEVRewriteVisitor<assume_bounds> {
 public:
  assume_bounds(llvm::ScalarEvolution& evolution,
                const llvm::SmallPtrSetImpl<llvm::BasicBlock*>& unchecked)
      : SCEVRewriteVisitor(evolution), unchecked_(unchecked) {}

  const SCEV* visitUnknown(const llvm::SCEVUnknown* unknown) {
    llvm::Value* const in_bounds = value_in_bounds(unknown->getValue(), unchecked_);
    return in_bounds == unknown->getValue() ? unknown : visit(SE.getSCEV(in_bounds));
  }

 private:
  const llvm::SmallPtrSetImpl<llvm::BasicBlock*>& unchecked_;
};

/// Whether the values of an index are computed without overflow in 64 bits.
bool is_small_step(const llvm::SCEVAddRecExpr& index, llvm::ScalarEvolution& evolution) {
  const auto* const step = llvm::dyn_cast<llvm::SCEVConstant>(index.getStepRecurrence(evolution));
  return step != nullptr && step->getAPInt().isSignedIntN(16);
}

/// Replaces extensions of an int that changes by a constant step by 64-bit values that do, which is
/// right if the int does not overflow.
class widen_indices : public llvm::SCEVRewriteVisitor<widen_indices> {
 public:
  widen_indices(llvm::ScalarEvolution& evolution, const llvm::Loop& loop)
      : SCEVRewriteVisitor(evolution), loop_(loop) {}

  const SCEV* visitSignExtendExpr(const llvm::SCEVSignExtendExpr* extended) {
    return widen(extended, std::numeric_limits<std::int32_t>::min());
  }
  const SCEV* visitZeroExtendExpr(const llvm::SCEVZeroExtendExpr* extended) {
    return widen(extended, 0);
  }

  /// What must hold.
  const std::vector<stepping_check>& checks() const { return checks_; }

 private:
  const SCEV* widen(const llvm::SCEVCastExpr* extended, std::int32_t least) {
    const auto* const index = llvm::dyn_cast<llvm::SCEVAddRecExpr>(extended->getOperand());
    if (index == nullptr || index->getLoop() != &loop_ || !index->isAffine() ||
        !index->getType()->isIntegerTy(32) || !extended->getType()->isIntegerTy(64) ||
        !is_small_step(*index, SE)) {
      return extended;
    }
    const SCEV* const bound =
        SE.getConstant(index->getType(), static_cast<std::uint64_t>(least), /*isSigned=*/true);
    checks_.push_back({index, CmpInst::ICMP_SGE, bound});
    return SE.getAddRecExpr(SE.getSignExtendExpr(index->getStart(), extended->getType()),
                            SE.getSignExtendExpr(index->getStepRecurrence(SE), extended->getType()),
                            &loop_, SCEV::FlagAnyWrap);
  }

  const llvm::Loop& loop_;
  std::vector<stepping_check> checks_;
};

}  // namespace

bool hides_a_value(const llvm::CallBase& call) {
  const auto* const statement = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return statement != nullptr && statement->getAsmString().empty() &&
         !llvm::StringRef(statement->getConstraintString()).contains("~{memory}");
}

bool loop_reader::read(llvm::Loop& loop, hoistable_loop& found) {
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
  std::vector<llvm::CallBase*> calls;
  atomics_.clear();
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      calls.push_back(call);
      if (is_atomic_operation(called_function(*call))) atomics_.push_back(call);
    }
  }
  unchecked_.clear();
  const auto is_known = [&](llvm::CallBase* call) {
    return !is_failure(called_function(*call)) || read_failure(*call, found);
  };
  const auto is_passable = [&](llvm::CallBase* call) { return read_call(*call, found); };
  return llvm::all_of(calls, is_known) && llvm::all_of(calls, is_passable) &&
         !found.callbacks.empty();
}

/// @return whether callbacks can be hoisted past the call
bool loop_reader::read_call(llvm::CallBase& call, hoistable_loop& found) {
  const llvm::StringRef name = called_function(call);
  if (read_size(name) != 0 || (is_over_points_ && write_size(name) != 0)) {
    add_callback(llvm::cast<llvm::CallInst>(call), found);
    return true;
  }
  if (is_failure(name) || is_scratch_memory(&call)) return true;
  if (is_access_callback(name)) {
    found.has_other_callbacks = true;
    return true;
  }
  if (is_over_points_ && is_atomic_operation(name)) {
    found.has_other_callbacks = true;
    return true;
  }
  return llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() ||
         hides_a_value(call) ||
         (!call.isInlineAsm() && call.doesNotAccessMemory() && call.doesNotThrow());
}

/// Whether a thread makes an access before its atomic operations. These do not validate later reads
/// (see race/validated_reads.h).
bool loop_reader::is_before_atomics(const llvm::CallBase& access) const {
  return llvm::all_of(atomics_, [&](const llvm::CallBase* atomic) {
    return dominators_.dominates(&access, atomic);
  });
}

void loop_reader::add_callback(llvm::CallInst& call, hoistable_loop& found) {
  const auto* const address =
      llvm::dyn_cast<llvm::SCEVAddRecExpr>(address_of(call.getArgOperand(0), found));
  if (dominators_.dominates(call.getParent(), found.loop->getLoopLatch()) &&
      is_before_atomics(call) && address != nullptr && address->getLoop() == found.loop &&
      address->isAffine() && is_known_before(address->getStart(), *found.loop) &&
      is_known_before(address->getStepRecurrence(evolution_), *found.loop)) {
    found.callbacks.push_back({&call, address});
  } else {
    found.has_other_callbacks = true;
  }
}

/// The address of an access whose index is in bounds.
const SCEV* loop_reader::address_of(llvm::Value* pointer, hoistable_loop& found) {
  const SCEV* const known =
      assume_bounds(evolution_, unchecked_).visit(evolution_.getSCEV(pointer));
  widen_indices widened(evolution_, *found.loop);
  const SCEV* const result = widened.visit(known);
  for (const stepping_check& check : widened.checks()) add_check(check, found);
  return result;
}

/// Reads the bounds checks that branch to a failure block.
/// @return whether callbacks can be hoisted past it
bool loop_reader::read_failure(llvm::CallBase& call, hoistable_loop& found) {
  llvm::BasicBlock* const block = call.getParent();
  const bool is_read = llvm::all_of(llvm::predecessors(block), [&](llvm::BasicBlock* checks) {
    auto* const branch = llvm::dyn_cast<llvm::BranchInst>(checks->getTerminator());
    return branch != nullptr && branch->isConditional() &&
           read_check(*branch, branch->getSuccessor(0) == block, found);
  });
  if (is_read) return true;
  // A failure of the checks of an array or a view concerns no access but its own.
  unchecked_.insert(block);
  found.has_other_callbacks = true;
  return !is_of_c_array(called_function(call));
}

bool loop_reader::read_check(llvm::BranchInst& branch, bool fails_if, hoistable_loop& found) {
  found.check_branches.emplace_back(&branch, fails_if);
  return read_condition(branch.getCondition(), fails_if, found);
}

bool loop_reader::read_condition(llvm::Value* condition, bool fails_if, hoistable_loop& found) {
  using namespace llvm::PatternMatch;
  // One of two conditions suffices to fail.
  llvm::Value *one, *other;
  if (fails_if ? match(condition, m_LogicalOr(m_Value(one), m_Value(other)))
               : match(condition, m_LogicalAnd(m_Value(one), m_Value(other)))) {
    return read_condition(one, fails_if, found) && read_condition(other, fails_if, found);
  }
  auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (comparison == nullptr || !evolution_.isSCEVable(comparison->getOperand(0)->getType())) {
    return false;
  }
  const SCEV* const left = evolution_.getSCEV(comparison->getOperand(0));
  const SCEV* const right = evolution_.getSCEV(comparison->getOperand(1));
  if (is_known_before(left, *found.loop) && is_known_before(right, *found.loop)) {
    found.invariant_checks.push_back({comparison, fails_if});
    return true;
  }
  const auto passes_if = fails_if ? comparison->getInversePredicate() : comparison->getPredicate();
  return read_stepping_check(left, passes_if, right, found) ||
         read_stepping_check(right, CmpInst::getSwappedPredicate(passes_if), left, found);
}

/// Accepts bounds of an int, and constant ones.
bool loop_reader::read_stepping_check(const SCEV* left, CmpInst::Predicate passes_if,
                                      const SCEV* right, hoistable_loop& found) {
  const auto* const index = llvm::dyn_cast<llvm::SCEVAddRecExpr>(left);
  if (index == nullptr || index->getLoop() != found.loop || !index->isAffine() ||
      !is_small_step(*index, evolution_) || !is_known_before(index->getStart(), *found.loop) ||
      !is_known_before(right, *found.loop)) {
    return false;
  }
  const auto* const bound = llvm::dyn_cast<llvm::SCEVConstant>(right);
  const bool is_small_bound = bound != nullptr && bound->getAPInt().ule(INT32_MAX);
  const bool is_upper = passes_if == CmpInst::ICMP_ULT || passes_if == CmpInst::ICMP_ULE;
  const bool is_signed = passes_if == CmpInst::ICMP_SLT || passes_if == CmpInst::ICMP_SLE ||
                         passes_if == CmpInst::ICMP_SGT || passes_if == CmpInst::ICMP_SGE;
  if (!(is_upper && is_small_bound) && !(is_signed && index->getType()->isIntegerTy(32))) {
    return false;
  }
  add_check({index, passes_if, right}, found);
  return true;
}

void loop_reader::add_check(const stepping_check& check, hoistable_loop& found) {
  if (!llvm::is_contained(found.stepping_checks, check)) found.stepping_checks.push_back(check);
}

/// Whether a value is known before the loop, and can be computed there.
bool loop_reader::is_known_before(const SCEV* value, const llvm::Loop& loop) {
  const auto may_trap = [](const SCEV* part) {
    const auto* const division = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
    return division != nullptr && !llvm::isa<llvm::SCEVConstant>(division->getRHS());
  };
  return !llvm::isa<llvm::SCEVCouldNotCompute>(value) && evolution_.isLoopInvariant(value, &loop) &&
         !llvm::SCEVExprContains(value, may_trap);
}

}  // namespace milliamp::instrument
