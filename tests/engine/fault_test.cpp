// A fault in a kernel, such as an invalid memory access, ends the process with a message that names
// the thread and the place. What a checked program has found until then is not lost.

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#undef NDEBUG
#include "engine/both_engines.h"

#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <vector>

using namespace concurrency;
using testing::KilledBySignal;

namespace {

volatile bool is_loader_damaged = false;

}  // namespace

/// Replaces the function of the C library, which a report calls. Faults as one in damaged memory.
extern "C" int dl_iterate_phdr(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data) {
#if defined(__aarch64__)
  if (is_loader_damaged) asm volatile("udf #0");  // __builtin_trap() is a breakpoint
#else
  if (is_loader_damaged) __builtin_trap();
#endif
  static const auto next =
      reinterpret_cast<decltype(&dl_iterate_phdr)>(dlsym(RTLD_NEXT, "dl_iterate_phdr"));
  return next(callback, data);
}

namespace {

class Fault : public milliamp::tests::BothEngines {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
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
              "milliamp: crash: a thread writes memory through a null pointer: SIGSEGV\n"
              " *--> .*fault_test.cpp:" +
                  std::to_string(line) +
                  ":.*(.|\n)*write by thread local \\(2,5\\) tile \\(0,1\\) global "
                  "\\(2,13\\)");
}

TEST_P(Fault, OfAPointNamesItAndItsPlace) {
#if defined(__aarch64__)
  GTEST_SKIP() << "this processor divides by zero";
#endif
  constexpr int line = __LINE__ + 3;
  const auto kernel = [](index<2> i) {
    if (i == index<2>(1, 2)) {
      zero = 1000 / zero;
    }
  };
  EXPECT_EXIT(launch(extent<2>(4, 5), kernel), KilledBySignal(SIGFPE),
              "milliamp: crash: a thread divides an integer by zero: SIGFPE\n"
              " *--> .*fault_test.cpp:" +
                  std::to_string(line) + ":.*(.|\n)*division by thread global \\(1,2\\)");
}

TEST_P(Fault, OfATrapEndsTheProcess) {
  const auto kernel = [](index<1>) {
#if defined(__aarch64__)
    __builtin_trap();
#else
    asm volatile("int3");
#endif
  };
  EXPECT_EXIT(launch(extent<1>(4), kernel), KilledBySignal(SIGTRAP),
              "milliamp: crash: a thread raises Trace/breakpoint trap: SIGTRAP\n");
}

TEST_P(Fault, OfManyThreadsIsReportedOnce) {
  EXPECT_EXIT(launch(extent<1>(1 << 16), [](index<1>) { *nowhere = 1; }), KilledBySignal(SIGSEGV),
              "^milliamp: crash: a thread writes memory[^\n]*\n(.|\n)*"
              "milliamp: for an explanation, run: milliamp explain (race )?crash\n(qemu: .*\n)?$");
}

TEST_P(Fault, OfTheHostIsNotOurs) {
  launch(extent<1>(1), [](index<1>) {});
  // An emulator says that a signal ends the program.
  EXPECT_EXIT(*nowhere = 1, KilledBySignal(SIGSEGV), "^(qemu: .*\n)?$");
  EXPECT_EXIT(raise(SIGFPE), KilledBySignal(SIGFPE), "^(qemu: .*\n)?$");
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
              "crash: a thread writes memory(.|\n)*race: write and write of total by two "
              "threads(.|\n)*2 findings");
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
  EXPECT_EXIT(
      std::thread(launch_uncaught).join(), KilledBySignal(SIGABRT),
      "race: write and write of total by two threads(.|\n)*"
      "crash: an exception leaves a kernel, and the host does not catch it: an exception of "
      "type int(.|\n)*throw by thread local \\(8\\)(.|\n)*2 findings(.|\n)*terminate");
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
              "terminating: the program did not catch(.|\n)*2 findings");
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
  EXPECT_EXIT(fault_after_handler(), testing::ExitedWithCode(2), "crash: a thread writes memory");
}

/// Installs a handler of SIGSEGV, then launches a kernel.
template <class Launch>
void launch_after(void (*handler)(int, siginfo_t*, void*), int flags, const Launch& launch) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigaction(SIGSEGV, &action, nullptr);
  launch();
}

// With SA_RESETHAND, the default action applies when the handler returns, or raises the signal.
TEST_P(Fault, ReachesAHandlerOnceThatTheProgramHadOnce) {
  const auto do_nothing = [this] { launch(extent<1>(1), [](index<1>) {}); };
  const auto fault_of_host = [&] {
    launch_after(
        [](int, siginfo_t*, void*) {
          if (write(STDERR_FILENO, "handled ", 8) != 8) _exit(3);
        },
        SA_RESETHAND, do_nothing);
    *nowhere = 1;
  };
  EXPECT_EXIT(fault_of_host(), KilledBySignal(SIGSEGV), "^handled (qemu: .*\n)?$");
  const auto fault_of_kernel = [&] {
    launch_after(
        [](int signal, siginfo_t*, void*) {
          raise(signal);
          _exit(3);
        },
        SA_RESETHAND | SA_NODEFER,
        [this] { launch(extent<1>(1), [](index<1>) { *nowhere = 1; }); });
  };
  EXPECT_EXIT(fault_of_kernel(), KilledBySignal(SIGSEGV), "crash: a thread writes memory");
}

TEST_P(Fault, OfAThreadThatBlocksItsSignalIsReported) {
  const auto fault = [this] {
    std::thread([this] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, nullptr);
      launch(extent<1>(1), [](index<1>) { *nowhere = 1; });
    }).join();
  };
  EXPECT_EXIT(fault(), KilledBySignal(SIGSEGV), "crash: a thread writes memory");
}

TEST_P(Fault, OfASignalThatIsIgnoredIsIgnored) {
  const auto ignore = [this] {
    std::signal(SIGTRAP, SIG_IGN);
    launch(extent<1>(1), [](index<1>) {});
    raise(SIGTRAP);
    _exit(2);
  };
  EXPECT_EXIT(ignore(), testing::ExitedWithCode(2), "");
}

/// Whether an assertion of a kernel is part of a call chain that the report shows.
[[gnu::noinline]] void require(int value) { assert(value == 0); }

TEST_P(Fault, OfAnAssertionNamesItsThreadAndCallers) {
  EXPECT_EXIT(
      launch(extent<1>(16).tile<4>(),
             [](tiled_index<4> t) {
               t.barrier.wait();
               if (t.global[0] == 9) require(9);
             }),
      KilledBySignal(SIGABRT),
      "Assertion(.|\n)*crash: a thread calls abort\\(\\)[^\n]*: SIGABRT(.|\n)*fault_test.cpp:"
      "(.|\n)*abort by thread local \\(1\\) tile \\(2\\) global \\(9\\)(.|\n)*"
      "abort: in .*require(.|\n)*called by .*fault_test.cpp");
}

[[gnu::noinline]] void throw_nothing(int value) noexcept {
  if (value == 9) static_cast<void>(std::vector<int>().at(9));
}

TEST_P(Fault, OfTerminateNamesTheExceptionAndItsThread) {
  EXPECT_EXIT(launch(extent<1>(16).tile<4>(),
                     [](tiled_index<4> t) {
                       t.barrier.wait();
                       throw_nothing(t.global[0]);
                     }),
              KilledBySignal(SIGABRT),
              "crash: a thread calls std::terminate\\(\\): nothing catches std::out_of_range: "
              "(.|\n)*in .*throw_nothing(.|\n)*"
              "by thread local \\(1\\) tile \\(2\\) global \\(9\\)");
}

TEST_P(Fault, OfTerminateWithoutAnExceptionNamesThePlace) {
  constexpr int line = __LINE__ + 2;
  const auto kernel = [](index<1> i) {
    if (i[0] == 2) std::terminate();
  };
  EXPECT_EXIT(
      launch(extent<1>(4), kernel), KilledBySignal(SIGABRT),
      "crash: a thread calls std::terminate\\(\\)\n(.|\n)*fault_test.cpp:" + std::to_string(line));
}

TEST_P(Fault, OfACalledNullPointerNamesTheCaller) {
  constexpr int line = __LINE__ + 3;
  static void (*volatile no_function)() = nullptr;
  const auto kernel = [](index<1> i) {
    if (i[0] == 5) no_function();
  };
  EXPECT_EXIT(launch(extent<1>(16), kernel), KilledBySignal(SIGSEGV),
              "crash: a thread calls a function through an invalid pointer \\(0x0\\): SIGSEGV\n"
              " *--> .*fault_test.cpp:" +
                  std::to_string(line) + ":(.|\n)*call by thread global \\(5\\)");
}

TEST_P(Fault, IsInDocumentsToo) {
  const auto fault = [this] {
    launch(extent<1>(16), [](index<1> i) {
      if (i[0] == 7) *nowhere = 1;
    });
  };
  setenv("MILLIAMP_OPTIONS", "report_format=json", 1);
  EXPECT_EXIT(fault(), KilledBySignal(SIGSEGV),
              "\"kind\": \"crash\",\n(.|\n)*\"what\": \"write\",\n(.|\n)*fault_test.cpp(.|\n)*"
              "\"global\": \\[\n *7\n");
  setenv("MILLIAMP_OPTIONS", "report_format=sarif", 1);
  EXPECT_EXIT(
      fault(), KilledBySignal(SIGSEGV),
      "\"executionSuccessful\": false(.|\n)*\"ruleId\": \"crash\"(.|\n)*fault_test.cpp(.|\n)*"
      "write by thread global \\(7\\)");
  setenv("MILLIAMP_OPTIONS", "", 1);
}

// A report that faults itself is replaced by one line.
TEST_P(Fault, WhoseReportFaultsStillNamesThePlace) {
  const auto fault_in_fault = [this] {
    launch(extent<1>(1), [](index<1>) {
      is_loader_damaged = true;
      *nowhere = 1;
    });
  };
  EXPECT_EXIT(fault_in_fault(), KilledBySignal(SIGSEGV),
              "milliamp: crash: the process crashed in a kernel, at 0x[0-9a-f]+; the report could "
              "not be completed\n");
}

MILLIAMP_ON_BOTH_ENGINES(Fault);

}  // namespace
