// The timeline of a tile in characters.

#include "timeline.h"

#include "error.h"
#include "trace/recorded_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>

namespace {

using milliamp::command::draw_timeline;
using milliamp::command::timeline_choice;
using milliamp::tests::recording_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// Without the numbers of lines.
std::string draw(const std::string& kernel) {
  const std::string drawn = draw_timeline(recording_of(kernel), {});
  return std::regex_replace(drawn, std::regex("\n +[0-9]+ "), "\n   # ");
}

TEST(Timeline, DrawsALaneForEachThread) {
  EXPECT_THAT(draw("exchange"), HasSubstr("Tile (0), number 0: threads 0 to 1 of 2\n"
                                          "Source: kernels.cpp\n"
                                          "\n"
                                          "line event              0             1\n"
                                          "   # write pair         [0]=0         [1]=10\n"
                                          "   # wait               v             v\n"
                                          "   # ===== barrier: all threads continue ===========\n"
                                          "   # read pair          [1]=10        [0]=0\n"
                                          "     end                x             x\n"));
}

TEST(Timeline, DrawsTwoOfEqualRowsAtMost) {
  EXPECT_THAT(draw("loop"), AllOf(HasSubstr("all threads continue ===========\n"
                                            "   # read pair          [1]=4         [1]=4\n"
                                            "     and 4 more such rows\n"
                                            "   # wait"),
                                  HasSubstr("all threads continue ===========\n"
                                            "   # read pair          [0]=3         [0]=3\n"
                                            "   # read pair          [0]=3         [0]=3\n"
                                            "     end")));
}

TEST(Timeline, ShowsTheTileWithAFault) {
  EXPECT_THAT(draw("late_race"),
              AllOf(HasSubstr("Tile (20), number 20"),
                    HasSubstr("  !! race pair[1]       !             !\n"),
                    HasSubstr("\nFinding: write and read of pair[0] by two threads of one tile"),
                    HasSubstr("launch 1: 5 of 32 tiles are recorded")));
}

TEST(Timeline, ShowsTheChosenThreads) {
  timeline_choice choice;
  choice.first_thread = 250;
  choice.threads = 4;
  EXPECT_THAT(draw_timeline(recording_of("many_barriers"), choice),
              AllOf(HasSubstr("threads 250 to 253 of 256"), HasSubstr("[250]=250")));
}

TEST(Timeline, Has80Columns) {
  for (const char* kernel : {"exchange", "late_race", "divergence", "many_barriers", "members"}) {
    for (const unsigned threads : {1u, 8u, 56u, 1000u}) {
      timeline_choice choice;
      choice.threads = threads;
      std::istringstream lines(draw_timeline(recording_of(kernel), choice));
      for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(Timeline, EndsAfterADivergence) {
  EXPECT_THAT(draw_timeline(recording_of("divergence"), {}),
              AllOf(Not(HasSubstr("all threads continue")), HasSubstr("!! barrier-divergence")));
}

TEST(Timeline, SaysWhichTilesThereAre) {
  timeline_choice choice;
  choice.tile = 17;
  try {
    draw_timeline(recording_of("exchange"), choice);
    FAIL();
  } catch (const milliamp::command::error& e) {
    EXPECT_STREQ(e.what(), "the recording has no such tile; it has launch 1: tile 0 1 2 3");
  }
  EXPECT_THROW(draw_timeline(recording_of("untiled"), {}), milliamp::command::error);
}

}  // namespace
