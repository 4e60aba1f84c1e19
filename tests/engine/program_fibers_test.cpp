// A program that uses Boost.Fiber itself, on the threads on which REF runs its fibers.

#include "engine/both_engines.h"

#include <boost/fiber/all.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace concurrency;

namespace {

class ProgramFibers : public milliamp::tests::BothEngines {
 protected:
  bool launch_works() const {
    std::atomic<int> sum{0};
    launch(extent<1>(160).tile<16>(), [&sum](tiled_index<16> t) {
      tile_static int numbers[16];
      numbers[t.local[0]] = t.local[0];
      t.barrier.wait();
      sum += numbers[15 - t.local[0]];
    });
    return sum == 1200;
  }
};

TEST_P(ProgramFibers, MayLaunch) {
  int right = 0;
  std::vector<boost::fibers::fiber> fibers;
  for (int i = 0; i < 5; ++i) {
    fibers.emplace_back([&] {
      for (int repeat = 0; repeat < 3; ++repeat) {
        if (launch_works()) ++right;
        boost::this_fiber::yield();
      }
    });
  }
  for (boost::fibers::fiber& fiber : fibers) fiber.join();
  EXPECT_EQ(right, 15);
}

// A launch is synchronous: other fibers of the thread see nothing of it.
TEST_P(ProgramFibers, DoNotRunInTheMiddleOfALaunch) {
  bool launching = false;
  int ran = 0, ran_in_launch = 0;
  boost::fibers::fiber other([&] {
    for (int i = 0; i < 10; ++i) {
      ++ran;
      if (launching) ++ran_in_launch;
      boost::this_fiber::yield();
    }
  });
  for (int i = 0; i < 3; ++i) {
    launching = true;
    EXPECT_TRUE(launch_works());
    launching = false;
  }
  EXPECT_EQ(ran, 0);
  other.join();
  EXPECT_EQ(ran, 10);
  EXPECT_EQ(ran_in_launch, 0);
}

TEST_P(ProgramFibers, SynchronizeWithEachOtherAroundLaunches) {
  boost::fibers::mutex mutex;
  boost::fibers::condition_variable changed;
  int turn = 0;
  std::string log;
  const auto player = [&](int me, char letter) {
    for (int i = 0; i < 3; ++i) {
      std::unique_lock<boost::fibers::mutex> lock(mutex);
      changed.wait(lock, [&] { return turn == me; });
      EXPECT_TRUE(launch_works());
      log += letter;
      turn = 1 - me;
      changed.notify_all();
    }
  };
  boost::fibers::fiber first(player, 0, 'a');
  boost::fibers::fiber second(player, 1, 'b');
  first.join();
  second.join();
  EXPECT_EQ(log, "ababab");
}

TEST_P(ProgramFibers, GetTheExceptionsOfTheirLaunches) {
  if (MILLIAMP_TESTS_SANITIZED) GTEST_SKIP() << "it does not know the stacks of Boost.Fiber";
  std::string message;
  boost::fibers::fiber([&] {
    message = failure_of(extent<1>(16).tile<16>(), [](tiled_index<16> t) {
      t.barrier.wait();
      if (t.local[0] == 3) throw std::runtime_error("enough");
      t.barrier.wait();
    });
  }).join();
  EXPECT_EQ(message, "enough (thrown in a kernel by thread local (3) tile (0) global (3))");
  EXPECT_TRUE(launch_works());
  ignore_findings();
}

/// Runs the fiber that became ready last first, and counts how often it was asked.
class last_in_first_out : public boost::fibers::algo::algorithm {
 public:
  explicit last_in_first_out(int& picks) : picks_(picks) {}

  void awakened(boost::fibers::context* fiber) noexcept override { ready_.push_back(fiber); }
  boost::fibers::context* pick_next() noexcept override {
    ++picks_;
    if (ready_.empty()) return nullptr;
    boost::fibers::context* const fiber = ready_.back();
    // The dispatcher, which is always there, is for when there is nothing else.
    if (fiber->is_context(boost::fibers::type::dispatcher_context) && ready_.size() > 1) {
      std::swap(ready_.front(), ready_.back());
      return pick_next();
    }
    ready_.pop_back();
    return fiber;
  }
  bool has_ready_fibers() const noexcept override { return !ready_.empty(); }
  void suspend_until(const std::chrono::steady_clock::time_point&) noexcept override {}
  void notify() noexcept override {}

 private:
  int& picks_;
  std::vector<boost::fibers::context*> ready_;
};

TEST_P(ProgramFibers, MayGetAnotherSchedulerBetweenLaunches) {
  int picks = 0, ran = 0;
  EXPECT_TRUE(launch_works());
  boost::fibers::use_scheduling_algorithm<last_in_first_out>(picks);
  boost::fibers::fiber fiber([&] { ++ran; });
  EXPECT_TRUE(launch_works());
  fiber.join();
  EXPECT_EQ(ran, 1);
  boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
  EXPECT_TRUE(launch_works());
}

// The stack of the host is then not that of the OS thread, and smaller than reading debug
// information takes. Memory beside it is shared all the same.
TEST_P(ProgramFibers, LaunchesFromThemAreChecked) {
  const bool is_checked = accelerator().device_path == accelerator::direct3d_ref;
  if (!is_checked || !is_ref()) GTEST_SKIP() << "nothing is found";
  boost::fibers::protected_fixedsize_stack stack(64 * 1024);
  boost::fibers::fiber fiber(std::allocator_arg, std::move(stack), [this] {
    std::vector<int> values(16);
    const array_view<int> view(values);
    launch(
        extent<1>(64), [view](index<1> i) restrict(amp) { view[0] = i[0]; });
  });
  fiber.join();
  const auto findings = take_findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, milliamp::finding_kind::race);
}

MILLIAMP_ON_BOTH_ENGINES(ProgramFibers);

}  // namespace
