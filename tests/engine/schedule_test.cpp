// In which order REF lets the threads of a tile run: as the options schedule= and seed= say, and
// the same again whenever they are the same.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using order = std::vector<int>;

/// What print_order says: for each launch, tile and round the order of the threads.
std::map<std::string, order> orders_with(const std::string& options) {
  const milliamp::tests::test_directory here;
  const auto result = here.shell("MILLIAMP_OPTIONS='" + options + "' " MILLIAMP_TESTS_PRINT_ORDER);
  EXPECT_EQ(result.status, 0) << result.output;
  std::map<std::string, order> orders;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    std::istringstream numbers(line.substr(colon + 1));
    order& threads = orders[line.substr(0, colon)];
    for (int thread; numbers >> thread;) threads.push_back(thread);
  }
  EXPECT_EQ(orders.size(), 2u * 3u * 3u) << result.output;
  return orders;
}

order in_turn() {
  order threads(16);
  std::iota(threads.begin(), threads.end(), 0);
  return threads;
}

order backwards() {
  order threads = in_turn();
  std::reverse(threads.begin(), threads.end());
  return threads;
}

TEST(Schedule, IsForwardUnlessToldOtherwise) {
  for (const auto& [round, threads] : orders_with("")) EXPECT_EQ(threads, in_turn()) << round;
  for (const auto& [round, threads] : orders_with("schedule=forward:seed=5")) {
    EXPECT_EQ(threads, in_turn()) << round;
  }
}

TEST(Schedule, MayBeReverse) {
  for (const auto& [round, threads] : orders_with("schedule=reverse")) {
    EXPECT_EQ(threads, backwards()) << round;
  }
}

TEST(Schedule, IfRandomIsAnotherOneInEachRoundTileAndLaunch) {
  const auto orders = orders_with("schedule=random:seed=7");
  std::set<order> different;
  for (const auto& [round, threads] : orders) {
    EXPECT_TRUE(std::is_permutation(threads.begin(), threads.end(), in_turn().begin())) << round;
    EXPECT_NE(threads, in_turn());
    EXPECT_NE(threads, backwards());
    different.insert(threads);
  }
  EXPECT_EQ(different.size(), orders.size());
}

TEST(Schedule, IfRandomIsTheSameForTheSameSeed) {
  EXPECT_EQ(orders_with("schedule=random:seed=7"), orders_with("seed=7:schedule=random"));
  EXPECT_EQ(orders_with("schedule=random"), orders_with("schedule=random:seed=0"));
}

TEST(Schedule, IfRandomIsAnotherForAnotherSeed) {
  const auto orders = orders_with("schedule=random:seed=7");
  for (const char* options :
       {"schedule=random:seed=8", "schedule=random", "schedule=random:seed=18446744073709551615"}) {
    for (const auto& [round, threads] : orders_with(options)) {
      EXPECT_NE(threads, orders.at(round)) << options << ' ' << round;
    }
  }
}

}  // namespace
