#include "limited_process.h"

#include "error.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

namespace milliamp::command {

namespace {

/// What a new process needs, made before fork(): another thread may hold the allocator's lock then.
struct process_image {
  explicit process_image(const limited_process& program) {
    for (char** e = environ; *e != nullptr; ++e) {
      if (!std::string_view(*e).starts_with("MILLIAMP_OPTIONS=")) environment.emplace_back(*e);
    }
    environment.push_back("MILLIAMP_OPTIONS=" + program.options);
    argv = as_argv(program.command);
    envp = as_argv(environment);
  }

  std::vector<std::string> environment;
  std::vector<char*> argv;
  std::vector<char*> envp;
};

void redirect(int file, const char* path, int flags) {
  const int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, file) < 0) _exit(own_failure);
}

/// Waits for a process, and kills its process group at the time limit or when a signal arrives.
std::optional<ending> wait_for(pid_t process, std::chrono::seconds limit,
                               const held_signals& signals) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  for (std::chrono::microseconds pause(500);;
       pause = std::min<std::chrono::microseconds>(pause * 2, std::chrono::milliseconds(20))) {
    if (waitpid(process, &status, WNOHANG) == process) return ending_of(status);
    if (signals.has_arrived() || std::chrono::steady_clock::now() >= end) break;
    std::this_thread::sleep_for(pause);
  }
  kill(-process, SIGKILL);
  waitpid(process, &status, 0);
  return std::nullopt;
}

}  // namespace

std::optional<ending> run(const limited_process& program, std::chrono::seconds limit,
                          const held_signals& signals) {
  const process_image image(program);
  const pid_t process = fork();
  if (process == -1) {
    throw error("cannot start " + program.command[0] + ": " + std::strerror(errno));
  }
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);  // with what it starts, it can be killed
    signals.release();
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, program.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, program.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    execvpe(image.argv[0], image.argv.data(), image.envp.data());
    _exit(127);
  }
  setpgid(process, process);
  return wait_for(process, limit, signals);
}

}  // namespace milliamp::command
