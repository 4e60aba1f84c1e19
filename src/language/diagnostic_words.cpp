#include "diagnostic_words.h"

#include <clang/Basic/DiagnosticSema.h>
#include <llvm/ADT/SmallString.h>

#include <memory>
#include <string>
#include <utility>

namespace milliamp::language {

namespace {

void replace_all(std::string& text, llvm::StringRef from, llvm::StringRef to) {
  for (std::size_t at = text.find(from.str()); at != std::string::npos;
       at = text.find(from.str(), at + to.size())) {
    text.replace(at, from.size(), to.str());
  }
}

/// The section of the rule that a diagnostic of Clang's enforces; empty for all others.
const char* section_of(unsigned id) {
  switch (id) {
    case clang::diag::err_ref_bad_target:
    case clang::diag::err_ref_bad_target_global_initializer:
    case clang::diag::note_ovl_candidate_bad_target:
      return "2.3.2.1";
    case clang::diag::err_cuda_ovl_target:
    case clang::diag::err_cuda_unattributed_constexpr_cannot_overload_device:
    case clang::diag::note_implicit_member_target_infer_collision:
      return "2.3.2";
    case clang::diag::err_cuda_device_exceptions:
      return "2.4.3.7";
    default:
      return "";
  }
}

/// Passes diagnostics to the compiler's own consumer.
class reworded_consumer final : public clang::DiagnosticConsumer {
 public:
  reworded_consumer(clang::DiagnosticConsumer* inner, bool owned) : inner_(inner) {
    if (owned) owner_.reset(inner);
  }

  void BeginSourceFile(const clang::LangOptions& options,
                       const clang::Preprocessor* preprocessor) override {
    inner_->BeginSourceFile(options, preprocessor);
  }
  void EndSourceFile() override { inner_->EndSourceFile(); }
  void finish() override { inner_->finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    inner_->clear();
  }
  bool IncludeInDiagnosticCounts() const override { return inner_->IncludeInDiagnosticCounts(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    const char* section = section_of(diagnostic.getID());
    if (*section == '\0') return inner_->HandleDiagnostic(level, diagnostic);
    llvm::SmallString<128> original;
    diagnostic.FormatDiagnostic(original);
    std::string text = original.str().str();
    replace_all(text, "__host__ __device__", "restrict(cpu, amp)");
    replace_all(text, "__device__", "restrict(amp)");
    replace_all(text, "__host__", "restrict(cpu)");
    replace_all(text, "reference to", "call of");
    text += std::string(" [spec ") + section + "]";
    inner_->HandleDiagnostic(level, clang::Diagnostic(diagnostic.getDiags(), text));
  }

 private:
  clang::DiagnosticConsumer* inner_;
  std::unique_ptr<clang::DiagnosticConsumer> owner_;
};

}  // namespace

void use_words_of_amp(clang::DiagnosticsEngine& engine) {
  const bool owned = engine.ownsClient();
  clang::DiagnosticConsumer* inner = owned ? engine.takeClient().release() : engine.getClient();
  engine.setClient(new reworded_consumer(inner, owned), /*ShouldOwnClient=*/true);
}

}  // namespace milliamp::language
