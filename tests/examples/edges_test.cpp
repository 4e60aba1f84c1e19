// The example edges: a PNG file goes in, one with its edges comes out.

#include "../../examples/picture.h"
#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace {

using testing::HasSubstr;

constexpr int width = 37;
constexpr int height = 21;

/// A program of the example, and the accelerator that it runs on.
struct variant {
  const char* name;
  const char* program;
  const char* accelerator;
};

class EdgesTest : public testing::TestWithParam<variant> {
 protected:
  milliamp::tests::command_result run(const std::string& arguments) const {
    return here.shell(std::string("MILLIAMP_OPTIONS=accelerator=") + GetParam().accelerator + " '" +
                      GetParam().program + "' " + arguments);
  }

  /// The picture that the example makes of one.
  picture edges_of(const picture& original) const {
    write_png((here.path() / "from.png").string(), original);
    const auto result = run("from.png to.png");
    EXPECT_EQ(result.status, 0) << result.output;
    EXPECT_EQ(result.output, "");
    return read_png((here.path() / "to.png").string());
  }

  milliamp::tests::test_directory here;
};

void set_gray(picture& p, int row, int column, int value) {
  unsigned char* pixel = p.pixel(row, column);
  std::fill(pixel, pixel + 3, static_cast<unsigned char>(value));
  pixel[3] = 255;
}

TEST_P(EdgesTest, OfTwoHalvesAreWhereTheyMeet) {
  picture halves(width, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      set_gray(halves, row, column, column < 16 ? 0 : 255);
    }
  }
  picture edges = edges_of(halves);
  ASSERT_EQ(edges.width, width);
  ASSERT_EQ(edges.height, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const int expected = column == 15 || column == 16 ? 255 : 0;
      EXPECT_EQ(edges.pixel(row, column)[0], expected) << row << ", " << column;
      EXPECT_EQ(edges.pixel(row, column)[3], 255) << row << ", " << column;
    }
  }
}

TEST_P(EdgesTest, AreWhatAPlainLoopFinds) {
  picture waves(width, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      set_gray(waves, row, column, (row * row + 3 * column + row * column / 2) % 61);
    }
  }
  picture edges = edges_of(waves);
  const auto at = [&](int row, int column) {
    return waves.pixel(std::clamp(row, 0, height - 1), std::clamp(column, 0, width - 1))[0];
  };
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      int across = 0, along = 0;
      for (int i = -1; i <= 1; ++i) {
        const int weight = i == 0 ? 2 : 1;
        across += weight * (at(row + i, column + 1) - at(row + i, column - 1));
        along += weight * (at(row + 1, column + i) - at(row - 1, column + i));
      }
      const double expected = std::min(255.0, std::hypot(across, along));
      EXPECT_NEAR(edges.pixel(row, column)[0], expected, 0.51) << row << ", " << column;
    }
  }
}

TEST_P(EdgesTest, NeedTwoNames) {
  const auto result = run("only_one.png");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.output, HasSubstr("usage: edges FROM.png TO.png"));
}

TEST_P(EdgesTest, NeedAPictureThatIsThere) {
  const auto result = run("absent.png to.png");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("absent.png"));
}

INSTANTIATE_TEST_SUITE_P(Of, EdgesTest,
                         testing::Values(variant{"Warp", MILLIAMP_TEST_EDGES, "warp"},
                                         variant{"Ref", MILLIAMP_TEST_EDGES, "ref"},
                                         variant{"Checked", MILLIAMP_TEST_EDGES_CHECKED, "ref"}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
