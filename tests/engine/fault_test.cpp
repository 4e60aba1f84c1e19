// A fault in a kernel, such as an invalid memory access, ends the process with a message that names
// the thread and the place. What a checked program has found until then is not lost.

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>

#include "engine/both_engines.h"

using namespace concurrency;
using testing::KilledBySignal;

namespace {

class Fault : public milliamp::tests::BothEngines {
 protected:
  void SetUp() override {
    if (MILLIAMP_TESTS_SANITIZED) GTEST_SKIP() << "the sanitizers report the fault first";
    testing::FLAGS_gtest_death_test_style = "threadsafe";
  }
};

/// What the compiler cannot know.
int* volatile nowhere = nullptr;
volatile int zero = 0;

TEST_P(Fault, OfAThreadOfATileNamesItAndItsPlace) {
  constexpr int line = __LINE__ + 4;
  const auto kernel = [](tiled_index<4, 8> t) {
    t.barrier.wait();
    if (t.global == index<2>(2, 13)) {
      *nowhere = 1;
    }
    t.barrier.wait();
  };
  EXPECT_EXIT(launch(extent<2>(4, 32).tile<4, 8>(), kernel), KilledBySignal(SIGSEGV),
              "milliamp: Segmentation fault in a kernel: thread local \\(2,5\\) tile \\(0,1\\) "
              "global \\(2,13\\) at .*fault_test.cpp:" +
                  std::to_string(line) + " in ");
}

TEST_P(Fault, OfAPointNamesItAndItsPlace) {
  constexpr int line = __LINE__ + 3;
  const auto kernel = [](index<2> i) {
    if (i == index<2>(1, 2)) {
      zero = 1000 / zero;
    }
  };
  EXPECT_EXIT(launch(extent<2>(4, 5), kernel), KilledBySignal(SIGFPE),
              "milliamp: Floating point exception in a kernel: thread global \\(1,2\\) at "
              ".*fault_test.cpp:" +
                  std::to_string(line) + " in ");
}

TEST_P(Fault, OfManyThreadsIsReportedOnce) {
  EXPECT_EXIT(launch(extent<1>(1 << 16), [](index<1>) { *nowhere = 1; }), KilledBySignal(SIGSEGV),
              "^milliamp: Segmentation fault in a kernel: thread global \\([0-9]+\\)[^\n]*\n"
              "(.*race.*)?$");
}

TEST_P(Fault, OfTheHostIsNotOurs) {
  launch(extent<1>(1), [](index<1>) {});
  EXPECT_EXIT(*nowhere = 1, KilledBySignal(SIGSEGV), "^$");
  EXPECT_EXIT(raise(SIGFPE), KilledBySignal(SIGFPE), "^$");
}

TEST_P(Fault, LeavesWhatWasFoundBefore) {
  const bool is_checked = accelerator().device_path == accelerator::direct3d_ref;
  if (!is_checked || !is_ref()) GTEST_SKIP() << "nothing is found";
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [](tiled_index<16> t) {
                       tile_static int total;
                       total = t.local[0];
                       t.barrier.wait();
                       *nowhere = total;
                     }),
              KilledBySignal(SIGSEGV),
              "Segmentation fault in a kernel.*\n.*race: write and write of total by two "
              "threads.*1 finding");
}

TEST_P(Fault, OfAnUncaughtExceptionKeepsTheFindings) {
  const bool is_checked = accelerator().device_path == accelerator::direct3d_ref;
  if (!is_checked || !is_ref()) GTEST_SKIP() << "nothing is found";
  const auto launch_uncaught = [] {
    parallel_for_each(extent<1>(16).tile<16>(), [](tiled_index<16> t) {
      tile_static int total;
      total = t.local[0];
      static_cast<void>(total);
      if (t.local[0] == 8) throw 8;
    });
  };
  EXPECT_EXIT(std::thread(launch_uncaught).join(), KilledBySignal(SIGABRT),
              "race: write and write of total by two threads(.|\n)*1 finding(.|\n)*terminate");
}

// The report has said why.
TEST_P(Fault, OfADivergenceThatIsNotCaughtEndsAsAfterFindings) {
  const bool is_checked = accelerator().device_path == accelerator::direct3d_ref;
  if (!is_checked || !is_ref()) GTEST_SKIP() << "nothing is found";
  const auto launch_uncaught = [] {
    parallel_for_each(extent<1>(16).tile<16>(), [](tiled_index<16> t) {
      tile_static int total;
      total = t.local[0];
      static_cast<void>(total);
      if (t.local[0] < 8) t.barrier.wait();
    });
  };
  EXPECT_EXIT(std::thread(launch_uncaught).join(), testing::ExitedWithCode(66),
              "barrier-divergence: (.|\n)*race: write and write of total by two threads(.|\n)*"
              "the program ends here(.|\n)*2 findings");
}

TEST_P(Fault, OfADivergenceThatIsNotCaughtReachesTheProgramsTerminateHandler) {
  if (!is_ref()) GTEST_SKIP() << "nothing is found";
  const auto launch_uncaught = [] {
    std::set_terminate([] {
      std::fputs("the program's handler\n", stderr);
      _exit(3);
    });
    parallel_for_each(accelerator(accelerator::direct3d_ref).default_view, extent<1>(4).tile<4>(),
                      [](tiled_index<4> t) {
                        if (t.local[0] < 2) t.barrier.wait();
                      });
  };
  EXPECT_EXIT(std::thread(launch_uncaught).join(), testing::ExitedWithCode(3),
              "barrier-divergence: (.|\n)*the program's handler");
}

TEST_P(Fault, ReachesAHandlerThatTheProgramHadBefore) {
  const auto fault_after_handler = [this] {
    std::signal(SIGSEGV, [](int) { _exit(2); });
    launch(extent<1>(1), [](index<1>) { *nowhere = 1; });
  };
  EXPECT_EXIT(fault_after_handler(), testing::ExitedWithCode(2), "Segmentation fault in a kernel");
}

MILLIAMP_ON_BOTH_ENGINES(Fault);

}  // namespace
