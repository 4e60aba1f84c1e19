/// @file
/// Which types amp code can use (spec 2.4.1).
#pragma once

#include "library_headers.h"

#include <clang/AST/Type.h>
#include <clang/Sema/Sema.h>

#include <string>

namespace milliamp::language {

/// Decides about types.
class amp_types {
 public:
  amp_types(clang::Sema& sema, const library_headers& headers)
      : sema_(sema), context_(sema.Context), headers_(headers) {}

  /// Why no local variable, parameter or result can have the type; empty if one can. These may be
  /// pointers and references (spec 2.4.1.3).
  std::string fault_of_local(clang::QualType type) const;

  /// Why the type is not amp-compatible; empty if it is. Members, elements and what pointers refer
  /// to must be.
  std::string fault_of(clang::QualType type) const;

  /// Whether the type is array or texture, to which members and captures may refer.
  bool is_array_or_texture(clang::QualType type) const;

  /// Whether the type is a container of the library, such as array_view, or has one as a member.
  bool has_container(clang::QualType type) const;

 private:
  std::string fault_of_record(const clang::CXXRecordDecl& record) const;
  std::string fault_of_field(const clang::FieldDecl& field, bool in_closure) const;
  const clang::CXXRecordDecl* library_class(clang::QualType type) const;
  /// Whether the type is a class of the library whose functions are for the host.
  bool is_for_hosts(clang::QualType type) const;

  clang::Sema& sema_;
  const clang::ASTContext& context_;
  const library_headers& headers_;
};

/// Reports why amp code cannot use a type, if amp_types has found a fault.
void report_type(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                 clang::QualType type, const std::string& fault);

}  // namespace milliamp::language
