#include "implicit_members.h"

#include "call_dispatch.h"
#include "restrictions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>

namespace milliamp::language {

namespace {

/// What the default constructors of a class cover together.
struct coverage {
  restrictions all;
  bool overloaded = false;  ///< one is for amp alone
};

coverage of_default_constructors(const clang::CXXRecordDecl& record) {
  coverage found;
  bool declared = false;
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    if (!constructor->isDefaultConstructor()) continue;
    const restrictions has = restrictions_of(*constructor);
    found.all.cpu |= has.cpu;
    found.all.amp |= has.amp;
    declared = true;
    found.overloaded |= !has.cpu;
  }
  if (!declared) found.all = {true, true};  // implicit
  return found;
}

/// Whether all subobjects can be constructed in all code, some of them by overloads.
bool has_overloaded_subobjects(const clang::ASTContext& context,
                               const clang::CXXRecordDecl& record) {
  llvm::SmallVector<clang::QualType, 8> types;
  for (const clang::CXXBaseSpecifier& base : record.bases()) types.push_back(base.getType());
  for (const clang::FieldDecl* field : record.fields()) {
    if (!field->hasInClassInitializer())
      types.push_back(context.getBaseElementType(field->getType()));
  }
  bool overloaded = false;
  for (const clang::QualType type : types) {
    const clang::CXXRecordDecl* subobject = type->getAsCXXRecordDecl();
    if (subobject == nullptr || !subobject->hasDefinition()) continue;
    const coverage found = of_default_constructors(*subobject->getDefinition());
    if (!found.all.covers({true, true})) return false;
    overloaded |= found.overloaded;
  }
  return overloaded;
}

clang::CXXConstructorDecl* implicit_constructor(clang::Sema& sema, clang::CXXRecordDecl& record) {
  if (record.isDependentContext() || record.isInvalidDecl() || record.isLambda() ||
      record.hasUserDeclaredConstructor() || !has_overloaded_subobjects(sema.Context, record)) {
    return nullptr;
  }
  return sema.LookupDefaultConstructor(&record);
}

}  // namespace

void restrict_implicit_constructor(clang::Sema& sema, clang::CXXRecordDecl& record) {
  clang::CXXConstructorDecl* constructor = implicit_constructor(sema, record);
  if (constructor == nullptr || constructor->isDeleted()) return;
  restrict(*constructor, {true, true});
}

void define_implicit_constructor(clang::Sema& sema, clang::CXXRecordDecl& record) {
  clang::CXXConstructorDecl* constructor = implicit_constructor(sema, record);
  if (constructor == nullptr || constructor->isDeleted()) return;
  if (!constructor->doesThisDeclarationHaveABody()) {
    sema.DefineImplicitDefaultConstructor(record.getLocation(), constructor);
  }
  if (constructor->hasBody()) dispatch_calls(sema, *constructor);
}

}  // namespace milliamp::language
