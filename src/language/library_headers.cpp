#include "library_headers.h"

#include "clang_versions.h"
#include "restrictions.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>

namespace milliamp::language {

namespace {

/// The headers in include/, by the parts of their paths that no other project's have.
bool is_library_header(llvm::StringRef path) {
  constexpr llvm::StringLiteral facades[] = {"amp.h", "amp_math.h", "amp_graphics.h",
                                             "amp_short_vectors.h"};
  const auto [directory, name] = path.rsplit('/');
  if (ends_with(directory, "include/milliamp") || ends_with(directory, "include/milliamp/detail")) {
    return true;
  }
  // Of the headers for ported programs, only this one has functions that kernels call.
  if (ends_with(directory, "include/milliamp/compat")) return name == "minmax.h";
  return ends_with(directory, "include") && llvm::is_contained(facades, name);
}

/// The file of a location, also in a source that is preprocessed already.
llvm::StringRef file_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  return presumed.isValid() ? presumed.getFilename() : "";
}

/// Whether `restrict` and a parenthesis are somewhere in a file.
bool has_restrictions(llvm::StringRef text) {
  constexpr llvm::StringLiteral keyword = "restrict";
  for (;;) {
    const std::size_t found = text.find(keyword);
    if (found == llvm::StringRef::npos) return false;
    const bool begins_word = found == 0 || !clang::isAsciiIdentifierContinue(text[found - 1]);
    text = text.drop_front(found + keyword.size());
    if (begins_word && starts_with(text.ltrim(), "(")) return true;
  }
}

/// Headers whose classes derive from those of the standard library, or are used by the host alone.
bool is_host_header(llvm::StringRef path) {
  constexpr llvm::StringLiteral names[] = {
      "accelerator.h",  "accelerator_view.h", "completion_future.h", "copy.h",
      "counts.h",       "direct3d_interop.h", "exceptions.h",        "finding.h",
      "gtest.h",        "gtest_schedules.h",  "milliamp.h",          "parallel_for_each.h",
      "texture_copy.h", "texture_interop.h"};
  return llvm::is_contained(names, path.rsplit('/').second);
}

/// Follows the parser from file to file.
class header_follower final : public clang::PPCallbacks {
 public:
  explicit header_follower(clang::Sema& sema) : sema_(sema) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    const llvm::StringRef file = file_of(sema_.SourceMgr, location);
    const bool is_inside =
        (is_library_header(file) && !is_host_header(file)) || is_math_header(file);
    if (is_inside == inside_) return;
    inside_ = is_inside;
    if (inside_) {
      begin_host_device(sema_);
    } else {
      end_host_device(sema_);
    }
  }

 private:
  clang::Sema& sema_;
  bool inside_ = false;
};

}  // namespace

bool is_math_header(llvm::StringRef path) {
  return ends_with(path, "bits/mathcalls.h") || ends_with(path, "bits/mathcalls-narrow.h") ||
         ends_with(path, "/cmath") || ends_with(path, "bits/std_abs.h");
}

bool is_c_math(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  return function.isExternC() && !has_specifiers(function) &&
         is_math_header(file_of(sources, function.getLocation()));
}

bool library_headers::contain(clang::SourceLocation location) const {
  if (location.isInvalid()) return false;
  if (sources_->hasLineTable()) return is_library_header(file_of(*sources_, location));
  const clang::FileID file = sources_->getFileID(sources_->getExpansionLoc(location));
  const auto [entry, is_new] = known_.try_emplace(file, false);
  if (is_new) {
    entry->second = is_library_header(sources_->getFilename(sources_->getLocForStartOfFile(file)));
  }
  return entry->second;
}

bool library_headers::or_system_contain(clang::SourceLocation location) const {
  if (location.isInvalid()) return true;
  const clang::SourceLocation expansion = sources_->getExpansionLoc(location);
  if (sources_->isInSystemHeader(expansion) && !is_amp_file(sources_->getFileID(expansion))) {
    return true;
  }
  return contain(location);
}

bool library_headers::is_amp_file(clang::FileID file) const {
  // A source that is preprocessed already contains all headers.
  if (file == sources_->getMainFileID()) return false;
  const auto [entry, is_new] = amp_files_.try_emplace(file, false);
  if (is_new) entry->second = has_restrictions(sources_->getBufferData(file));
  return entry->second;
}

void open_library_headers(clang::Sema& sema) {
  sema.getPreprocessor().addPPCallbacks(std::make_unique<header_follower>(sema));
}

}  // namespace milliamp::language
