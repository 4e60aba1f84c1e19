#include "amp_types.h"

#include "restrictions.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

namespace milliamp::language {

namespace {

/// A type in quotation marks, spelled as in C++: `bool`, not `_Bool`.
std::string quoted(clang::QualType type) {
  clang::PrintingPolicy policy{clang::LangOptions()};
  policy.adjustForCPlusPlus();
  return "'" + type.getAsString(policy) + "'";
}

type_fault fault_of_fundamental(const clang::BuiltinType& type) {
  using clang::BuiltinType;
  switch (type.getKind()) {
    case BuiltinType::Void:
    case BuiltinType::Bool:
    case BuiltinType::Int:
    case BuiltinType::UInt:
    case BuiltinType::Long:
    case BuiltinType::ULong:
    case BuiltinType::Float:
    case BuiltinType::Double:
      return {};
    default:
      if (!type.isInteger() && !type.isFloatingPoint()) return {};
      return {
          "the amp-compatible fundamental types are bool, int, unsigned int, long, unsigned long, "
          "float and double"};
  }
}

type_fault fault_of_enumeration(const clang::EnumDecl& enumeration) {
  using clang::BuiltinType;
  const clang::QualType base = enumeration.getIntegerType();
  if (base.isNull() || base->isSpecificBuiltinType(BuiltinType::Int) ||
      base->isSpecificBuiltinType(BuiltinType::UInt) ||
      base->isSpecificBuiltinType(BuiltinType::Long) ||
      base->isSpecificBuiltinType(BuiltinType::ULong)) {
    return {};
  }
  return {"the underlying type of an enumeration must be int, long or unsigned, but is " +
          quoted(base)};
}

}  // namespace

const clang::CXXRecordDecl* amp_types::library_class(clang::QualType type) const {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && headers_.contain(record->getLocation()) ? record : nullptr;
}

bool amp_types::is_for_hosts(clang::QualType type) const {
  const clang::CXXRecordDecl* record = library_class(type);
  if (record == nullptr || record->getIdentifier() == nullptr) return false;
  constexpr llvm::StringLiteral classes[] = {
      "accelerator",       "accelerator_view",       "accelerator_view_removed",
      "completion_future", "invalid_compute_domain", "out_of_memory",
      "runtime_exception", "unsupported_feature"};
  return llvm::is_contained(classes, record->getName());
}

bool amp_types::is_array_or_texture(clang::QualType type) const {
  const clang::CXXRecordDecl* record = library_class(type.getNonReferenceType());
  if (record == nullptr || record->getIdentifier() == nullptr) return false;
  return record->getName() == "array" || record->getName() == "texture";
}

bool amp_types::has_container(clang::QualType type) const {
  type = context_.getBaseElementType(type).getNonReferenceType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return false;
  if (library_class(type) != nullptr) {
    constexpr llvm::StringLiteral containers[] = {"array", "array_view", "texture", "texture_view",
                                                  "writeonly_texture_view"};
    return record->getIdentifier() != nullptr && llvm::is_contained(containers, record->getName());
  }
  if (!record->hasDefinition()) return false;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (has_container(base.getType())) return true;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (has_container(field->getType())) return true;
  }
  return false;
}

type_fault amp_types::fault_of_local(clang::QualType type) const {
  type = type.getCanonicalType();
  if (type->isDependentType()) return {};
  if (type.isVolatileQualified()) return fault_of_volatile();
  if (type->isReferenceType()) {
    const clang::QualType target = type->getPointeeType();
    if (target->isNullPtrType()) return {"a reference to std::nullptr_t is not supported"};
    if (target->isFunctionType()) return {"a reference to a function is not supported"};
    return is_array_or_texture(target) ? type_fault() : fault_of_local(target);
  }
  if (type->isMemberFunctionPointerType()) return {"pointers to members can refer to data only"};
  if (type->isNullPtrType()) return {};
  if (type->isMemberPointerType()) return fault_of(type->getPointeeType());
  if (type->isPointerType()) {
    const clang::QualType target = type->getPointeeType();
    if (target->isFunctionType()) return {"a pointer to a function is not supported"};
    if (target->isAnyPointerType()) return {"a pointer to a pointer is not supported"};
    return is_array_or_texture(target) ? type_fault() : fault_of(target);
  }
  return fault_of(type);
}

type_fault amp_types::fault_of(clang::QualType type) const {
  type = type.getCanonicalType();
  if (type->isDependentType()) return {};
  if (type.isVolatileQualified()) return fault_of_volatile();
  if (type->isArrayType()) return fault_of_elements(context_.getBaseElementType(type));
  if (type->isPointerType() || type->isMemberPointerType() || type->isNullPtrType()) {
    return {"a pointer can be a local variable, a parameter or a result only"};
  }
  if (type->isReferenceType()) {
    return {"a reference can be a local variable, a parameter or a result only"};
  }
  if (const auto* builtin = type->getAs<clang::BuiltinType>()) {
    return fault_of_fundamental(*builtin);
  }
  if (type->isAnyComplexType() || type->isVectorType() || type->isAtomicType() ||
      type->isBitIntType()) {
    return {"the type is an extension of C++"};
  }
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    return fault_of_enumeration(*enumeration->getDecl());
  }
  if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    if (is_array_or_texture(type)) return {"arrays and textures can only be referred to"};
    if (is_for_hosts(type)) return {"the class is for the host"};
    if (library_class(type) != nullptr) return {};
    // A pointer or reference alone does not instantiate the template of a class.
    const bool is_complete = sema_.isCompleteType(record->getLocation(), type);
    return is_complete ? fault_of_record(*record->getDefinition()) : type_fault();
  }
  return {};
}

type_fault amp_types::fault_of_elements(clang::QualType element) const {
  type_fault fault = fault_of(element);
  if (fault || element->isIncompleteType()) return fault;
  if (context_.getTypeAlign(element) % 32 == 0) return {};
  return {"the elements of an array must be aligned to four bytes, and " + quoted(element) +
          " is not"};
}

type_fault amp_types::fault_of_record(const clang::CXXRecordDecl& record) const {
  if (record.isInvalidDecl() || record.isDependentContext()) return {};
  // The captures of an amp lambda are checked where it is written.
  if (record.isLambda() && is_amp_code(*record.getLambdaCallOperator())) return {};
  if (record.getNumVBases() != 0) return {"the class has a virtual base class"};
  if (record.isPolymorphic()) return {"the class has a virtual function"};
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const type_fault fault = fault_of(base.getType());
    if (fault) return fault.of_part("base class " + quoted(base.getType()));
    const clang::CXXRecordDecl* base_record = base.getType()->getAsCXXRecordDecl();
    if (base_record == nullptr || base_record->isEmpty() || !record.isCompleteDefinition())
      continue;
    if (context_.getASTRecordLayout(&record).getBaseClassOffset(base_record).getQuantity() % 4 !=
        0) {
      return {"base class " + quoted(base.getType()) + " is not aligned to four bytes"};
    }
  }
  for (const clang::FieldDecl* field : record.fields()) {
    type_fault fault = fault_of_field(*field, record.isLambda());
    if (fault) return fault;
  }
  return {};
}

type_fault amp_types::fault_of_field(const clang::FieldDecl& field, bool in_closure) const {
  const bool has_name = field.getIdentifier() != nullptr;
  const std::string name =
      has_name ? "member '" + field.getName().str() + "'" : "an unnamed member";
  const auto own_fault = [&](const char* text) {
    return type_fault{name + text, rule::types, field.getLocation()};
  };
  if (field.isBitField()) return own_fault(" is a bit-field");
  const clang::QualType type = field.getType();
  if (type->isReferenceType() && is_array_or_texture(type)) return {};
  type_fault fault = fault_of(type);
  if (fault) {
    if (fault.member.isInvalid()) fault.member = field.getLocation();
    return fault.of_part(name + " of type " + quoted(type));
  }
  const clang::RecordDecl& record = *field.getParent();
  // The layout of a closure is up to the compiler.
  if (in_closure || record.isInvalidDecl() || !record.isCompleteDefinition()) return {};
  const auto offset = context_.getASTRecordLayout(&record).getFieldOffset(field.getFieldIndex());
  if (offset % 32 == 0) return {};
  return own_fault(" is not aligned to four bytes");
}

type_fault fault_of_volatile() { return {"volatile is not supported", rule::volatile_types}; }

void report_type(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                 clang::QualType type, const type_fault& fault) {
  if (!fault) return;
  const bool is_shown = !is_reported(location) && !is_allowed(fault.broken);
  report(engine, location, fault.broken) << type << fault.text;
  if (is_shown && fault.member.isValid()) note(engine, fault.member, "member declared here");
}

}  // namespace milliamp::language
