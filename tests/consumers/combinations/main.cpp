// Launches the kernel of part.cpp, in the way that the definitions say.
#include <amp.h>
#if defined(LAUNCH_IN)
#include <dlfcn.h>
#elif defined(LAUNCH_IN_CHILD)
#include <sys/wait.h>
#include <unistd.h>
#endif

extern "C" void launch();

int main() {
#if defined(LAUNCH_IN_PARALLEL)
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) launch();
#elif defined(LAUNCH_IN_CHILD)
  const pid_t child = fork();
  if (child == 0) {
    launch();
  } else {
    int status = 0;
    waitpid(child, &status, 0);
    _exit(WEXITSTATUS(status));
  }
#elif defined(LAUNCH_IN)
  void* const part = dlopen(LAUNCH_IN, RTLD_NOW);
  if (part == nullptr) return 1;
  reinterpret_cast<void (*)()>(dlsym(part, "launch"))();
#else
  launch();
#endif
}
