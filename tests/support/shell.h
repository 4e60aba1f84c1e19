/// @file
/// Runs shell commands in a temporary directory.
///
///     test_directory here;
///     here.write("a.cpp", "int main() { return 3; }");
///     EXPECT_EQ(here.shell("g++ a.cpp && ./a.out").status, 3);
#ifndef MILLIAMP_TESTS_SUPPORT_SHELL_H
#define MILLIAMP_TESTS_SUPPORT_SHELL_H

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace milliamp::tests {

/// The combined standard output and error of a command, and its exit status.
struct command_result {
  std::string output;
  /// The exit status, as the shell gives it: 128 + the signal for a command that a signal ended.
  int status;
};

/// A temporary directory. The destructor removes it.
class test_directory {
 public:
  test_directory() {
    std::string name = std::filesystem::temp_directory_path() / "milliamp-test-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create " + name);
    path_ = name;
  }
  ~test_directory() { std::filesystem::remove_all(path_); }
  test_directory(const test_directory&) = delete;
  test_directory& operator=(const test_directory&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file in the directory. Creates its parent directories.
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }

  /// Runs a shell command in the directory.
  command_result shell(const std::string& command) const {
    // The shell of popen() may exec the last process of the command. The inner shell always returns
    // its status.
    const std::string script = "cd '" + path_.string() + "' && (" + command + "\n) 2>&1";
    FILE* pipe = popen(script.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
    command_result result{{}, 0};
    std::array<char, 4096> buffer;
    for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
      result.output.append(buffer.data(), count);
    }
    const int status = pclose(pipe);
    result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return result;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace milliamp::tests

#endif
