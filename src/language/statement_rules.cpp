#include "statement_rules.h"

namespace milliamp::language {

namespace {

bool points_to_bool(const clang::Expr& pointer) {
  const clang::QualType type = pointer.getType();
  return type->isPointerType() && type->getPointeeType()->isBooleanType();
}

/// Whether a cast does this, itself or by an implicit conversion of its operand.
bool performs(const clang::ExplicitCastExpr& cast, clang::CastKind kind) {
  if (cast.getCastKind() == kind) return true;
  const auto* operand = llvm::dyn_cast<clang::ImplicitCastExpr>(cast.getSubExpr());
  while (operand != nullptr && operand->getCastKind() != kind) {
    operand = llvm::dyn_cast<clang::ImplicitCastExpr>(operand->getSubExpr());
  }
  return operand != nullptr;
}

/// Whether a cast converts a pointer to an integer, or an integer to a pointer.
bool converts_pointer(const clang::ExplicitCastExpr& cast, clang::QualType from) {
  return performs(cast, clang::CK_PointerToIntegral) ||
         performs(cast, clang::CK_IntegralToPointer) ||
         performs(cast, clang::CK_PointerToBoolean) ||
         (performs(cast, clang::CK_NullToPointer) && from->isIntegerType());
}

/// Whether a cast takes the bits of an object for those of another type.
bool reinterprets(const clang::ExplicitCastExpr& cast) {
  return cast.getCastKind() == clang::CK_LValueBitCast ||
         cast.getCastKind() == clang::CK_LValueToRValueBitCast;
}

bool is_closure(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isLambda();
}

}  // namespace

void statement_rules::allow_strings(const clang::CallExpr& call) {
  for (const clang::Expr* argument : call.arguments()) {
    const clang::Expr* string = argument->IgnoreParenImpCasts();
    if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(string)) {
      allowed_strings_.insert(string);
    }
  }
}

void statement_rules::check_type(clang::QualType type, clang::SourceLocation location) {
  if (is_closure(type.getNonReferenceType())) return;  // see check_captures()
  report_type(engine_, location, type, types_.fault_of_local(type));
}

// Clang itself refuses exceptions in functions that are for amp alone, but not in the local classes
// there.
void statement_rules::VisitCXXThrowExpr(const clang::CXXThrowExpr* expression) {
  refuse(expression->getExprLoc(), rule::exceptions) << "throw";
}
void statement_rules::VisitCXXTryStmt(const clang::CXXTryStmt* statement) {
  refuse(statement->getBeginLoc(), rule::exceptions) << "a try block";
}
void statement_rules::VisitCoreturnStmt(const clang::CoreturnStmt* statement) {
  refuse(statement->getKeywordLoc(), rule::coroutines) << "co_return";
}
void statement_rules::VisitCoyieldExpr(const clang::CoyieldExpr* expression) {
  refuse(expression->getKeywordLoc(), rule::coroutines) << "co_yield";
}
void statement_rules::VisitCoawaitExpr(const clang::CoawaitExpr* expression) {
  refuse(expression->getKeywordLoc(), rule::coroutines) << "co_await";
}
void statement_rules::VisitGotoStmt(const clang::GotoStmt* statement) {
  refuse(statement->getBeginLoc(), rule::gotos) << "goto";
}
void statement_rules::VisitIndirectGotoStmt(const clang::IndirectGotoStmt* statement) {
  refuse(statement->getBeginLoc(), rule::gotos) << "goto";
}
void statement_rules::VisitLabelStmt(const clang::LabelStmt* statement) {
  refuse(statement->getBeginLoc(), rule::gotos) << "a labeled statement";
}
void statement_rules::VisitGCCAsmStmt(const clang::GCCAsmStmt* statement) {
  refuse(statement->getBeginLoc(), rule::assembly);
}
void statement_rules::VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expression) {
  refuse(expression->getExprLoc(), rule::dynamic_casts);
}
void statement_rules::VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expression) {
  refuse(expression->getExprLoc(), rule::typeid_operators);
}

void statement_rules::VisitStringLiteral(const clang::StringLiteral* literal) {
  if (!allowed_strings_.erase(literal)) refuse(literal->getBeginLoc(), rule::string_literals);
}
void statement_rules::VisitPredefinedExpr(const clang::PredefinedExpr* name) {
  if (!allowed_strings_.erase(name)) refuse(name->getBeginLoc(), rule::string_literals);
}
void statement_rules::VisitFloatingLiteral(const clang::FloatingLiteral* literal) {
  llvm::APFloat value = literal->getValue();
  bool loses = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  if (value.isInfinity()) refuse(literal->getExprLoc(), rule::literals);
  check_type(literal->getType(), literal->getExprLoc());
}
void statement_rules::VisitIntegerLiteral(const clang::IntegerLiteral* literal) {
  check_type(literal->getType(), literal->getLocation());
}
void statement_rules::VisitCharacterLiteral(const clang::CharacterLiteral* literal) {
  check_type(literal->getType(), literal->getLocation());
}

void statement_rules::VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr* value) {
  check_type(value->getType(), value->getBeginLoc());
}
void statement_rules::VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr* literal) {
  check_type(literal->getType(), literal->getBeginLoc());
}
void statement_rules::VisitExplicitCastExpr(const clang::ExplicitCastExpr* cast) {
  const clang::QualType from = cast->getSubExprAsWritten()->getType();
  const clang::QualType to = cast->getType();
  if (converts_pointer(*cast, from)) {
    refuse(cast->getExprLoc(), rule::pointer_casts) << from << to;
    return;
  }
  check_type(cast->getTypeAsWritten(), cast->getBeginLoc());
  if (reinterprets(*cast) && from->isPointerType() != to->isPointerType()) {
    refuse(cast->getExprLoc(), rule::pointer_casts) << from << to;
  }
}
void statement_rules::VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* subscript) {
  if (points_to_bool(*subscript->getBase())) refuse(subscript->getExprLoc(), rule::bool_pointers);
}
void statement_rules::VisitUnaryOperator(const clang::UnaryOperator* operation) {
  if (operation->isIncrementDecrementOp() && points_to_bool(*operation->getSubExpr())) {
    refuse(operation->getOperatorLoc(), rule::bool_pointers);
  }
  if (operation->getOpcode() == clang::UO_AddrOf &&
      operation->getSubExpr()->getType()->isPointerType()) {
    check_type(operation->getType(), operation->getOperatorLoc());
  }
}
void statement_rules::VisitBinaryOperator(const clang::BinaryOperator* operation) {
  const auto code = operation->getOpcode();
  const bool is_sum = code == clang::BO_Add || code == clang::BO_Sub ||
                      code == clang::BO_AddAssign || code == clang::BO_SubAssign;
  if (is_sum && (points_to_bool(*operation->getLHS()) || points_to_bool(*operation->getRHS()))) {
    refuse(operation->getOperatorLoc(), rule::bool_pointers);
  }
}

}  // namespace milliamp::language
