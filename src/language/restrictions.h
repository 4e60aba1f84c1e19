/// @file
/// The restrictions of a function (spec 2.2): on which kinds of target it can run.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/TypeLoc.h>

namespace milliamp::language {

/// A set of restrictions.
struct restrictions {
  bool cpu = false;
  bool amp = false;

  bool covers(restrictions other) const { return cpu >= other.cpu && amp >= other.amp; }
  bool operator==(restrictions other) const { return cpu == other.cpu && amp == other.amp; }
  /// `restrict(cpu, amp)`
  const char* name() const {
    return cpu && amp ? "restrict(cpu, amp)" : amp ? "restrict(amp)" : "restrict(cpu)";
  }
};

/// The restrictions that the declaration's own specifiers name. Without any, they follow from the
/// context (spec 2.2.1) or from the members of the class (spec 2.3.2).
restrictions restrictions_of(const clang::FunctionDecl& function);

/// During its lifetime, a function has the restrictions that are tried for it, and so have the
/// lambdas and local classes in its body.
class assumption {
 public:
  assumption(const clang::FunctionDecl& function, restrictions tried)
      : function_(function), tried_(tried), outer_(current_) {
    current_ = this;
  }
  ~assumption() { current_ = outer_; }
  assumption(const assumption&) = delete;
  assumption& operator=(const assumption&) = delete;

  /// The restrictions that are tried for a function; null if there are none.
  static const restrictions* about(const clang::FunctionDecl& function) {
    for (const assumption* one = current_; one != nullptr; one = one->outer_) {
      if (&one->function_ == &function) return &one->tried_;
    }
    return nullptr;
  }

 private:
  static inline const assumption* current_ = nullptr;
  const clang::FunctionDecl& function_;
  restrictions tried_;
  const assumption* outer_;
};

/// As restrictions_of(), but a constexpr function without specifiers is restrict(cpu) (spec 2.1).
/// It is open to amp code, where the compiler may evaluate its calls.
restrictions declared_restrictions(const clang::FunctionDecl& function);

/// Whether the function has restriction specifiers.
bool has_specifiers(const clang::FunctionDecl& function);

/// What the specifiers of this declaration name, without those of other declarations of the
/// function; nothing if it has none.
restrictions own_specifiers(const clang::FunctionDecl& declaration);

/// Marks a function that is restrict(auto) (spec 13.1.1), and finds the mark. deduce() gives it the
/// specifiers that its body permits (deduction.h).
/// @param named what stands beside auto
void request_deduction(clang::FunctionDecl& function, restrictions named);
/// Marks it alone: what it is restricted to is known.
void mark_deduced(clang::FunctionDecl& function);
bool has_deduced_restrictions(const clang::FunctionDecl& function);
/// Ends it, with what has been deduced and what has been named.
void finish_deduction(clang::FunctionDecl& function, restrictions deduced);
/// Leaves a function that has been deduced for both for the CPU alone, unless it names amp.
void take_deduced_amp(clang::FunctionDecl& function);

/// Whether a data member stands for a property of the library that is restrict(cpu).
bool is_cpu_property(const clang::FieldDecl& member);

/// Marks an alias of a function type with the restrictions that its declarator names, and finds
/// them.
void mark_function_type(clang::TypedefNameDecl& alias, restrictions named);
restrictions restrictions_of(const clang::TypedefNameDecl& alias);

/// An alias where it names a type. That of a template is the declaration in the template.
struct used_alias {
  const clang::TypedefNameDecl* declaration = nullptr;
  clang::SourceLocation location;
};

/// The alias of the type of an amp function by which a type is named, also through other aliases;
/// null if there is none.
used_alias amp_alias_of(clang::TypeLoc type);

/// Gives the function restriction specifiers.
void restrict(clang::FunctionDecl& function, restrictions named);

/// Lets certain code call a function without specifiers, unless it is restricted already.
void open_to(clang::FunctionDecl& function, restrictions callers);

/// A function without a name: while it is the context, calls resolve for its restrictions. In a
/// class, it is a static member: it has no object of its own, and what has one keeps it.
clang::FunctionDecl* make_caller(clang::ASTContext& context, const clang::DeclContext& scope,
                                 restrictions named);

/// Gives a function that may have an overload for the CPU a symbol of its own.
void distinguish_symbol(clang::FunctionDecl& function);

/// Whether a body of the function has to follow the rules of amp code: the function is restricted
/// to amp by its specifiers or by its context. A function that may be called from amp code for
/// another reason, as constexpr functions may, need not.
bool is_amp_code(const clang::FunctionDecl& function);

}  // namespace milliamp::language
