// Compute domains that cannot be dispatched are refused before any thread runs (spec 7).

#include "engine/both_engines.h"

#include <atomic>
#include <string>

using namespace concurrency;
using testing::AllOf;
using testing::HasSubstr;

namespace {

class DomainError : public milliamp::tests::BothEngines {
 protected:
  /// What the invalid_compute_domain says with which the launch must end.
  template <class Domain>
  std::string refusal_of(const Domain& domain) const {
    try {
      launch(domain, [](const auto&) { ADD_FAILURE() << "the kernel runs"; });
    } catch (const invalid_compute_domain& refusal) {
      return refusal.what();
    }
    ADD_FAILURE() << "the launch is not refused";
    return "";
  }
};

TEST_P(DomainError, NamesTheExtentAndTheTileThatDoesNotDivideIt) {
  EXPECT_THAT(refusal_of(extent<1>(100).tile<16>()),
              AllOf(HasSubstr("the extent (100) is not divisible by the tile (16)"),
                    HasSubstr("in dimension 0"), HasSubstr("pad() or truncate()")));
  EXPECT_THAT(refusal_of(extent<1>(15).tile<16>()), HasSubstr("(15) is not divisible"));
  EXPECT_THAT(refusal_of(extent<2>(8, 10).tile<2, 3>()),
              AllOf(HasSubstr("the extent (8,10) is not divisible by the tile (2,3)"),
                    HasSubstr("in dimension 1")));
  EXPECT_THAT(refusal_of(extent<3>(4, 9, 4).tile<2, 2, 2>()),
              AllOf(HasSubstr("the extent (4,9,4) is not divisible by the tile (2,2,2)"),
                    HasSubstr("in dimension 1")));
}

TEST_P(DomainError, IsNoneAfterPadOrTruncate) {
  std::atomic<int> count{0};
  launch(extent<1>(100).tile<16>().pad(), [&](tiled_index<16>) { ++count; });
  EXPECT_EQ(count, 112);
  launch(extent<1>(100).tile<16>().truncate(), [&](tiled_index<16>) { ++count; });
  EXPECT_EQ(count, 112 + 96);
}

TEST_P(DomainError, NamesTheLengthThatIsNotPositive) {
  EXPECT_THAT(refusal_of(extent<1>(0)),
              AllOf(HasSubstr("the extent (0) has the length 0 in dimension 0"),
                    HasSubstr("greater than 0")));
  EXPECT_THAT(refusal_of(extent<2>(3, -7)),
              HasSubstr("the extent (3,-7) has the length -7 in dimension 1"));
  EXPECT_THAT(refusal_of(extent<3>(-1, -1, 5)), HasSubstr("has the length -1 in dimension 0"));
  const int lengths[] = {2, 2, 2, 0, 2};
  EXPECT_THAT(refusal_of(extent<5>(lengths)),
              HasSubstr("the extent (2,2,2,0,2) has the length 0 in dimension 3"));
  EXPECT_THAT(refusal_of(extent<1>(0).tile<4>()), HasSubstr("has the length 0 in dimension 0"));
  EXPECT_THAT(refusal_of(extent<2>(4, -4).tile<4, 4>()),
              HasSubstr("has the length -4 in dimension 1"));
  EXPECT_THAT(refusal_of(extent<3>(4, 0, 4).tile<4, 4, 4>()),
              HasSubstr("has the length 0 in dimension 1"));
}

TEST_P(DomainError, NamesTheMostPointsThereMayBe) {
  const auto too_many = HasSubstr("has more than 4294967295 points");
  EXPECT_THAT(refusal_of(extent<2>(65536, 65536)), AllOf(HasSubstr("(65536,65536)"), too_many));
  EXPECT_THAT(refusal_of(extent<2>(2'147'483'647, 3)), too_many);
  EXPECT_THAT(refusal_of(extent<3>(2'147'483'647, 2'147'483'647, 2'147'483'647)), too_many);
  const int lengths[] = {256, 256, 256, 256};
  EXPECT_THAT(refusal_of(extent<4>(lengths)), too_many);
  EXPECT_THAT(refusal_of(extent<2>(65536, 65536).tile<16, 16>()), too_many);
  EXPECT_THAT(refusal_of(extent<3>(65536, 65536, 64).tile<1, 1, 64>()), too_many);
  // 2^32 + 2^16 points: what is left of them in 32 bits would be a domain of its own.
  EXPECT_THAT(refusal_of(extent<2>(65536, 65537)), too_many);
}

// Tiles of 3 threads take as many numbers as tiles of 4.
TEST_P(DomainError, NamesTheMostTilesThatTheRaceDetectorCanNumber) {
  if (!is_ref()) GTEST_SKIP() << "checks nothing";
  EXPECT_THAT(refusal_of(extent<3>(2, 32769, 49152).tile<1, 1, 3>()),
              AllOf(HasSubstr("has 1073774592 tiles of 3 threads"),
                    HasSubstr("can number 1073741824 of them; split it over several launches")));
}

MILLIAMP_ON_BOTH_ENGINES(DomainError);

}  // namespace
