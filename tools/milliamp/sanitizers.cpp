#include "sanitizers.h"

#include "configuration.h"
#include "error.h"

#include <algorithm>
#include <string_view>

namespace milliamp::command {

namespace {

/// Whether the arguments select a sanitizer whose callbacks libmilliamp does not define.
bool needs_undefined_behavior_runtime(const compiler_arguments& read) {
  return std::any_of(read.sanitizers.begin(), read.sanitizers.end(), [](const std::string& name) {
    return name != "thread" && name.find("bounds") == std::string::npos;
  });
}

}  // namespace

void refuse_sanitizers(const compiler_arguments& read, const std::vector<std::string>& arguments) {
  // Milliamp's CMake targets add -fsanitize=thread along with their other flags.
  const bool is_instrumented = std::all_of(
      configuration::checked_flags.begin(), configuration::checked_flags.end(), [&](auto* flag) {
        return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
      });
  if (read.sanitizers.contains("memory")) {
    throw error(
        "--check and -fsanitize=memory exclude each other; checked programs report reads of "
        "uninitialized memory in kernels, and MemorySanitizer does not work with --fast either: it "
        "needs all libraries to be instrumented");
  }
  for (const char* name : {"address", "hwaddress", "leak", "thread"}) {
    const bool is_thread = name == std::string_view("thread");
    if (!read.sanitizers.contains(name) || (is_thread && is_instrumented)) continue;
    const std::string option = std::string("-fsanitize=") + name;
    throw error("--check and " + option + " exclude each other; " +
                (is_thread ? "checked programs report the races of kernels without it, and --fast"
                           : "checked programs report invalid accesses of kernels, and --fast") +
                " with " + option + " checks the rest of the program");
  }
}

std::vector<std::string> runtime_flags(const compiler& cxx, const installation& milliamp,
                                       const compiler_arguments& read) {
  if (cxx.kind == compiler::family::clang) return {};
  std::vector<std::string> flags{"-L" + milliamp.runtime_stand_ins.string()};
  if (!needs_undefined_behavior_runtime(read)) {
    flags.push_back("-L" + (milliamp.runtime_stand_ins / "undefined").string());
  }
  return flags;
}

}  // namespace milliamp::command
