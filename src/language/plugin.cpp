/// @file
/// The plugin for Clang that compiles C++ AMP as a language: `restrict` becomes part of a
/// function's type, and the rules of chapter 2 are checked. It works with the version of Clang
/// whose headers it is compiled with (see CMakeLists.txt).
///
/// The semantics come from Clang's CUDA mode, which has what restrictions need: functions for the
/// host, for the device and for both, overloads between them, and special members whose target
/// follows from those of the members. The mode is on while Clang parses and off while it generates
/// code, so that all functions become ordinary code of one pass. It is set here and not by `-x
/// cuda`: so no other option of the compiler, no predefined macro and no precompiled header
/// changes.

#include "body_rules.h"
#include "call_dispatch.h"
#include "clang_versions.h"
#include "diagnostic_words.h"
#include "dispatch_syntax.h"
#include "function_rules.h"
#include "hidden_overloads.h"
#include "implicit_members.h"
#include "inherited_restrictions.h"
#include "library_headers.h"
#include "reporting.h"
#include "restrict_attribute.h"
#include "restrict_syntax.h"
#include "template_uses.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <optional>
#include <utility>
#include <vector>

namespace milliamp::language {

namespace {

void set_language(const clang::CompilerInstance& compiler, bool on) {
  // Precompiled headers record the mode: there, no code is generated.
  if (compiler.getFrontendOpts().ProgramAction == clang::frontend::GeneratePCH) return;
  const_cast<clang::CompilerInstance&>(compiler).getLangOpts().CUDA = on;
}

/// Reads declarations from a precompiled header as they were written, and from modules.
void choose_precompiled_files(clang::CompilerInstance& compiler) {
  clang::PreprocessorOptions& files = compiler.getPreprocessorOpts();
  if (!files.ImplicitPCHInclude.empty() ||
      compiler.getFrontendOpts().ProgramAction == clang::frontend::GeneratePCH) {
    // In C++20, overloads on restrictions would be merged, as the declarations of one function in
    // several modules are.
    compiler.getLangOpts().Modules = false;
  } else {
    // A module is compiled without the mode, which would be a mismatch.
    files.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
  }
}

/// Sets the mode in every call between the parser and the code generator.
class mode_switch : public clang::SemaConsumer {
 public:
  mode_switch(clang::CompilerInstance& compiler, bool on) : compiler_(compiler), on_(on) {}

  void Initialize(clang::ASTContext&) override { set(); }
  bool HandleTopLevelDecl(clang::DeclGroupRef) override { return set(); }
  void HandleInlineFunctionDefinition(clang::FunctionDecl*) override { set(); }
  void HandleInterestingDecl(clang::DeclGroupRef) override { set(); }
  void HandleTranslationUnit(clang::ASTContext&) override { set(); }
  void HandleTagDeclDefinition(clang::TagDecl*) override { set(); }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl*) override { set(); }
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl*) override { set(); }
  void HandleTopLevelDeclInObjCContainer(clang::DeclGroupRef) override { set(); }
  void CompleteTentativeDefinition(clang::VarDecl*) override { set(); }
  void CompleteExternalDeclaration(external_declaration*) override { set(); }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl*) override { set(); }
  void HandleVTable(clang::CXXRecordDecl*) override { set(); }

 protected:
  /// The code generator may read declarations from a precompiled header, which are handled before
  /// it continues.
  bool set() {
    depth_ += on_ ? -1 : 1;
    set_language(compiler_, depth_ == 0);
    choices_.set(compiler_.getASTContext(), depth_ == 0);
    return true;
  }

 private:
  clang::CompilerInstance& compiler_;
  static inline int depth_ = 0;  ///< of calls between the two consumers
  choice_evaluation choices_;
  bool on_;
};

/// Collects what is instantiated or defined apart from the declaration that it belongs to.
class instance_listener final : public restriction_listener {
 public:
  using restriction_listener::restriction_listener;

  void CompletedImplicitDefinition(const clang::FunctionDecl* function) override {
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
    if (constructor != nullptr && constructor->isInheritingConstructor()) {
      constructors_.push_back(const_cast<clang::CXXConstructorDecl*>(constructor));
    }
  }

  void DefaultArgumentInstantiated(const clang::ParmVarDecl* parameter) override {
    add(const_cast<clang::ParmVarDecl*>(parameter)->getDefaultArg());
  }
  void DefaultMemberInitializerInstantiated(const clang::FieldDecl* field) override {
    add(field->getInClassInitializer());
  }

  std::vector<clang::Expr*> take_initializers() { return std::exchange(initializers_, {}); }
  /// The inherited constructors, which Clang defines where they are used first.
  std::vector<clang::CXXConstructorDecl*> take_constructors() {
    return std::exchange(constructors_, {});
  }

 private:
  /// @param initializer null after an error
  void add(clang::Expr* initializer) {
    if (initializer != nullptr) initializers_.push_back(initializer);
  }

  std::vector<clang::Expr*> initializers_;
  std::vector<clang::CXXConstructorDecl*> constructors_;
};

/// Runs before the code generator.
class front_consumer final : public mode_switch {
 public:
  explicit front_consumer(clang::CompilerInstance& compiler)
      : mode_switch(compiler, false), listener_(compiler) {}

  void InitializeSema(clang::Sema& sema) override {
    sema_ = &sema;
    headers_.emplace(sema.SourceMgr);
    type_members_under_inference(sema);
    show_overloads_to_bodies(sema);
    open_library_headers(sema);
    begin_defaults(sema);
  }
  void ForgetSema() override { sema_ = nullptr; }
  clang::ASTMutationListener* GetASTMutationListener() override { return &listener_; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (sema_ != nullptr) {
      // Drops Clang's own errors about calls between host and device: function_rules.h checks them.
      sema_->DeviceDeferredDiags.clear();
      forget_restricted(*sema_);
      // An instantiation may come in the middle of a function, whose restrictions are not its own.
      const clang::Sema::ContextRAII outside(*sema_, sema_->Context.getTranslationUnitDecl());
      define_instantiated_members();
      dispatch_in_constructors();
      check_initializers();
      for (clang::Decl* declaration : group) {
        check_declaration(*sema_, *headers_, calls_, *declaration);
      }
    }
    return set();
  }
  void HandleTagDeclDefinition(clang::TagDecl* declaration) override {
    auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
    if (sema_ != nullptr && record != nullptr) {
      // Clang finds the members of a local class for the function around it.
      const clang::Sema::ContextRAII outside(*sema_, sema_->Context.getTranslationUnitDecl());
      restrict_implicit_members(*sema_, *record);
      if (clang::isTemplateInstantiation(record->getTemplateSpecializationKind())) {
        instantiated_.push_back(record);
      }
    }
    set();
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) override {
    if (sema_ != nullptr) {
      const clang::Sema::ContextRAII outside(*sema_, sema_->Context.getTranslationUnitDecl());
      check_initializers();
      check_variable(*variable);
    }
    set();
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (sema_ != nullptr) {
      define_instantiated_members();
      dispatch_in_constructors();
      check_initializers();
      // The compiler has instantiated the initializers that it needed.
      for (clang::VarDecl* variable : static_members_) check_variable(*variable);
    }
    calls_.report_recursion(context.getDiagnostics());
    set();
  }

 private:
  /// No declaration leads to the classes that templates have been instantiated for.
  void define_instantiated_members() {
    for (clang::CXXRecordDecl* record : std::exchange(instantiated_, {})) {
      define_implicit_members(*sema_, *record);
      if (!headers_->or_system_contain(record->getLocation())) {
        check_constant_calls(sema_->Diags, *record);
        check_constant_calls_in(sema_->Diags, *record);
        for (clang::Decl* member : record->decls()) {
          if (auto* variable = llvm::dyn_cast<clang::VarDecl>(member)) {
            static_members_.push_back(variable);
          }
        }
      }
    }
  }

  /// An inherited constructor has no body of its own, but constructs the members of its class.
  void dispatch_in_constructors() {
    for (clang::CXXConstructorDecl* constructor : listener_.take_constructors()) {
      if (restrictions_of(*constructor).amp) dispatch_calls(*sema_, *constructor);
    }
  }

  /// An instance of a template, or a static member of one.
  void check_variable(clang::VarDecl& variable) {
    if (headers_->or_system_contain(variable.getLocation())) return;
    check_global(*sema_, *headers_, calls_, variable);
    if (clang::Expr* initializer = variable.getInit()) check_initializer(*initializer);
  }

  void check_initializers() {
    for (clang::Expr* initializer : listener_.take_initializers()) check_initializer(*initializer);
  }

  void check_initializer(clang::Expr& initializer) {
    if (headers_->or_system_contain(initializer.getExprLoc())) return;
    check_instantiated(*sema_, *headers_, calls_, initializer);
  }

  clang::Sema* sema_ = nullptr;
  std::vector<clang::CXXRecordDecl*> instantiated_;
  std::vector<clang::VarDecl*> static_members_;  ///< of instances of class templates
  std::optional<library_headers> headers_;
  call_graph calls_;
  instance_listener listener_;
};

/// Switches the mode off when the parser has ended, which removes its handlers of the mode's
/// pragmas: the compiler would say that it has compiled for the host.
class mode_end final : public clang::PPCallbacks {
 public:
  explicit mode_end(clang::CompilerInstance& compiler) : compiler_(compiler) {}
  void EndOfMainFile() override { compiler_.getLangOpts().CUDA = false; }

 private:
  clang::CompilerInstance& compiler_;
};

class front_action final : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    compiler.getLangOpts().CUDA = true;
    compiler.getLangOpts().CUDAAllowVariadicFunctions = true;  // direct3d_printf()
    // A call in a function for both is resolved for the CPU, even if a function for amp suits
    // better.
    compiler.getLangOpts().GPUExcludeWrongSideOverloads = true;
    // Clang would take constexpr functions for overloads for both; see restrict_attribute.cpp.
    compiler.getLangOpts().CUDAHostDeviceConstexpr = false;
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<mode_end>(compiler));
    understand_restrict(compiler);
    use_words_of_amp(compiler);
    // Spec 2.4.3.5 permits this storage class, which C++17 has removed.
    compiler.getDiagnostics().setDiagnosticGroupWarningAsError("register", false);
    choose_precompiled_files(compiler);
    return std::make_unique<front_consumer>(compiler);
  }
  bool ParseArgs(const clang::CompilerInstance& compiler,
                 const std::vector<std::string>& arguments) override {
    for (llvm::StringRef argument : arguments) {
      if (!argument.consume_front("allow=") || !allow(argument)) {
        clang::DiagnosticsEngine& engine = compiler.getDiagnostics();
        engine.Report(
            engine.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                   "--allow=%0 names no rule; errors end with the names of "
                                   "their rules"))
            << argument;
      }
    }
    return compiler.getLangOpts().CPlusPlus;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

class back_action final : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    // Runs after the code generator.
    return std::make_unique<mode_switch>(compiler, true);
  }
  bool ParseArgs(const clang::CompilerInstance& compiler,
                 const std::vector<std::string>&) override {
    return compiler.getLangOpts().CPlusPlus;
  }
  ActionType getActionType() override { return AddAfterMainAction; }
};

const clang::FrontendPluginRegistry::Add<front_action> registered_front(
    "milliamp", "C++ AMP, before code generation");
const clang::FrontendPluginRegistry::Add<back_action> registered_back(
    "milliamp-back", "C++ AMP, after code generation");

}  // namespace

}  // namespace milliamp::language
