// What others make of reports: code hosts, editors, and people who suppress findings.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "command_fixture.h"

namespace milliamp::tests {
namespace {

using nlohmann::json;

constexpr const char* racy = R"(#include <amp.h>
using namespace concurrency;
int main() {
  array<int> sum(1);
  parallel_for_each(extent<1>(8).tile<8>(), [&sum](tiled_index<8> t) restrict(amp) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) sum[0] = total;
  });
}
)";

class Reports : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    here.write("kernel.cpp", racy);
  }

  json sarif(const std::string& source) const {
    shell("MILLIAMP_OPTIONS=report_format=sarif:report_path=report milliamp run " + source);
    std::ifstream file(here.path() / "report");
    return json::parse(file)["runs"][0];
  }
};
MILLIAMP_FOR_EACH_COMPILER(Reports);

TEST_P(Reports, NameAFindingAlikeWhenItsLinesMove) {
  const json before = sarif("kernel.cpp")["results"][0];
  here.shell("sed -i '1i // a comment\\n' kernel.cpp");
  const json moved = sarif("kernel.cpp")["results"][0];
  EXPECT_NE(moved["locations"], before["locations"]);
  EXPECT_EQ(moved["partialFingerprints"], before["partialFingerprints"]);
  here.shell("sed -i 's/total = t.local/total = 2 * t.local/' kernel.cpp");
  EXPECT_NE(sarif("kernel.cpp")["results"][0]["partialFingerprints"],
            before["partialFingerprints"]);
}

TEST_P(Reports, NameFilesRelativeToTheRepository) {
  here.shell("mkdir -p top/.git top/sources; mv kernel.cpp top/sources");
  const json run = sarif("top/sources/kernel.cpp");
  const std::string top = "file://" + (here.path() / "top/").string();
  EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"], top);
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            json::parse(R"({"uri": "sources/kernel.cpp", "uriBaseId": "%SRCROOT%"})"));
}

TEST_P(Reports, SuggestSuppressions) {
  const auto suggested = shell("milliamp run --suggest-suppressions kernel.cpp");
  EXPECT_EQ(suggested.status, 66);
  EXPECT_THAT(suggested.output, testing::MatchesRegex("# write and write of total [^\n]*\n"
                                                      "# [^\n]*/kernel.cpp:7:5\n"
                                                      "race:\\^total\\$\n"));
  here.write("known", suggested.output);
  const auto run = shell("MILLIAMP_OPTIONS=suppressions=known milliamp run kernel.cpp");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, testing::HasSubstr("suppressed by known"));
}

}  // namespace
}  // namespace milliamp::tests
