/// @file
/// Where the interfaces of Clang's versions differ. The other sources compile with the headers of
/// all of them.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/Basic/AttributeCommonInfo.h>
#include <clang/Basic/Version.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#if CLANG_VERSION_MAJOR >= 19
#include <clang/Sema/SemaCUDA.h>
#endif

#include <cstdint>
#include <string_view>

namespace milliamp::language {

/// Clang 16 renames startswith() and endswith() of its strings, and Clang 19 has the new names
/// only.
inline bool starts_with(std::string_view text, std::string_view start) {
  return text.starts_with(start);
}
inline bool ends_with(std::string_view text, std::string_view end) { return text.ends_with(end); }

/// The options of a preprocessor's lexer, which has a copy of its own before Clang 15.
inline clang::LangOptions& lexer_options(const clang::Preprocessor& preprocessor) {
#if CLANG_VERSION_MAJOR >= 15
  const clang::LangOptions& options = preprocessor.getLangOpts();
#else
  const clang::LangOptions& options =
      static_cast<const clang::Lexer&>(*preprocessor.getCurrentFileLexer()).getLangOpts();
#endif
  return const_cast<clang::LangOptions&>(options);
}

/// Since Clang 17, the syntax of an attribute is a class.
inline auto gnu_attribute() {
#if CLANG_VERSION_MAJOR >= 17
  return clang::AttributeCommonInfo::Form::GNU();
#else
  return clang::AttributeCommonInfo::AS_GNU;
#endif
}

/// The use of a member's default initializer that has taken the place of another one. Since Clang
/// 16, uses keep the one that the member had when they were parsed, or their own copy of it.
inline clang::Expr* with_present_initializer([[maybe_unused]] clang::ASTContext& context,
                                             clang::CXXDefaultInitExpr& use,
                                             [[maybe_unused]] const clang::Expr* replaced) {
#if CLANG_VERSION_MAJOR >= 16
  if (use.hasRewrittenInit() && use.getRewrittenExpr() == replaced) {
    return clang::CXXDefaultInitExpr::Create(context, use.getUsedLocation(), use.getField(),
                                             use.getUsedContext(), nullptr);
  }
#endif
  return &use;
}

/// What initializes the elements of an array without initializers of their own; null if there are
/// none. Since Clang 16, the others can be in parentheses.
inline clang::Expr* array_filler(const clang::Stmt& list) {
#if CLANG_VERSION_MAJOR >= 16
  if (const auto* values = llvm::dyn_cast<clang::CXXParenListInitExpr>(&list)) {
    return const_cast<clang::Expr*>(values->getArrayFiller());
  }
#endif
  const auto* values = llvm::dyn_cast<clang::InitListExpr>(&list);
  return values != nullptr ? const_cast<clang::Expr*>(values->getArrayFiller()) : nullptr;
}
inline void set_array_filler(clang::Stmt& list, clang::Expr* filler) {
#if CLANG_VERSION_MAJOR >= 16
  if (auto* values = llvm::dyn_cast<clang::CXXParenListInitExpr>(&list)) {
    return values->setArrayFiller(filler);
  }
#endif
  auto& values = llvm::cast<clang::InitListExpr>(list);
  for (unsigned i = 0; i < values.getNumInits(); ++i) {
    if (values.getInit(i) == values.getArrayFiller()) values.setInit(i, filler);
  }
  values.setInitializedFieldInUnion(nullptr);  // setArrayFiller() expects none
  values.setArrayFiller(filler);
}

/// Whether template arguments have been deduced. Clang 19 has a scoped enumeration for the results.
template <class TemplateDeductionResult>
bool is_success(TemplateDeductionResult result) {
  return static_cast<int>(result) == 0;
}

/// The target of a function that is neither for the host nor for the device.
#if CLANG_VERSION_MAJOR >= 19
constexpr auto no_target = static_cast<std::int64_t>(clang::CUDAFunctionTarget::InvalidTarget);
#else
constexpr std::int64_t no_target = clang::Sema::CFT_InvalidTarget;
#endif

/// What ASTConsumer::CompleteExternalDeclaration() receives. Since Clang 19, it may be a function.
#if CLANG_VERSION_MAJOR >= 19
using external_declaration = clang::DeclaratorDecl;
#else
using external_declaration = clang::VarDecl;
#endif

/// Between these calls, functions are declared for host and device. Clang 19 keeps what concerns
/// CUDA in a class of its own.
inline void begin_host_device(clang::Sema& sema) {
#if CLANG_VERSION_MAJOR >= 19
  sema.CUDA().PushForceHostDevice();
#else
  sema.PushForceCUDAHostDevice();
#endif
}
inline void end_host_device(clang::Sema& sema) {
#if CLANG_VERSION_MAJOR >= 19
  sema.CUDA().PopForceHostDevice();
#else
  sema.PopForceCUDAHostDevice();
#endif
}

}  // namespace milliamp::language
