#include "process.h"

#include "error.h"
#include "held_signals.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace milliamp::command {

namespace {

bool is_executable(const std::filesystem::path& file) {
  std::error_code unreachable;
  return std::filesystem::is_regular_file(file, unreachable) && access(file.c_str(), X_OK) == 0;
}

[[noreturn]] void throw_errno(const std::string& what) {
  throw error(what + ": " + std::strerror(errno));
}

/// Replaces a forked child by the program. The program is killed if its parent dies.
[[noreturn]] void become(const std::vector<std::string>& command) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(command[0].c_str(), as_argv(command).data());
  std::perror(("milliamp: cannot run " + command[0]).c_str());
  _exit(own_failure);
}

}  // namespace

std::vector<char*> as_argv(const std::vector<std::string>& strings) {
  std::vector<char*> argv;
  argv.reserve(strings.size() + 1);
  for (const std::string& s : strings) argv.push_back(const_cast<char*>(s.c_str()));
  argv.push_back(nullptr);
  return argv;
}

ending ending_of(int wait_status) {
  if (WIFSIGNALED(wait_status)) return {WTERMSIG(wait_status), 0};
  return {0, WEXITSTATUS(wait_status)};
}

bool can_execute(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_executable(name);
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (is_executable(std::filesystem::path(directory.empty() ? "." : directory) / name)) {
      return true;
    }
  }
  return false;
}

void exec(const std::vector<std::string>& command) {
  execvp(command[0].c_str(), as_argv(command).data());
  throw_errno("cannot run " + command[0]);
}

ending run(const std::vector<std::string>& command) {
  const held_signals signals({SIGCHLD});
  const pid_t program = fork();
  if (program == -1) throw_errno("cannot start " + command[0]);
  if (program == 0) {
    signals.release();
    become(command);
  }
  for (;;) {
    const siginfo_t signal = signals.next();
    int status = 0;
    if (signal.si_signo == SIGCHLD) {
      if (waitpid(program, &status, WNOHANG) == program) return ending_of(status);
    } else if (signal.si_code != SI_KERNEL) {  // else the terminal also sent it to the program
      kill(program, signal.si_signo);
    }
  }
}

void start(const std::vector<std::string>& command) {
  const pid_t program = fork();
  if (program == -1) throw_errno("cannot start " + command[0]);
  if (program != 0) return;
  setsid();
  const int nothing = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
  execvp(command[0].c_str(), as_argv(command).data());
  _exit(own_failure);
}

captured capture(const std::vector<std::string>& command, int stream) {
  std::array<int, 2> output;
  if (pipe2(output.data(), O_CLOEXEC) != 0) throw_errno("cannot create a pipe");
  const auto [read_end, write_end] = output;
  const pid_t program = fork();
  if (program == -1) throw_errno("cannot start " + command[0]);
  if (program == 0) {
    dup2(write_end, stream);
    become(command);
  }
  close(write_end);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(read_end, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(read_end);
  int status = 0;
  waitpid(program, &status, 0);
  return {ending_of(status), text};
}

std::string output_of(const std::vector<std::string>& command) { return capture(command).output; }

void end_like(const ending& program) {
  if (program.signal != 0) {
    // The program has dumped core if that is enabled; a core file of this process is useless.
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(program.signal, SIG_DFL);
    std::raise(program.signal);
  }
  std::exit(program.status);
}

}  // namespace milliamp::command
