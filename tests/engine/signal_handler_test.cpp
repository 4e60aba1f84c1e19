// Signal handlers of the program that interrupt a kernel. In a checked program, this has no
// findings: what a handler does is not what the kernel's threads do.

#include "engine/both_engines.h"

#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <vector>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // siginterrupt()

using namespace concurrency;

namespace {

volatile std::sig_atomic_t signals = 0;

__attribute__((noinline)) int next(int number) { return number + 1; }

void count(int) { signals = next(signals); }

void count_with_info(int signal, siginfo_t* info, void*) {
  if (info->si_signo == signal) count(signal);
}

class SignalHandler : public milliamp::tests::BothEngines {
 protected:
  /// Launches a kernel in which each thread is interrupted twice, between its accesses.
  void launch_interrupted() const {
    std::vector<int> sums(256);
    const array_view<int> view(256, sums);
    launch(extent<1>(256).tile<32>(), [=](tiled_index<32> t) {
      tile_static int numbers[32];
      numbers[t.local[0]] = t.local[0];
      std::raise(SIGUSR1);
      t.barrier.wait();
      std::raise(SIGUSR1);
      view[t.global] = numbers[t.local[0]] + numbers[31 - t.local[0]];
    });
    view.synchronize();
    EXPECT_EQ(sums, std::vector<int>(256, 31));
  }
};

struct sigaction action_of(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  return action;
}

TEST_P(SignalHandler, MayInterruptAKernel) {
  signals = 0;
  EXPECT_EQ(std::signal(SIGUSR1, count), SIG_DFL);
  launch_interrupted();
  EXPECT_GT(signals, 0);
  EXPECT_EQ(std::signal(SIGUSR1, SIG_DFL), count);
}

TEST_P(SignalHandler, MayTakeInformation) {
  signals = 0;
  struct sigaction action {};
  action.sa_sigaction = count_with_info;
  action.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGUSR1, &action, nullptr), 0);
  launch_interrupted();
  EXPECT_GT(signals, 0);
  const struct sigaction by_default = action_of(SIG_DFL);
  EXPECT_EQ(sigaction(SIGUSR1, &by_default, &action), 0);
  EXPECT_EQ(action.sa_sigaction, count_with_info);
}

TEST_P(SignalHandler, IsShownAsItWasInstalled) {
  const struct sigaction handled = action_of(count);
  const struct sigaction ignored = action_of(SIG_IGN);
  struct sigaction previous {};
  EXPECT_EQ(sigaction(SIGUSR1, &handled, &previous), 0);
  EXPECT_EQ(previous.sa_handler, SIG_DFL);
  EXPECT_EQ(sigaction(SIGUSR1, nullptr, &previous), 0);
  EXPECT_EQ(previous.sa_handler, count);
  EXPECT_EQ(sigaction(SIGUSR1, &ignored, &previous), 0);
  EXPECT_EQ(previous.sa_handler, count);
  EXPECT_EQ(std::signal(SIGUSR1, count), SIG_IGN);
  EXPECT_EQ(sigaction(SIGUSR1, &handled, &previous), 0);
  EXPECT_EQ(previous.sa_handler, count);
  EXPECT_NE(previous.sa_flags & SA_RESTART, 0) << "as glibc's signal() has it";
  EXPECT_EQ(std::signal(SIGUSR1, SIG_DFL), count);
}

TEST_P(SignalHandler, IsRefusedForSignalsWithout) {
  const struct sigaction handled = action_of(count);
  EXPECT_EQ(sigaction(-1, &handled, nullptr), -1);
  EXPECT_EQ(sigaction(SIGKILL, &handled, nullptr), -1);
  EXPECT_EQ(sigaction(NSIG, &handled, nullptr), -1);
  EXPECT_EQ(std::signal(SIGKILL, count), SIG_ERR);
  EXPECT_EQ(std::signal(SIGUSR1, SIG_ERR), SIG_ERR);
}

TEST_P(SignalHandler, MayInterruptSystemCalls) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::signal(SIGALRM, count);
  siginterrupt(SIGALRM, 1);
  std::signal(SIGALRM, count);  // without SA_RESTART from now on
  itimerval timer{{0, 0}, {0, 10'000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), -1);
  EXPECT_EQ(errno, EINTR);
  siginterrupt(SIGALRM, 0);
  std::signal(SIGALRM, SIG_DFL);
  close(ends[0]);
  close(ends[1]);
}

sigjmp_buf place;

TEST_P(SignalHandler, OfTheHostMayLeaveByALongJump) {
  ASSERT_EQ(std::signal(SIGUSR1, [](int) { siglongjmp(place, 1); }), SIG_DFL);
  volatile bool has_left = false;
  if (sigsetjmp(place, 1) == 0) {
    std::raise(SIGUSR1);
  } else {
    has_left = true;
  }
  EXPECT_TRUE(has_left);
  std::signal(SIGUSR1, count);
  launch_interrupted();
  std::signal(SIGUSR1, SIG_DFL);
}

MILLIAMP_ON_BOTH_ENGINES(SignalHandler);

}  // namespace
