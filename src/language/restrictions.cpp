#include "restrictions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Builtins.h>

namespace milliamp::language {

namespace {

/// Marks a function with specifiers. Clang's own attributes do not suffice: the library's functions
/// have both of them, see library_headers.h.
constexpr llvm::StringLiteral mark_cpu = "milliamp restrict(cpu)";
constexpr llvm::StringLiteral mark_amp = "milliamp restrict(amp)";
constexpr llvm::StringLiteral mark_auto = "milliamp restrict(auto)";
constexpr llvm::StringLiteral mark_cpu_auto = "milliamp restrict(cpu, auto)";
constexpr llvm::StringLiteral mark_amp_auto = "milliamp restrict(amp, auto)";
/// Marks a function that is inline only until it has been deduced.
constexpr llvm::StringLiteral mark_inline = "milliamp inline";

bool is_marked(const clang::Decl& declaration, llvm::StringRef mark) {
  for (const auto* attribute : declaration.specific_attrs<clang::SwiftAttrAttr>()) {
    if (attribute->getAttribute() == mark) return true;
  }
  return false;
}

/// The function whose body contains the declaration of a lambda or of a local class.
const clang::FunctionDecl* enclosing_function(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr) return nullptr;
  const clang::DeclContext* context = method->getParent();
  while (context != nullptr && llvm::isa<clang::CXXRecordDecl>(context)) {
    context = context->getParent();
  }
  return llvm::dyn_cast_or_null<clang::FunctionDecl>(context);
}

/// Whether a function is the call operator of a lambda.
bool is_lambda(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && method->getParent()->isLambda() &&
         method->getOverloadedOperator() == clang::OO_Call;
}

}  // namespace

bool has_specifiers(const clang::FunctionDecl& function) {
  return function.hasAttrs() && (is_marked(function, mark_cpu) || is_marked(function, mark_amp));
}

restrictions own_specifiers(const clang::FunctionDecl& declaration) {
  restrictions named;
  for (const auto* attribute : declaration.specific_attrs<clang::SwiftAttrAttr>()) {
    if (attribute->isInherited()) continue;
    named.cpu |= attribute->getAttribute() == mark_cpu;
    named.amp |= attribute->getAttribute() == mark_amp;
  }
  return named;
}

restrictions restrictions_of(const clang::FunctionDecl& function) {
  if (const restrictions* tried = assumption::about(function)) return *tried;
  if (has_specifiers(function)) {
    return {is_marked(function, mark_cpu), is_marked(function, mark_amp)};
  }
  if (function.isReplaceableGlobalAllocationFunction()) return {true, false};
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
    const clang::CXXConstructorDecl* inherited =
        constructor->getInheritedConstructor().getConstructor();
    if (inherited != nullptr) return restrictions_of(*inherited);
  }
  // Spec 2.2.1: the specifiers of a definition apply to the lambdas and local classes in its body.
  if (!function.isImplicit() || is_lambda(function)) {
    if (const clang::FunctionDecl* outer = enclosing_function(function)) {
      const restrictions outer_restrictions = restrictions_of(*outer);
      if (is_amp_code(*outer)) return outer_restrictions;
    }
    if (is_lambda(function)) return {true, false};
  }
  const bool is_generated = function.isDefaulted() && !function.isUserProvided();
  if ((function.isImplicit() || is_generated) && !function.hasAttr<clang::CUDADeviceAttr>() &&
      !function.hasAttr<clang::CUDAHostAttr>()) {
    // A built-in function, or a special member that nothing restricts. Of the C library's functions
    // that are built-in, amp code has those that only compute a value.
    const unsigned id = function.getBuiltinID();
    const clang::Builtin::Context& builtins = function.getASTContext().BuiltinInfo;
    return {true,
            id == 0 || !builtins.isLibFunction(id) || builtins.isConst(id) || builtins.isPure(id)};
  }
  const bool amp = function.hasAttr<clang::CUDADeviceAttr>();
  return {!amp || function.hasAttr<clang::CUDAHostAttr>(), amp};
}

restrictions declared_restrictions(const clang::FunctionDecl& function) {
  const bool is_open = function.isConstexpr() && function.isUserProvided() &&
                       !has_specifiers(function) && !is_amp_code(function);
  return is_open ? restrictions{true, false} : restrictions_of(function);
}

bool is_amp_code(const clang::FunctionDecl& function) {
  if (const restrictions* tried = assumption::about(function)) return tried->amp;
  if (has_specifiers(function)) return is_marked(function, mark_amp);
  if (function.isImplicit() && !is_lambda(function)) return false;
  const clang::FunctionDecl* outer = enclosing_function(function);
  return outer != nullptr && is_amp_code(*outer);
}

void mark_deduced(clang::FunctionDecl& function) {
  function.addAttr(clang::SwiftAttrAttr::CreateImplicit(function.getASTContext(), mark_auto));
}

void request_deduction(clang::FunctionDecl& function, restrictions named) {
  clang::ASTContext& context = function.getASTContext();
  const auto mark = [&](llvm::StringRef text) {
    function.addAttr(clang::SwiftAttrAttr::CreateImplicit(context, text));
  };
  mark_deduced(function);
  if (named.cpu) mark(mark_cpu_auto);
  if (named.amp) mark(mark_amp_auto);
  function.addAttr(clang::CUDAHostAttr::CreateImplicit(context));
  function.addAttr(clang::CUDADeviceAttr::CreateImplicit(context));
  // A function for both sides can call those of either, as long as Clang does not know whether code
  // is generated for it.
  if (!function.isInlined()) {
    mark(mark_inline);
    function.setImplicitlyInline();
  }
}

void finish_deduction(clang::FunctionDecl& function, restrictions deduced) {
  deduced.cpu |= is_marked(function, mark_cpu_auto);
  deduced.amp |= is_marked(function, mark_amp_auto);
  if (!deduced.amp) deduced.cpu = true;  // In code that is for neither side, the CPU's is at fault.
  restrict(function, deduced);
  if (!deduced.cpu) distinguish_symbol(function);
  if (is_marked(function, mark_inline)) function.setImplicitlyInline(false);
}

void take_deduced_amp(clang::FunctionDecl& function) {
  if (!is_marked(function, mark_cpu) || is_marked(function, mark_amp_auto)) return;
  llvm::erase_if(function.getAttrs(), [](const clang::Attr* attribute) {
    const auto* mark = llvm::dyn_cast<clang::SwiftAttrAttr>(attribute);
    return mark != nullptr && mark->getAttribute() == mark_amp;
  });
}

bool has_deduced_restrictions(const clang::FunctionDecl& function) {
  return is_marked(function, mark_auto);
}

bool is_cpu_property(const clang::FieldDecl& member) { return is_marked(member, mark_cpu); }

void mark_function_type(clang::TypedefNameDecl& alias, restrictions named) {
  clang::ASTContext& context = alias.getASTContext();
  if (named.cpu) alias.addAttr(clang::SwiftAttrAttr::CreateImplicit(context, mark_cpu));
  if (named.amp) alias.addAttr(clang::SwiftAttrAttr::CreateImplicit(context, mark_amp));
}

restrictions restrictions_of(const clang::TypedefNameDecl& alias) {
  return {is_marked(alias, mark_cpu), is_marked(alias, mark_amp)};
}

used_alias amp_alias_of(clang::TypeLoc type) {
  used_alias used;
  if (const auto alias = type.getAsAdjusted<clang::TypedefTypeLoc>()) {
    used = {alias.getTypedefNameDecl(), alias.getNameLoc()};
  } else if (const auto instance = type.getAsAdjusted<clang::TemplateSpecializationTypeLoc>()) {
    const auto* of_alias = llvm::dyn_cast_or_null<clang::TypeAliasTemplateDecl>(
        instance.getTypePtr()->getTemplateName().getAsTemplateDecl());
    if (of_alias != nullptr) used = {of_alias->getTemplatedDecl(), instance.getTemplateNameLoc()};
  }
  if (used.declaration == nullptr || restrictions_of(*used.declaration).amp) return used;
  const clang::TypeLoc aliased = used.declaration->getTypeSourceInfo()->getTypeLoc();
  return {amp_alias_of(aliased).declaration, used.location};
}

void restrict(clang::FunctionDecl& function, restrictions named) {
  clang::ASTContext& context = function.getASTContext();
  const auto mark = [&](llvm::StringRef text) {
    function.addAttr(clang::SwiftAttrAttr::CreateImplicit(context, text));
  };
  if (named.cpu && !is_marked(function, mark_cpu)) mark(mark_cpu);
  if (named.amp && !is_marked(function, mark_amp)) mark(mark_amp);
  // To tell explicit instantiations and specializations apart, Clang looks at written attributes.
  const auto add_written = [&](clang::Attr* attribute) {
    attribute->setImplicit(false);
    function.addAttr(attribute);
  };
  if (named.cpu && !function.hasAttr<clang::CUDAHostAttr>()) {
    add_written(clang::CUDAHostAttr::CreateImplicit(context));
  }
  if (named.amp && !function.hasAttr<clang::CUDADeviceAttr>()) {
    add_written(clang::CUDADeviceAttr::CreateImplicit(context));
  }
}

void open_to(clang::FunctionDecl& function, restrictions callers) {
  if (function.hasAttr<clang::CUDAHostAttr>() || function.hasAttr<clang::CUDADeviceAttr>()) return;
  clang::ASTContext& context = function.getASTContext();
  if (callers.cpu) function.addAttr(clang::CUDAHostAttr::CreateImplicit(context));
  if (callers.amp) function.addAttr(clang::CUDADeviceAttr::CreateImplicit(context));
}

clang::FunctionDecl* make_caller(clang::ASTContext& context, const clang::DeclContext& scope,
                                 restrictions named) {
  auto& parent = const_cast<clang::DeclContext&>(scope);
  const clang::QualType type = context.getFunctionType(context.VoidTy, {}, {});
  clang::FunctionDecl* function = nullptr;
  if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&parent)) {
    function = clang::CXXMethodDecl::Create(
        context, record, {}, {}, type, nullptr, clang::SC_Static, /*UsesFPIntrin=*/false,
        /*isInline=*/true, clang::ConstexprSpecKind::Unspecified, {});
  } else {
    function = clang::FunctionDecl::Create(context, &parent, {}, {}, clang::DeclarationName(), type,
                                           nullptr, clang::SC_None);
  }
  restrict(*function, named);
  return function;
}

void distinguish_symbol(clang::FunctionDecl& function) {
  // Lambdas and destructors have no overloads.
  if (is_lambda(function) || function.isExternC() || function.hasAttr<clang::AbiTagAttr>() ||
      llvm::isa<clang::CXXDestructorDecl>(function)) {
    return;
  }
  llvm::StringRef tag = "amp";
  function.addAttr(clang::AbiTagAttr::CreateImplicit(function.getASTContext(), &tag, 1));
}

}  // namespace milliamp::language
