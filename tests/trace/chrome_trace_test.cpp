// Recordings as Chrome trace events. The format:
// "Trace Event Format",
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

#include "trace/chrome_trace.h"

#include "trace/recorded_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace {

using milliamp::detail::trace::to_chrome_trace;
using milliamp::tests::recording_of;
using nlohmann::json;
using testing::Each;
using testing::SizeIs;

json events_of(const std::string& kernel, const std::string& options = "") {
  return json::parse(to_chrome_trace(recording_of(kernel, options))).at("traceEvents");
}

std::vector<json> named(const json& events, const std::string& prefix) {
  std::vector<json> found;
  for (const json& e : events) {
    if (e.at("name").get<std::string>().rfind(prefix, 0) == 0) found.push_back(e);
  }
  return found;
}

/// Whether an event lies within another one, up to the rounding of its times.
bool is_within(const json& inner, const json& outer) {
  const auto begin = [](const json& e) { return e.at("ts").get<double>(); };
  const auto end = [&](const json& e) { return begin(e) + e.at("dur").get<double>(); };
  constexpr double rounding = 1e-3;
  return inner.at("pid") == outer.at("pid") && begin(inner) >= begin(outer) - rounding &&
         end(inner) <= end(outer) + rounding;
}

TEST(ChromeTrace, HasTheMembersThatTheFormatRequires) {
  for (const json& e : events_of("late_race")) {
    ASSERT_TRUE(e.at("ph") == "X" || e.at("ph") == "M") << e;
    EXPECT_TRUE(e.at("name").is_string() && e.at("pid").is_number_integer() &&
                e.at("tid").is_number_integer() && e.at("args").is_object())
        << e;
    if (e.at("ph") != "X") continue;
    EXPECT_GE(e.at("ts").get<double>(), 0) << e;
    EXPECT_GE(e.at("dur").get<double>(), 0) << e;
  }
}

TEST(ChromeTrace, HasAllTilesOnTheTracksOfTheirWorkers) {
  const json events = events_of("late_race");
  const auto launches = named(events, "launch 1");
  ASSERT_THAT(launches, SizeIs(1));
  const auto tiles = named(events, "tile ");
  EXPECT_THAT(tiles, SizeIs(32));
  for (const json& t : tiles) {
    EXPECT_TRUE(is_within(t, launches[0])) << t;
    EXPECT_GT(t.at("tid"), launches[0].at("tid"));
  }
}

TEST(ChromeTrace, HasTheEpochsOfRecordedTiles) {
  const json events = events_of("exchange", "trace_tiles=1");
  const auto epochs = named(events, "epoch ");
  ASSERT_THAT(epochs, SizeIs(2));
  const json tile = named(events, "tile 0").at(0);
  EXPECT_TRUE(is_within(epochs[0], tile) && is_within(epochs[1], tile)) << events;
  EXPECT_THAT(epochs[0].at("args").at("barrier").get<std::string>(),
              testing::StartsWith("kernels.cpp:"));
}

TEST(ChromeTrace, HasTheCallsOfTheHost) {
  const json events = events_of("copies");
  EXPECT_THAT(named(events, "copy"), SizeIs(2));
  EXPECT_THAT(named(events, "parallel_for_each"), SizeIs(1));
}

TEST(ChromeTrace, HasCopiesFromAndToIterators) {
  const auto copies = named(events_of("iterator_copies"), "copy");
  ASSERT_THAT(copies, SizeIs(3));
  EXPECT_EQ(copies[0].at("tid"), copies[1].at("tid"));
  EXPECT_NE(copies[0].at("tid"), copies[2].at("tid"));  // the asynchronous one
  for (const json& c : copies) EXPECT_GT(c.at("dur").get<double>(), 0) << c;
}

}  // namespace
