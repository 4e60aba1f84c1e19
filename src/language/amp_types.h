/// @file
/// Which types amp code can use (spec 2.4.1).
#pragma once

#include "library_headers.h"
#include "reporting.h"

#include <clang/AST/Type.h>
#include <clang/Sema/Sema.h>

#include <string>

namespace milliamp::language {

/// Why amp code cannot use a type.
struct type_fault {
  std::string text;  ///< empty: it can
  rule broken = rule::types;
  clang::SourceLocation member = {};  ///< the declaration of the member that has the fault

  explicit operator bool() const { return !text.empty(); }
  /// The fault of a type that has one of this type as a part.
  type_fault of_part(const std::string& part) const { return {part + ": " + text, broken, member}; }
};

/// Decides whether amp code can use a type.
class amp_types {
 public:
  amp_types(clang::Sema& sema, const library_headers& headers)
      : sema_(sema), context_(sema.Context), headers_(headers) {}

  /// Why no local variable, parameter or result can have the type. These may be pointers and
  /// references (spec 2.4.1.3).
  type_fault fault_of_local(clang::QualType type) const;

  /// Why the type is not amp-compatible. Members, elements and what pointers refer to must be.
  type_fault fault_of(clang::QualType type) const;

  /// Whether the type is array or texture, to which members and captures may refer.
  bool is_array_or_texture(clang::QualType type) const;

  /// Whether the type is a container of the library, such as array_view, or has one as a member.
  bool has_container(clang::QualType type) const;

 private:
  type_fault fault_of_elements(clang::QualType element) const;
  type_fault fault_of_record(const clang::CXXRecordDecl& record) const;
  type_fault fault_of_field(const clang::FieldDecl& field, bool in_closure) const;
  const clang::CXXRecordDecl* library_class(clang::QualType type) const;
  /// Whether the type is a class of the library whose functions are for the host.
  bool is_for_hosts(clang::QualType type) const;

  clang::Sema& sema_;
  const clang::ASTContext& context_;
  const library_headers& headers_;
};

/// Why no volatile type is amp-compatible.
type_fault fault_of_volatile();

/// Reports the fault of a type, if it has one, with a note at the member that has it.
void report_type(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                 clang::QualType type, const type_fault& fault);

}  // namespace milliamp::language
