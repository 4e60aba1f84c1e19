// Launches that are ended from outside: the report says where their threads are. Ctrl-C, a request
// to terminate, and the option time_limit, for loops that never end.

#include "engine/both_engines.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

using namespace concurrency;
using testing::ExitedWithCode;
using testing::KilledBySignal;

namespace {

// The time in which a launch enters its kernel, also on a busy machine. After 7 seconds, the loop
// of a checked kernel is a finding.
#ifdef MILLIAMP_TESTS_SLOW
constexpr int seconds = 5;
#else
constexpr int seconds = 1;
#endif

class Interruption : public milliamp::tests::BothEngines {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  void TearDown() override {
    setenv("MILLIAMP_OPTIONS", "", 1);
    BothEngines::TearDown();
  }

  static void set_time_limit() {
    setenv("MILLIAMP_OPTIONS", ("time_limit=" + std::to_string(seconds)).c_str(), 1);
  }

  /// Threads 0 to 4 wait at the second barrier, the others at the first.
  void wait_for_ever() const {
    launch(extent<1>(16).tile<16>(), [](tiled_index<16> t) {
      t.barrier.wait();
      if (t.local[0] == 5) loop_for_ever();
      t.barrier.wait();
    });
  }
  static constexpr int first_wait_line = __LINE__ - 5;
  static constexpr int second_wait_line = __LINE__ - 4;

  /// Without the inlined switch, the places of suspended threads are not known.
  static std::string places() {
    if (!MILLIAMP_INLINE_SWITCH) return "(.|\n)*";
    return "(.|\n)*interruption_test.cpp(.|\n)*" + std::to_string(first_wait_line) +
           " \\|(.|\n)*10 threads of tile \\(0\\) wait here: local \\(6\\), \\(7\\), (.|\n)*" +
           std::to_string(second_wait_line) +
           " \\|(.|\n)*5 threads of tile \\(0\\) wait here: local \\(0\\), \\(1\\), (.|\n)*";
  }

  [[gnu::noinline]] static void loop_for_ever() {
    for (;;) asm volatile("");
  }
};

constexpr char runs[] = "(.|\n)*thread local \\(5\\) tile \\(0\\) global \\(5\\) runs here(.|\n)*";

TEST_P(Interruption, OfALaunchAtItsTimeLimitSaysWhereItsThreadsAre) {
  set_time_limit();
  const std::string summary = "milliamp: crash: a launch runs for longer than its limit of " +
                              std::to_string(seconds) + " s\n";
  EXPECT_EXIT(wait_for_ever(), ExitedWithCode(66), summary + places() + "milliamp: 1 finding");
  EXPECT_EXIT(wait_for_ever(), ExitedWithCode(66), runs);
}

TEST_P(Interruption, DoesNotConcernLaunchesThatEndInTime) {
  set_time_limit();
  EXPECT_EXIT(
      {
        for (int i = 0; i < 30 * seconds; ++i) {
          launch(extent<1>(2), [](index<1>) {});
          usleep(50'000);
        }
        std::exit(0);
      },
      ExitedWithCode(0), "^$");
}

/// Sends a signal to the process when its kernel has begun.
void send_later(int signal, int times = 1) {
  std::thread([signal, times] {
    sleep(seconds);
    for (int i = 0; i < times; ++i) kill(getpid(), signal);
  }).detach();
}

TEST_P(Interruption, ByCtrlCSaysWhereTheThreadsAre) {
  EXPECT_EXIT(
      {
        send_later(SIGINT);
        wait_for_ever();
      },
      KilledBySignal(SIGINT),
      "milliamp: crash: SIGINT received while a kernel was running\n" + places());
}

// As `timeout milliamp run` sends it: to the program, and to the parent, which passes it on.
TEST_P(Interruption, ByARequestThatComesTwiceSaysWhereTheThreadsAre) {
  EXPECT_EXIT(
      {
        send_later(SIGTERM, 2);
        wait_for_ever();
      },
      KilledBySignal(SIGTERM),
      "milliamp: crash: SIGTERM received while a kernel was running\n" + places());
}

TEST_P(Interruption, ByARequestToTerminateSaysWhereTheThreadsAre) {
  EXPECT_EXIT(
      {
        send_later(SIGTERM);
        launch(extent<2>(4, 5), [](index<2> i) {
          if (i == index<2>(1, 2)) loop_for_ever();
        });
      },
      KilledBySignal(SIGTERM),
      "SIGTERM received while a kernel was running\n(.|\n)*thread global \\(1,2\\) runs here");
}

TEST_P(Interruption, IsLeftToTheProgramsHandler) {
  EXPECT_EXIT(
      {
        std::signal(SIGINT, [](int) { _exit(3); });
        send_later(SIGINT);
        wait_for_ever();
      },
      ExitedWithCode(3), "^$");
}

TEST_P(Interruption, OutsideOfKernelsSaysNothing) {
  launch(extent<1>(1), [](index<1>) {});
  EXPECT_EXIT(raise(SIGINT), KilledBySignal(SIGINT), "^$");
}

MILLIAMP_ON_BOTH_ENGINES(Interruption);

}  // namespace
