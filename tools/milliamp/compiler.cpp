#include "compiler.h"

#include "compiler_arguments.h"
#include "configuration.h"
#include "error.h"
#include "process.h"
#include "sanitizers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace milliamp::command {

namespace {

/// Decides by the name if it contains that of a compiler, and else (c++, cc1, mycompiler) by the
/// output of --version.
compiler::family family_of(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename();
  const auto has = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
  };
  if (has(name, "clang")) return compiler::family::clang;
  if (has(name, "g++") || has(name, "gcc")) return compiler::family::gnu;
  return has(output_of({program, "--version"}), "clang") ? compiler::family::clang
                                                         : compiler::family::gnu;
}

/// `12.2.0`
std::string version_of(const compiler& cxx) {
  const bool clang = cxx.kind == compiler::family::clang;
  const std::string output = output_of({cxx.program, clang ? "-dumpversion" : "-dumpfullversion"});
  return output.substr(0, output.find('\n'));
}

/// `gcc-12.2.0`
std::string name_with_version(compiler::family kind, const std::string& version) {
  return (kind == compiler::family::clang ? "clang-" : "gcc-") + version;
}

std::string default_compiler() {
  for (const char* program : {"g++", "clang++"}) {
    if (can_execute(program)) return program;
  }
  throw error(
      "found neither g++ nor clang++ in PATH; install one of them, or name a compiler with --cxx "
      "or in the environment variable MILLIAMP_CXX");
}

/// Builds the command line of a compiler. Flags stand before the arguments if these may override
/// them.
class command_builder {
 public:
  command_builder(const compiler& cxx, const installation& milliamp, bool is_checked,
                  const std::vector<std::string>& arguments, const language_options& language)
      : cxx_(cxx),
        milliamp_(milliamp),
        is_checked_(is_checked),
        arguments_(arguments),
        language_(language) {}

  std::vector<std::string> build() {
    if (!read_.without_value.empty()) throw error("'" + read_.without_value + "' needs a value");
    if (is_checked_) refuse_sanitizers(read_, arguments_);
    if (read_.has_raw_cxx) add_headers();
    if (is_clang_ && read_.has_cxx && language_.msvc) add(configuration::compat_flags_clang);
    if (read_.has_cxx && language_.on) add_language();
    // The headers need C++17; Clang's default may be older.
    if (is_clang_ && read_.has_cxx && !read_.has_c && !read_.names_standard) add({"-std=gnu++17"});
    append(arguments_);
    if (is_checked_ && !read_.sources.empty()) add_checks();
    if (read_.links) add_library();
    return std::move(command_);
  }

 private:
  /// A CMake target of Milliamp's may have added the option already.
  bool is_given(const std::string& argument) const {
    return std::find(arguments_.begin(), arguments_.end(), argument) != arguments_.end();
  }
  void append(const std::vector<std::string>& more) {
    command_.insert(command_.end(), more.begin(), more.end());
  }
  void add(std::initializer_list<const char*> flags) {
    for (auto flag = flags.begin(); flag != flags.end(); ++flag) {
      // Clang rejects an LLVM option that is given twice.
      if (std::string_view(*flag) == "-mllvm" && is_given(*(flag + 1))) {
        ++flag;
      } else {
        command_.emplace_back(*flag);
      }
    }
  }

  void add_headers() {
    // Searched after the system's directories, so that an installation in /usr changes no order.
    append({"-idirafter", milliamp_.include});
    add(configuration::cxx_flags);
    if (is_clang_) add(configuration::cxx_flags_clang);
    if (!language_.msvc) return;
    append({"-idirafter", milliamp_.include / "milliamp" / "compat"});
    add(configuration::compat_flags);
  }

  void add_language() {
    const std::filesystem::path plugin = milliamp_.plugin(name_ + "-language");
    if (plugin.empty()) return;
    const std::string option = "-fplugin=" + plugin.string();
    if (!is_given(option)) {
      append({option});
      if (is_clang_ && read_.has_raw_cxx) add(configuration::language_flags);
    }
    if (!is_clang_) return;
    for (const std::string& rule : language_.allowed) {
      append({"-Xclang", "-plugin-arg-milliamp", "-Xclang", "allow=" + rule});
    }
  }

  void add_checks() {
    add(configuration::checked_flags);
    add(is_clang_ ? configuration::checked_flags_clang : configuration::checked_flags_gnu);
    if (is_clang_ && major_version_ >= 16) add(configuration::checked_flags_clang_16);
    const std::filesystem::path plugin = milliamp_.plugin(name_);
    const std::string option = (is_clang_ ? "-fpass-plugin=" : "-fplugin=") + plugin.string();
    if (!plugin.empty() && !is_given(option)) append({option});
  }

  /// Whether the linker may find the standard library of an older GCC than the one that compiled
  /// libmilliamp, which may call functions that the older one lacks. The program loads the newer
  /// one.
  bool has_older_standard_library() const {
    return !is_clang_ && major_version_ < _GLIBCXX_RELEASE;
  }

  void add_library() {
    if (read_.links_statically) {
      throw error(
          "Milliamp is a shared library, so programs that use it cannot be linked with -static; "
          "remove that option");
    }
    if (is_checked_) add(configuration::checked_link_flags);
    const std::string directory = milliamp_.library;
    append({"-L" + directory, "-Wl,-rpath," + directory, "-lmilliamp"});
    if (has_older_standard_library()) append({"-Wl,--allow-shlib-undefined"});
    if (is_checked_) append(runtime_flags(cxx_, milliamp_, read_));
    if (language_.msvc) add(configuration::compat_link_flags);
  }

  const compiler& cxx_;
  const installation& milliamp_;
  const bool is_checked_;
  const std::vector<std::string>& arguments_;
  const language_options& language_;
  const compiler_arguments read_ = read_compiler_arguments(arguments_);
  const bool is_clang_ = cxx_.kind == compiler::family::clang;
  // The compiler is asked once: it takes milliseconds to start.
  const std::string version_ = version_of(cxx_);
  const int major_version_ = std::atoi(version_.c_str());
  const std::string name_ = name_with_version(cxx_.kind, version_);
  std::vector<std::string> command_{cxx_.program};
};

}  // namespace

compiler find_compiler(std::string name) {
  const char* from_environment = std::getenv("MILLIAMP_CXX");
  const bool use_environment =
      name.empty() && from_environment != nullptr && *from_environment != '\0';
  if (use_environment) name = from_environment;
  if (name.empty()) name = default_compiler();
  if (!can_execute(name)) {
    throw error("compiler '" + name + "' (from " +
                (use_environment ? "the environment variable MILLIAMP_CXX" : "--cxx") +
                ") not found; name an installed compiler, such as g++ or clang++");
  }
  return {name, family_of(name)};
}

std::vector<std::string> compile_command(const compiler& cxx, const installation& milliamp,
                                         checking check, const std::vector<std::string>& arguments,
                                         const language_options& language) {
  return command_builder(cxx, milliamp, check == checking::on, arguments, language).build();
}

std::string limits_of_msvc(const compiler& cxx) {
  if (cxx.kind == compiler::family::clang) return "";
  return "with " + cxx.program +
         ", --msvc provides Visual C++'s headers, but GCC has no Microsoft extensions, such as "
         "__declspec(property); for those, add --cxx clang++";
}

bool has_language(const compiler& cxx, const installation& milliamp) {
  return cxx.kind == compiler::family::clang &&
         !milliamp.plugin(name_with_version(cxx.kind, version_of(cxx)) + "-language").empty();
}

}  // namespace milliamp::command
