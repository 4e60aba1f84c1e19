// A kernel whose thread runs out of stack: the process ends with a message that names the thread
// and the size of its stack. The option stack_size= raises the limit for threads that wait at
// barriers.

#include "engine/both_engines.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

using namespace concurrency;
using testing::ExitedWithCode;
using testing::KilledBySignal;

namespace {

class StackOverflow : public milliamp::tests::BothEngines {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  void TearDown() override {
    setenv("MILLIAMP_OPTIONS", "", 1);
    BothEngines::TearDown();
  }
};

/// Makes the compiler keep all of a frame.
void keep(volatile char* frame) { asm volatile("" : : "r"(frame) : "memory"); }

/// Uses a KiB of stack and more for each level of the recursion.
[[gnu::noinline]] int use_stack(int depth) {
  volatile char frame[1024];
  keep(frame);
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : use_stack(depth - 1) + frame[0];
}
constexpr int without_end = 1 << 30;

std::atomic<std::size_t> restored_size = 0;

TEST_P(StackOverflow, OfAThreadThatWaitedNamesItAndItsStack) {
  EXPECT_EXIT(launch(extent<2>(4, 32).tile<4, 8>(),
                     [](tiled_index<4, 8> t) {
                       t.barrier.wait();
                       if (t.global == index<2>(2, 13)) use_stack(without_end);
                       t.barrier.wait();
                     }),
              KilledBySignal(SIGSEGV),
              "milliamp: crash: a thread overflows its stack of 256 KiB: SIGSEGV(.|\n)*"
              "stack overflow by thread local \\(2,5\\) tile \\(0,1\\) global "
              "\\(2,13\\)(.|\n)*called by .*stack_overflow_test.cpp(.|\n)*frames omitted"
              "(.|\n)*stack_size=");
}

// On WARP, threads run on the worker's own stack until one of them waits.
TEST_P(StackOverflow, OfTheFirstThreadNamesItAndItsStack) {
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [](tiled_index<16> t) {
                       if (t.local[0] == 0) use_stack(without_end);
                       t.barrier.wait();
                     }),
              KilledBySignal(SIGSEGV),
              "crash: a thread overflows its stack of [1-9][0-9]* KiB(.|\n)*"
              "stack overflow by thread local \\(0\\) tile \\(0\\) global \\(0\\)");
}

TEST_P(StackOverflow, OfAThreadInATileWithoutBarriersNamesItAndItsStack) {
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [](tiled_index<16> t) {
                       if (t.local[0] == 11) use_stack(without_end);
                     }),
              KilledBySignal(SIGSEGV),
              "crash: a thread overflows its stack of [1-9][0-9]* KiB(.|\n)*"
              "stack overflow by thread local \\(11\\) tile \\(0\\) global \\(11\\)");
}

TEST_P(StackOverflow, OfAThreadOfAnUntiledLaunchNamesItAndItsStack) {
  EXPECT_EXIT(launch(extent<2>(4, 5),
                     [](index<2> i) {
                       if (i == index<2>(1, 2)) use_stack(without_end);
                     }),
              KilledBySignal(SIGSEGV),
              "crash: a thread overflows its stack of [0-9]+ KiB(.|\n)*"
              "stack overflow by thread global \\(1,2\\)(.|\n)*ulimit -s");
}

TEST_P(StackOverflow, OnAThreadOfTheHostNamesTheKernelsThread) {
  EXPECT_EXIT(std::thread([this] {
                launch(extent<1>(4), [](index<1> i) {
                  if (i[0] == 3) use_stack(without_end);
                });
              }).join(),
              KilledBySignal(SIGSEGV), "stack overflow by thread global \\(3\\)");
}

// The frame of one call may be larger than the guard below a stack, and than other threads' stacks.
[[gnu::noinline]] int use_much_at_once() {
  volatile char frame[1000 * 1024];
  keep(frame);
  frame[0] = 1;
  return frame[0];
}

TEST_P(StackOverflow, ByOneLargeFrameIsFoundToo) {
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [](tiled_index<16> t) {
                       t.barrier.wait();
                       if (t.local[0] == 9) use_much_at_once();
                       t.barrier.wait();
                     }),
              KilledBySignal(SIGSEGV), "stack overflow by thread local \\(9\\)");
}

/// Gives the calling thread a signal stack on which a program's own handler can run.
void use_small_signal_stack() {
  static char memory[16 * 1024];
  stack_t small{};
  small.ss_sp = memory;
  small.ss_size = sizeof memory;
  sigaltstack(&small, nullptr);
}

TEST_P(StackOverflow, IsReportedWhereTheProgramHasASmallSignalStack) {
  EXPECT_EXIT(
      {
        use_small_signal_stack();
        launch(extent<1>(1).tile<1>(), [](tiled_index<1>) { use_stack(without_end); });
      },
      KilledBySignal(SIGSEGV),
      "stack overflow by thread local \\(0\\)(.|\n)*called by .*stack_overflow_test.cpp");
}

// A thread gets back the signal stack that it had.
TEST_P(StackOverflow, LeavesTheSignalStackOfTheProgram) {
  if (MILLIAMP_TESTS_SANITIZED) GTEST_SKIP() << "AddressSanitizer unmaps a thread's signal stack";
  std::thread([this] {
    use_small_signal_stack();
    static thread_local struct at_end {
      ~at_end() {
        stack_t present{};
        sigaltstack(nullptr, &present);
        restored_size = present.ss_size;
      }
    } observer;  // constructed before the worker, and so destroyed after it
    [[maybe_unused]] const auto* const constructed = &observer;
    launch(extent<1>(1), [](index<1>) {});
  }).join();
  EXPECT_EQ(restored_size, 16u * 1024);
}

// A fault that is no stack overflow is left to the program.
TEST_P(StackOverflow, IsNotWhatAnotherFaultIsTakenFor) {
  if (MILLIAMP_TESTS_SANITIZED) GTEST_SKIP() << "the sanitizers report the fault first";
  int* volatile nowhere = nullptr;
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [&](tiled_index<16> t) {
                       t.barrier.wait();
                       if (t.local[0] == 9) *nowhere = 1;
                       t.barrier.wait();
                     }),
              KilledBySignal(SIGSEGV),
              "^milliamp: crash: a thread writes memory through a null pointer: SIGSEGV");
}

TEST_P(StackOverflow, ReachesAHandlerOfTheProgramIfItIsNone) {
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, [](int) { std::_Exit(7); });
        launch(extent<1>(1), [](index<1>) { std::raise(SIGSEGV); });
      },
      ExitedWithCode(7), "");
}

// What the process does at its end runs on the stack of the thread that ends it.
TEST_P(StackOverflow, IsNoneWhenAThreadThatWaitedEndsTheProcess) {
  if (MILLIAMP_TESTS_SANITIZED) GTEST_SKIP() << "what the process leaves are leaks";
  EXPECT_EXIT(launch(extent<1>(16).tile<16>(),
                     [](tiled_index<16> t) {
                       t.barrier.wait();
                       if (t.local[0] == 9) std::exit(7);
                       t.barrier.wait();
                     }),
              ExitedWithCode(7), "");
}

[[gnu::noinline]] bool use_400_kilobytes() { return use_stack(400) != -1; }

/// Ends the process with status 0 if threads that wait can use 400 KiB.
[[noreturn]] void use_more_stack(const accelerator_view& where) {
  std::atomic<int> right{0};
  parallel_for_each(where, extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    t.barrier.wait();
    if (use_400_kilobytes()) ++right;
    t.barrier.wait();
  });
  std::exit(right == 64 ? 0 : 1);
}

TEST_P(StackOverflow, ComesLaterWithALargerStack) {
  setenv("MILLIAMP_OPTIONS", "stack_size=1024", 1);
  EXPECT_EXIT(use_more_stack(view()), ExitedWithCode(0), "");
  setenv("MILLIAMP_OPTIONS", "stack_size=320", 1);
  EXPECT_EXIT(use_more_stack(view()), KilledBySignal(SIGSEGV),
              "crash: a thread overflows its stack of 320 KiB");
}

MILLIAMP_ON_BOTH_ENGINES(StackOverflow);

}  // namespace
