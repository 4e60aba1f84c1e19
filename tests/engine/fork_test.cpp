// A child of fork() has one thread. Launches, copies and time limits work there.

#include "engine/both_engines.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

using namespace concurrency;

namespace {

class Fork : public milliamp::tests::BothEngines {
 protected:
  /// The sum of the numbers 0 to 15 in 16 tiles, after a copy that is waited for.
  int sum_after_copy() const {
    std::vector<int> numbers(16);
    for (int i = 0; i < 16; ++i) numbers[i] = i;
    array<int> values(16, view());
    copy_async(numbers.begin(), values).get();
    array<int> sum(1, view());
    const std::vector<int> zero(1);
    copy(zero.begin(), sum);
    launch(
        values.extent.tile<1>(), [&](tiled_index<1> t) restrict(amp) {
          atomic_fetch_add(&sum[0], values[t]);
        });
    std::vector<int> result(1);
    copy_async(sum, result.begin()).get();
    return result[0];
  }

  /// Runs f() in a child, which a signal ends if it hangs. @return its wait status
  static int status_of_child(const std::function<int()>& f) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      std::exit(f());
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }
};

TEST_P(Fork, ChildMayLaunchAndCopy) {
  EXPECT_EQ(sum_after_copy(), 120);  // starts the threads of the library
  const int status = status_of_child([this] { return sum_after_copy(); });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 120);
  EXPECT_EQ(sum_after_copy(), 120);
}

TEST_P(Fork, ChildDoesNotWaitForCopiesOfItsParent) {
  std::vector<int> numbers(1 << 20, 1);
  array<int> values(1 << 20, view());
  std::vector<completion_future> copies;
  for (int i = 0; i < 20; ++i) copies.push_back(copy_async(numbers.begin(), values));
  const int status = status_of_child([] { return 2; });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  for (const completion_future& each : copies) each.get();
}

/// Reads ones, the first of them when the gate is open.
class gated_ones {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = const int*;
  using reference = int;

  explicit gated_ones(const std::atomic<bool>& gate) : gate_(&gate) {}

  int operator*() const {
    while (!*gate_) std::this_thread::yield();
    return 1;
  }
  gated_ones& operator++() { return *this; }
  gated_ones operator++(int) { return *this; }

 private:
  const std::atomic<bool>* gate_;
};

TEST_P(Fork, ChildCannotGetCopiesOfItsParent) {
  const std::vector<int> numbers(16, 1);
  array<int> values(16, view());
  std::atomic<bool> gate{false};
  const auto abort_in_child = [parent = getpid()] {
    if (getpid() != parent) std::abort();
  };
  // One that runs, and two that wait.
  std::vector<completion_future> copies{copy_async(gated_ones(gate), values)};
  for (int i = 0; i < 2; ++i) copies.push_back(copy_async(numbers.begin(), values));
  for (const completion_future& each : copies) each.then(abort_in_child);
  const int status = status_of_child([&] {
    int failed = 0;
    for (const completion_future& each : copies) {
      try {
        each.get();
      } catch (const runtime_exception& e) {
        if (std::string(e.what()).find("before fork()") != std::string::npos) ++failed;
      }
    }
    std::vector<int> result(16);
    copy_async(numbers.begin(), values).get();  // operations of the child's own
    copy_async(values, result.begin()).get();
    return result == numbers ? failed : 0;
  });
  gate = true;
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  for (const completion_future& each : copies) each.get();
}

TEST_P(Fork, ChildFindsThreadsThatSpin) {
  const bool is_checked = accelerator().device_path == accelerator::direct3d_ref;
  if (!is_checked || !is_ref()) GTEST_SKIP() << "nothing is found";
  EXPECT_EQ(sum_after_copy(), 120);
  const int status = status_of_child([this] {
    try {
      launch(
          extent<1>(2).tile<2>(), [](tiled_index<2> t) restrict(amp) {
            tile_static int flag;
            if (t.local[0] == 0) flag = 0;
            t.barrier.wait();
            while (t.local[0] == 0 && flag == 0) {
            }
            if (t.local[0] == 1) flag = 1;
          });
    } catch (const runtime_exception&) {
      for (const milliamp::finding& found : take_findings()) {
        if (found.kind == milliamp::finding_kind::no_progress) return 3;
      }
    }
    return 4;
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

MILLIAMP_ON_BOTH_ENGINES(Fork);

}  // namespace
