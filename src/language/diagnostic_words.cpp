#include "diagnostic_words.h"

#include "clang_versions.h"
#include "error_reasons.h"
#include "misplaced_specifier.h"
#include "misplaced_tile_static.h"
#include "reporting.h"
#include "specifier_fix.h"
#include "tile_static.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace milliamp::language {

namespace {

void replace_all(std::string& text, llvm::StringRef from, llvm::StringRef to) {
  for (std::size_t at = text.find(from.str()); at != std::string::npos;
       at = text.find(from.str(), at + to.size())) {
    text.replace(at, from.size(), to.str());
  }
}

/// Where a diagnostic of Clang's enforces a rule: its section, and the rule's name if one permits
/// it. Empty for all others.
const char* rule_of(unsigned id) {
  switch (id) {
    case clang::diag::err_ref_bad_target:
    case clang::diag::err_ref_bad_target_global_initializer:
    case clang::diag::note_ovl_candidate_bad_target:
      return "2.3.2.1, --allow=calls";
    case clang::diag::err_cuda_ovl_target:
    case clang::diag::note_implicit_member_target_infer_collision:
      return "2.3.2";
    case clang::diag::err_cuda_device_exceptions:
      return "2.4.3.7, --allow=exceptions";
    default:
      return "";
  }
}

/// What Clang reports of a call without a function that it could call, or of a declaration without
/// the template, the other declaration or the virtual function that it needs. Notes say why.
bool has_reason_in_notes(unsigned id) {
  switch (id) {
    case clang::diag::err_ovl_no_viable_function_in_call:
    case clang::diag::err_ovl_no_viable_function_in_init:
    case clang::diag::err_ovl_no_viable_member_function_in_call:
    case clang::diag::err_ovl_no_viable_object_call:
    case clang::diag::err_ovl_no_viable_oper:
    case clang::diag::err_ovl_no_viable_subscript:
    case clang::diag::err_for_range_invalid:
    case clang::diag::err_typecheck_invalid_operands:
    case clang::diag::err_typecheck_nonviable_condition:
    case clang::diag::err_function_template_spec_no_match:
    case clang::diag::err_explicit_instantiation_not_known:
    case clang::diag::err_ovl_no_viable_conversion_in_cast:
    case clang::diag::err_member_decl_does_not_match:
    case clang::diag::err_deduced_class_template_ctor_no_viable:
    case clang::diag::err_deleted_function_use:
    case clang::diag::err_abstract_type_in_decl:
    case clang::diag::err_allocation_of_abstract_type:
    case clang::diag::err_array_of_abstract_type:
    case clang::diag::override_keyword_hides_virtual_member_function:
      return true;
    default:
      return false;
  }
}

/// Passes diagnostics to the compiler's own consumer.
class reworded_consumer final : public clang::DiagnosticConsumer {
 public:
  reworded_consumer(const clang::CompilerInstance& compiler, clang::DiagnosticConsumer* inner,
                    bool owned)
      : options_(compiler.getLangOpts()), reasons_(compiler), inner_(inner) {
    if (owned) owner_.reset(inner);
  }

  void BeginSourceFile(const clang::LangOptions& options,
                       const clang::Preprocessor* preprocessor) override {
    inner_->BeginSourceFile(options, preprocessor);
  }
  void EndSourceFile() override {
    show_explained();
    inner_->EndSourceFile();
  }
  void finish() override {
    show_explained();
    inner_->finish();
  }
  void clear() override {
    DiagnosticConsumer::clear();
    inner_->clear();
  }
  bool IncludeInDiagnosticCounts() const override { return inner_->IncludeInDiagnosticCounts(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    if (is_of_tile_static_initializer(diagnostic) || is_of_ignored_tile_static(diagnostic)) return;
    if (is_of_keyword(diagnostic)) return;
    if (level >= clang::DiagnosticsEngine::Error && show_rule_instead(diagnostic)) return;
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Note) {
      explained_ ? keep_note(diagnostic) : show(level, diagnostic);
      return;
    }
    show_explained();
    if (level >= clang::DiagnosticsEngine::Error) remember_error(diagnostic.getLocation());
    if (level >= clang::DiagnosticsEngine::Error) reason_ = reasons_.of_error(diagnostic);
    if (has_reason_in_notes(diagnostic.getID()) || !reason_.empty()) {
      explained_.emplace(level, diagnostic);
      engine_ = const_cast<clang::DiagnosticsEngine*>(diagnostic.getDiags());
    } else {
      show(level, diagnostic);
    }
  }

 private:
  /// Whether there is a rule for what Clang reports, see handle_tile_static().
  static bool is_of_tile_static_initializer(const clang::Diagnostic& diagnostic) {
    switch (diagnostic.getID()) {
      case clang::diag::err_alias_is_definition:
        return diagnostic.getLocation().isInvalid();
      case clang::diag::err_ref_bad_target_global_initializer:
        return is_tile_static_at(diagnostic.getLocation()) &&
               !is_allowed(rule::tile_static_initializer);
      default:
        return false;
    }
  }

  /// Whether a note shows the macro that stands for the keyword.
  static bool is_of_keyword(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getID() != clang::diag::note_macro_here) return false;
    return diagnostic.getArgIdentifier(0)->isStr("restrict");
  }

  /// Shows a rule instead of an error that a misplaced keyword causes.
  bool show_rule_instead(const clang::Diagnostic& error) {
    const tile_static_condition variable = find_tile_static_condition(error, options_);
    if (variable.location.isValid()) {
      std::string text = text_of_rule(rule::tile_static_initializer);
      replace_all(text, "%0", variable.name);
      show_instead(error, text, variable.location, {});
    } else if (is_of_misplaced_tile_static(error)) {
      show_instead(error, text_of_rule(rule::tile_static_scope),
                   error.getSourceManager().getExpansionLoc(error.getLocation()), {});
    } else if (const misplaced_specifier* specifier = find_misplaced_specifier(error)) {
      show_instead(error, text_of_rule(rule::restriction_place), specifier->at, specifier->moved);
    } else {
      return false;
    }
    return true;
  }

  /// Shows one error for each location.
  void show_instead(const clang::Diagnostic& error, llvm::StringRef text, clang::SourceLocation at,
                    llvm::ArrayRef<clang::FixItHint> proposed) {
    if (is_reported(at)) return;
    DiagnosticConsumer::HandleDiagnostic(clang::DiagnosticsEngine::Error, error);
    show_explained();
    remember_error(at);
    engine_ = const_cast<clang::DiagnosticsEngine*>(error.getDiags());
    explained_ = stored(clang::DiagnosticsEngine::Error, text, at, proposed);
  }

  clang::StoredDiagnostic stored(clang::DiagnosticsEngine::Level level, llvm::StringRef text,
                                 clang::SourceLocation at,
                                 llvm::ArrayRef<clang::FixItHint> proposed) const {
    const auto kind = static_cast<clang::DiagnosticIDs::Level>(level);
    return {level, engine_->getDiagnosticIDs()->getCustomDiagID(kind, text),
            text,  clang::FullSourceLoc(at, engine_->getSourceManager()),
            {},    proposed};
  }

  void show(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    const std::string text = text_of(diagnostic);
    if (text.empty()) {
      inner_->HandleDiagnostic(level, diagnostic);
    } else {
      inner_->HandleDiagnostic(level, clang::Diagnostic(diagnostic.getDiags(), text));
    }
  }

  /// Whether the diagnostic is of a special member that would have no restriction, because those of
  /// the members of its class have none in common. Clang has no words for that, and would allocate
  /// without end in search of them.
  static bool has_member_without_restrictions(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getID() != clang::diag::err_ref_bad_target) return false;
    for (unsigned i = 0; i < diagnostic.getNumArgs(); ++i) {
      const bool is_number = diagnostic.getArgKind(i) == clang::DiagnosticsEngine::ak_sint;
      if (is_number && diagnostic.getArgSInt(i) == no_target) return true;
    }
    return false;
  }

  /// The text of a rule for an error of the parser at a specifier; empty for others.
  static std::string text_of_syntax_error(const clang::Diagnostic& diagnostic) {
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return "";
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const char* text = sources.getCharacterData(sources.getExpansionLoc(diagnostic.getLocation()));
    while (clang::isWhitespace(*text)) ++text;
    if (!starts_with(text, "restrict") || clang::isAsciiIdentifierContinue(text[8])) return "";
    switch (diagnostic.getID()) {
      case clang::diag::err_expected:
      case clang::diag::err_expected_fn_body:
      case clang::diag::err_expected_lambda_body:
      case clang::diag::err_expected_semi_decl_list:
      case clang::diag::err_expected_semi_declaration:
      case clang::diag::err_unterm_macro_invoc:
        return text_of_rule(rule::restriction_syntax);
      case clang::diag::err_expected_either:
        // Behind the initializers of a constructor
        return text_of_rule(rule::restriction_place);
      default:
        return "";
    }
  }

  /// What to show instead of a diagnostic; empty if it can stay as it is.
  static std::string text_of(const clang::Diagnostic& diagnostic) {
    if (const std::string text = text_of_syntax_error(diagnostic); !text.empty()) return text;
    const char* broken = rule_of(diagnostic.getID());
    const bool may_be_specifier =
        diagnostic.getID() == clang::diag::err_unknown_typename ||
        diagnostic.getID() == clang::diag::err_decl_attribute_invalid_on_stmt;
    if (*broken == '\0' && !may_be_specifier) return "";
    if (has_member_without_restrictions(diagnostic)) {
      return "this special member has no restrictions: those of the members and bases of its class "
             "have none in common [spec 2.3.2]";
    }
    llvm::SmallString<128> original;
    diagnostic.FormatDiagnostic(original);
    if (may_be_specifier) {
      // `restrict(amp)` where no specifier can stand, taken for a declarator, or for a specifier of
      // one.
      const bool is_specifier = ends_with(original.str(), "'amp'") ||
                                ends_with(original.str(), "'cpu'") ||
                                starts_with(original.str(), "'milliamp_");
      return is_specifier ? text_of_rule(rule::restriction_place) : "";
    }
    std::string text = original.str().str();
    replace_all(text, "__host__ __device__", "restrict(cpu, amp)");
    replace_all(text, "__device__", "restrict(amp)");
    replace_all(text, "__host__", "restrict(cpu)");
    replace_all(text, "reference to", "use of");
    replace_all(text, "inferred target collision: call to both",
                "has no restrictions: it would call both");
    return text + " [spec " + broken + "]";
  }

  /// The fix-its of a note: for a function that amp code cannot call, a specifier.
  llvm::SmallVector<clang::FixItHint, 1> fixes_of(const clang::Diagnostic& note) const {
    const llvm::ArrayRef<clang::FixItHint> own = note.getFixItHints();
    llvm::SmallVector<clang::FixItHint, 1> fixes(own.begin(), own.end());
    if (note.getID() == clang::diag::note_ovl_candidate_bad_target && note.hasSourceManager()) {
      const auto fix = insert_specifier(note.getSourceManager(), options_, note.getLocation());
      if (!fix.isNull()) fixes.push_back(fix);
    }
    return fixes;
  }

  /// A note of an error that has not been shown: such a note may be its reason.
  void keep_note(const clang::Diagnostic& diagnostic) {
    clang::StoredDiagnostic note(clang::DiagnosticsEngine::Note, diagnostic);
    std::string text = text_of(diagnostic);
    // The notes of a comparison that needs another reason are of operators for other types.
    const bool is_of_others =
        explained_->getID() == clang::diag::err_typecheck_invalid_operands && !reason_.empty();
    if (diagnostic.getID() == clang::diag::note_ovl_candidate_bad_target && !is_of_others) {
      const std::size_t at = text.find("restrict(");
      reason_ = ": " + text.substr(at == std::string::npos ? 0 : at);
      replace_all(reason_, " function from ", " functions cannot be called from ");
      replace_all(reason_, ") function [spec", ") code [spec");
    }
    if (reason_.empty()) reason_ = reasons_.of_note(diagnostic);
    if (diagnostic.getID() == clang::diag::note_cuda_ovl_candidate_target_mismatch) {
      text = "the restrictions of this template differ";
    }
    if (!text.empty()) {
      note = clang::StoredDiagnostic(note.getLevel(), note.getID(), text, note.getLocation(),
                                     note.getRanges(), fixes_of(diagnostic));
    }
    notes_.push_back(std::move(note));
    add_further_note();
  }

  void add_further_note() {
    const std::optional<further_note> further = reasons_.take_note();
    if (!further || further->location.isInvalid()) return;
    notes_.push_back(stored(clang::DiagnosticsEngine::Note, further->text, further->location, {}));
  }

  /// Shows an error that has waited for its notes, by an engine of its own: that of the compiler
  /// may be busy with the next diagnostic.
  void show_explained() {
    if (!explained_) return;
    clang::DiagnosticsEngine replay(engine_->getDiagnosticIDs(), &engine_->getDiagnosticOptions(),
                                    inner_, /*ShouldOwnClient=*/false);
    if (engine_->hasSourceManager()) replay.setSourceManager(&engine_->getSourceManager());
    const clang::StoredDiagnostic& error = *explained_;
    replay.Report(clang::StoredDiagnostic(error.getLevel(), error.getID(),
                                          error.getMessage().str() + reason_, error.getLocation(),
                                          error.getRanges(), error.getFixIts()));
    for (const clang::StoredDiagnostic& note : notes_) replay.Report(note);
    explained_.reset();
    reason_.clear();
    notes_.clear();
  }

  const clang::LangOptions& options_;
  error_reasons reasons_;
  /// An error whose notes have not all come, and why it is one in words of this language.
  std::optional<clang::StoredDiagnostic> explained_;
  std::string reason_;
  std::vector<clang::StoredDiagnostic> notes_;
  clang::DiagnosticsEngine* engine_ = nullptr;
  clang::DiagnosticConsumer* inner_;
  std::unique_ptr<clang::DiagnosticConsumer> owner_;
};

}  // namespace

void use_words_of_amp(clang::CompilerInstance& compiler) {
  clang::DiagnosticsEngine& engine = compiler.getDiagnostics();
  const bool owned = engine.ownsClient();
  clang::DiagnosticConsumer* inner = owned ? engine.takeClient().release() : engine.getClient();
  engine.setClient(new reworded_consumer(compiler, inner, owned), /*ShouldOwnClient=*/true);
}

}  // namespace milliamp::language
