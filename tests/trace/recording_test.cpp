// What a recording has of a program's kernels.

#include "trace/recorded_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace {

using milliamp::tests::record;
using milliamp::tests::recording_of;
using namespace milliamp::detail::trace;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// `1 write pair[1]=10`
std::string text_of(const recorded_event& e, const recorded_tile& tile) {
  std::string text = std::to_string(e.thread) + ' ' + to_string(e.kind);
  if (e.variable >= 0) {
    const auto& v = tile.description.at("variables").at(static_cast<std::size_t>(e.variable));
    text += ' ' + v.at("name").get<std::string>() + '[' + std::to_string(e.element) + ']';
    if (e.part >= 0) {
      text += v.at("parts").at(static_cast<std::size_t>(e.part)).at("name").get<std::string>();
    }
  }
  if (!e.value.empty()) text += '=' + e.value;
  if (!e.fault.empty()) text += ' ' + e.fault + " with " + std::to_string(e.other);
  if (e.fence != 0) text += " fence " + std::to_string(e.fence);
  return text;
}

std::vector<std::string> events_of(const recorded_tile& tile) {
  std::vector<std::string> texts;
  for (const recorded_event& e : tile.events) texts.push_back(text_of(e, tile));
  return texts;
}

std::vector<std::uint64_t> tiles_of(const recorded_launch& launch) {
  std::vector<std::uint64_t> numbers;
  for (const recorded_tile& t : launch.tiles) numbers.push_back(t.description.at("number"));
  return numbers;
}

TEST(Recording, HasTheEventsOfATileInTheirOrder) {
  const recording read = recording_of("exchange");
  EXPECT_EQ(read.head.at("program"), "test_trace_kernels");
  ASSERT_THAT(read.launches, SizeIs(1));
  ASSERT_THAT(tiles_of(read.launches[0]), ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_THAT(events_of(read.launches[0].tiles[1]),
              ElementsAre("0 begin", "0 write pair[0]=20", "0 arrive fence 3",  //
                          "1 begin", "1 write pair[1]=30", "1 arrive fence 3",  //
                          "1 release fence 3",                                  //
                          "0 read pair[1]=30", "0 end",                         //
                          "1 read pair[0]=20", "1 end"));
  EXPECT_THAT(read.limits, IsEmpty());
}

TEST(Recording, FollowsTheSchedule) {
  const recording read = recording_of("exchange", "schedule=reverse");
  EXPECT_THAT(events_of(read.launches.at(0).tiles.at(0)),
              ElementsAre("1 begin", "1 write pair[1]=10", "1 arrive fence 3",  //
                          "0 begin", "0 write pair[0]=0", "0 arrive fence 3",   //
                          "0 release fence 3",                                  //
                          "1 read pair[0]=0", "1 end",                          //
                          "0 read pair[1]=10", "0 end"));
  EXPECT_THAT(read.head.at("options").get<std::string>(), HasSubstr("schedule=reverse"));
}

TEST(Recording, HasThePlacesInTheSource) {
  const recording read = recording_of("exchange");
  const recorded_event& arrival = read.launches.at(0).tiles.at(0).events.at(2);
  const auto& place = read.places.at(static_cast<std::size_t>(arrival.place));
  const auto& source = read.sources.at(place.at("source").get<std::size_t>());
  EXPECT_THAT(source.at("file").get<std::string>(), HasSubstr("kernels.cpp"));
  const auto text = source.at("text").get<std::string>();
  const auto before = static_cast<std::size_t>(place.at("line").get<int>() - 1);
  std::size_t line = 0;
  for (std::size_t i = 0; i < before; ++i) line = text.find('\n', line) + 1;
  EXPECT_THAT(text.substr(line, text.find('\n', line) - line), HasSubstr("t.barrier.wait();"));
}

TEST(Recording, DescribesTheTileAndItsVariables) {
  const recording read = recording_of("exchange");
  const auto& launch = read.launches.at(0);
  EXPECT_EQ(launch.description.at("extent"), nlohmann::ordered_json({8}));
  EXPECT_EQ(launch.description.at("tile_extent"), nlohmann::ordered_json({2}));
  const auto& variables = launch.tiles.at(0).description.at("variables");
  ASSERT_EQ(variables.size(), 1u);
  EXPECT_EQ(variables[0].at("name"), "pair");
  EXPECT_EQ(variables[0].at("type"), "int");
  EXPECT_EQ(variables[0].at("dimensions"), nlohmann::ordered_json({2}));
}

TEST(Recording, NamesTheMembersOfElements) {
  EXPECT_THAT(
      events_of(recording_of("members").launches.at(0).tiles.at(0)),
      AllOf(Contains("0 write particles[0].charge=-3"), Contains("1 write particles[1].x=0.25")));
}

TEST(Recording, HasFencesAndAtomicOperations) {
  EXPECT_THAT(
      events_of(recording_of("fences_and_atomics").launches.at(0).tiles.at(0)),
      ElementsAre("0 begin", "0 write sum[0]=5", "0 arrive fence 2", "1 begin", "1 arrive fence 2",
                  "1 release fence 2",                              //
                  "0 atomic sum[0]=7", "0 fence fence 2", "0 end",  //
                  "1 atomic sum[0]=9", "1 fence fence 2", "1 end"));
}

TEST(Recording, HasGlobalMemoryOnRequest) {
  EXPECT_THAT(events_of(recording_of("section").launches.at(0).tiles.at(0)),
              ElementsAre("0 begin", "0 end", "1 begin", "1 end"));
  EXPECT_THAT(events_of(recording_of("section", "trace_global=1").launches.at(0).tiles.at(0)),
              ElementsAre("0 begin", "0 write middle[1]=7", "0 end",  //
                          "1 begin", "1 write middle[3]=7", "1 end"));
}

TEST(Recording, HasTheTileWithTheFirstFinding) {
  const recording read = recording_of("late_race");
  const recorded_launch& launch = read.launches.at(0);
  ASSERT_THAT(tiles_of(launch), ElementsAre(0u, 1u, 2u, 3u, 20u));
  EXPECT_EQ(launch.tiles[4].description.at("reason"), "finding");
  EXPECT_THAT(events_of(launch.tiles[4]),
              ElementsAre("0 begin", "0 write pair[0]=0", "0 read pair[1]=-1", "0 end",  //
                          "1 begin", "1 write pair[1]=1", "1 fault pair[1] race with 0",
                          "1 read pair[0]=0", "1 fault pair[0] race with 0", "1 end"));
  EXPECT_EQ(launch.description.at("findings").at(0).at("kind"), "race");
  EXPECT_THAT(read.limits.dump(),
              HasSubstr("launch 1: 5 of 32 tiles are recorded (trace_tiles=4)"));
}

TEST(Recording, EndsThreadsWhereTheirBarriersDiverge) {
  const recorded_launch launch = recording_of("divergence").launches.at(0);
  const auto events = events_of(launch.tiles.at(0));
  EXPECT_THAT(events, Not(Contains(HasSubstr("release"))));
  EXPECT_THAT(events, AllOf(Contains("2 end"), Contains("3 arrive fence 3"),
                            Contains("3 fault barrier-divergence with -1"), Contains("3 end")));
  EXPECT_EQ(launch.description.at("findings").at(0).at("kind"), "barrier-divergence");
}

TEST(Recording, HasReadsOfUnwrittenMemory) {
  const recorded_launch launch = recording_of("unwritten").launches.at(0);
  EXPECT_THAT(events_of(launch.tiles.at(0)),
              ElementsAre("0 begin", "0 write pair[0]=1", "0 arrive fence 3", "1 begin",
                          "1 arrive fence 3", "1 release fence 3",                            //
                          "0 read pair[1]=-1", "0 fault pair[1] uninitialized-read with -1",  //
                          "0 end", "1 read pair[0]=1", "1 end"));
  EXPECT_EQ(launch.description.at("findings").at(0).at("kind"), "uninitialized-read");
}

TEST(Recording, HasReadsOfUnwrittenGlobalMemory) {
  const auto events =
      events_of(recording_of("unwritten_array", "trace_global=1").launches.at(0).tiles.at(0));
  ASSERT_THAT(events, SizeIs(10));
  EXPECT_THAT(events[1], testing::StartsWith("0 read a[0]="));
  EXPECT_EQ(events[2], "0 fault a[0] uninitialized-read with -1");
  EXPECT_THAT(events[6], testing::StartsWith("1 read a[1]="));
  EXPECT_EQ(events[7], "1 fault a[1] uninitialized-read with -1");
}

/// The thread has made more accesses than are recorded.
TEST(Recording, HasThreadsThatSpin) {
  const recording read = recording_of("", "trace_events=50", MILLIAMP_TEST_SPINNING);
  ASSERT_THAT(read.launches, SizeIs(1));
  const recorded_launch& launch = read.launches[0];
  const recorded_tile& tile = launch.tiles.at(0);
  const auto events = events_of(tile);
  EXPECT_EQ(tile.description.at("complete"), false);
  EXPECT_THAT(events, AllOf(SizeIs(51), Contains("0 atomic flag[0]=0")));
  EXPECT_EQ(events.back(), "0 fault no-progress with -1");
  EXPECT_EQ(launch.description.at("findings").at(0).at("kind"), "no-progress");
}

TEST(Recording, LeavesOutWhatTheOptionsDoNotChoose) {
  const recording read = recording_of(
      "many_launches", "trace_first_launch=3:trace_launches=2:trace_first_tile=1:trace_tiles=2");
  ASSERT_THAT(read.launches, SizeIs(2));
  EXPECT_EQ(read.launches[0].description.at("number"), 3);
  EXPECT_THAT(tiles_of(read.launches[0]), ElementsAre(1u, 2u));
  EXPECT_THAT(read.limits.dump(),
              HasSubstr("launch 5 and later ones are not recorded (trace_launches=2)"));
  EXPECT_THAT(recording_of("many_launches").launches, SizeIs(8));

  const recording cut = recording_of("exchange", "trace_events=3");
  const recorded_tile& tile = cut.launches.at(0).tiles.at(0);
  EXPECT_THAT(tile.events, SizeIs(3));
  EXPECT_EQ(tile.description.at("complete"), false);
  EXPECT_THAT(cut.limits.dump(), HasSubstr("tile 0 of launch 1 has more than the 3 events"));
}

TEST(Recording, HasLaunchesWithoutTiles) {
  const recorded_launch launch = recording_of("untiled").launches.at(0);
  EXPECT_THAT(launch.tiles, IsEmpty());
  EXPECT_FALSE(launch.description.contains("tile_extent"));
}

TEST(Recording, HasTheBarriersOfAPlainProgram) {
  const recording read = recording_of("exchange", "accelerator=ref", MILLIAMP_TEST_PLAIN_KERNELS);
  EXPECT_THAT(events_of(read.launches.at(0).tiles.at(0)),
              ElementsAre("0 begin", "0 arrive fence 3", "1 begin", "1 arrive fence 3",
                          "1 release fence 3", "0 end", "1 end"));
}

TEST(Recording, HasTheTileInWhichTheProgramCrashed) {
  const recording read = recording_of("crash");
  ASSERT_THAT(read.launches, SizeIs(2));
  EXPECT_THAT(events_of(read.launches[1].tiles.at(0)),
              AllOf(Contains("0 end"), Contains("0 release fence 3").Times(0),
                    Contains("1 release fence 3")));
}

TEST(Recording, HasTheCrashAmongTheFindings) {
  const recording read = recording_of("crash");
  ASSERT_THAT(read.launches, SizeIs(2));
  EXPECT_THAT(read.launches[0].description.at("findings"), IsEmpty());
  ASSERT_THAT(read.launches[1].description.at("findings"), SizeIs(1));
  EXPECT_EQ(read.launches[1].description.at("findings").at(0).at("kind"), "crash");
}

TEST(Recording, HasTheTileInWhichTheProcessEndsAtItsFirstFinding) {
  for (const std::string how : {"halt_on_error=1", "abort_on_error=1"}) {
    for (const char* const kernel : {"late_race", "divergence"}) {
      const recording read = recording_of(kernel, how + ":workers=1:trace_tiles=64");
      ASSERT_THAT(read.launches, SizeIs(1)) << how << kernel;
      EXPECT_THAT(read.launches[0].description.at("findings"), SizeIs(1));
      EXPECT_THAT(events_of(read.launches[0].tiles.back()), Contains("0 begin"));
    }
  }
}

TEST(Recording, IsCompact) {
  const std::string bytes = record("many_barriers");
  EXPECT_LT(bytes.size(), 300'000u);
  const recording read = parse_recording(bytes);
  EXPECT_THAT(read.launches.at(0).tiles.at(0).events, SizeIs(256u * (2 + 64 + 65) + 64 + 1));
}

TEST(Recording, IsOneJsonDocument) {
  const auto json = nlohmann::json::parse(to_json(recording_of("exchange")));
  EXPECT_EQ(json.at("format"), 1);
  const auto& events = json.at("launches").at(0).at("tiles").at(1).at("events");
  EXPECT_EQ(events.at(1).at(0), "write");
  EXPECT_EQ(events.at(1).at(6), "20");
}

}  // namespace
