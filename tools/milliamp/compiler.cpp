#include "compiler.h"

#include "compiler_arguments.h"
#include "configuration.h"
#include "error.h"
#include "process.h"
#include "sanitizers.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string_view>

namespace milliamp::command {

namespace {

bool is_executable(const std::filesystem::path& file) {
  return std::filesystem::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
}

/// Whether execvp() would find the program.
bool exists(const std::string& program) {
  if (program.find('/') != std::string::npos) return is_executable(program);
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (is_executable(std::filesystem::path(directory.empty() ? "." : directory) / program)) {
      return true;
    }
  }
  return false;
}

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
std::string name_with_version(const compiler& cxx) {
  return (cxx.kind == compiler::family::clang ? "clang-" : "gcc-") + version_of(cxx);
}

std::string default_compiler() {
  for (const char* program : {"g++", "clang++"}) {
    if (exists(program)) return program;
  }
  throw error(
      "found neither g++ nor clang++ in PATH; install one of them, or name a compiler with --cxx "
      "or "
      "in the environment variable MILLIAMP_CXX");
}

}  // namespace

compiler find_compiler(std::string name) {
  const char* from_environment = std::getenv("MILLIAMP_CXX");
  const bool use_environment =
      name.empty() && from_environment != nullptr && *from_environment != '\0';
  if (use_environment) name = from_environment;
  if (name.empty()) name = default_compiler();
  if (!exists(name)) {
    throw error("compiler '" + name + "' (from " +
                (use_environment ? "the environment variable MILLIAMP_CXX" : "--cxx") +
                ") not found; name one that is installed, such as g++ or clang++");
  }
  return {name, family_of(name)};
}

std::vector<std::string> compile_command(const compiler& cxx, const installation& milliamp,
                                         checking check, const std::vector<std::string>& arguments,
                                         const language_options& language) {
  const compiler_arguments read = read_compiler_arguments(arguments);
  const bool checked = check == checking::on && !read.sources.empty();
  if (check == checking::on) refuse_sanitizers(read, arguments);
  const bool clang = cxx.kind == compiler::family::clang;
  std::vector<std::string> command{cxx.program};
  // A CMake target of Milliamp's may have added the option already.
  const auto is_given = [&](const std::string& argument) {
    return std::find(arguments.begin(), arguments.end(), argument) != arguments.end();
  };
  const auto add = [&](std::initializer_list<const char*> flags) {
    for (auto flag = flags.begin(); flag != flags.end(); ++flag) {
      // Clang rejects an LLVM option that is given twice.
      if (std::string_view(*flag) == "-mllvm" && is_given(*(flag + 1))) {
        ++flag;
      } else {
        command.emplace_back(*flag);
      }
    }
  };

  if (read.has_raw_cxx) {
    // Searched after the system's directories, so that an installation in /usr changes no order.
    command.insert(command.end(), {"-idirafter", milliamp.include});
    add(configuration::cxx_flags);
    if (clang) add(configuration::cxx_flags_clang);
    if (language.msvc) {
      command.insert(command.end(), {"-idirafter", milliamp.include / "milliamp" / "compat"});
      add(configuration::compat_flags);
    }
  }
  if (clang && read.has_cxx && language.msvc) add(configuration::compat_flags_clang);
  if (read.has_cxx && language.on) {
    const std::filesystem::path plugin = milliamp.plugin(name_with_version(cxx) + "-language");
    const std::string option = "-fplugin=" + plugin.string();
    if (!plugin.empty() && !is_given(option)) {
      command.push_back(option);
      if (clang && read.has_raw_cxx) add(configuration::language_flags);
    }
    if (clang && !plugin.empty()) {
      for (const std::string& rule : language.allowed) {
        command.insert(command.end(),
                       {"-Xclang", "-plugin-arg-milliamp", "-Xclang", "allow=" + rule});
      }
    }
  }
  // The headers need C++17; Clang's default may be older.
  if (clang && read.has_cxx && !read.has_c && !read.names_standard) add({"-std=gnu++17"});
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (checked) {
    add(configuration::checked_flags);
    const int version = std::atoi(version_of(cxx).c_str());
    add(clang ? configuration::checked_flags_clang : configuration::checked_flags_gnu);
    if (clang && version >= 16) add(configuration::checked_flags_clang_16);
    if (!clang && version >= 12) add(configuration::checked_flags_gnu_12);
    const std::filesystem::path plugin = milliamp.plugin(name_with_version(cxx));
    const std::string option = (clang ? "-fpass-plugin=" : "-fplugin=") + plugin.string();
    if (!plugin.empty() && !is_given(option)) command.push_back(option);
  }
  if (read.links) {
    if (read.links_statically) {
      throw error(
          "Milliamp is a shared library, so programs that use it cannot be linked with -static; "
          "remove that option");
    }
    if (check == checking::on) add(configuration::checked_link_flags);
    command.insert(command.end(), {"-L" + milliamp.library.string(),
                                   "-Wl,-rpath," + milliamp.library.string(), "-lmilliamp"});
    if (check == checking::on) {
      const std::vector<std::string> flags = runtime_flags(cxx, milliamp, read);
      command.insert(command.end(), flags.begin(), flags.end());
    }
    if (language.msvc) add(configuration::compat_link_flags);
  }
  return command;
}

std::string limits_of_msvc(const compiler& cxx) {
  if (cxx.kind == compiler::family::clang) return "";
  return "with " + cxx.program +
         ", --msvc provides Visual C++'s headers, but GCC has no Microsoft extensions, such as "
         "__declspec(property); for those, add --cxx clang++";
}

bool has_language(const compiler& cxx, const installation& milliamp) {
  return cxx.kind == compiler::family::clang &&
         !milliamp.plugin(name_with_version(cxx) + "-language").empty();
}

bool has_language_in_cxx20(const compiler& cxx) {
  return std::atoi(output_of({cxx.program, "-dumpversion"}).c_str()) >= 16;
}

}  // namespace milliamp::command
