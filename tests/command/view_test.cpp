#include "command_fixture.h"
#include "page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace milliamp::tests {
namespace {

using command::embed;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Page, RecordingsAreEmbeddedInPlaceOfTheMark) {
  EXPECT_EQ(embed("<a><!--DOCUMENTS--><b>", {"{\"x\":1}", "2"}, "[]"),
            "<a><script type=\"application/x-milliamp-lessons\">[]</script>\n"
            "<script type=\"application/x-milliamp-recording\">{\"x\":1}</script>\n"
            "<script type=\"application/x-milliamp-recording\">2</script>\n<b>");
}

TEST(Page, NothingInARecordingEndsItsElement) {
  const std::string page = embed("<!--DOCUMENTS-->", {R"(["</script><!--<script>"])"}, "[]");
  EXPECT_THAT(page, HasSubstr(R"(["\u003c/script>\u003c!--\u003cscript>"])"));
}

TEST(Page, AMarkInARecordingIsText) {
  EXPECT_THAT(embed("<!--DOCUMENTS-->", {"\"<!--DOCUMENTS-->\""}, "[]"),
              HasSubstr("\"\\u003c!--DOCUMENTS-->\""));
}

TEST(Page, AnInstallationWithoutThePageSaysSo) {
  try {
    command::read_empty_page("/nonexistent/view.html");
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_THAT(e.what(), StartsWith("this installation lacks the HTML page; build the target "
                                     "milliamp_page, which needs Node.js"));
  }
}

class View : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    here.write("kernel.cpp", R"(
#include <amp.h>
using namespace concurrency;
int main() {
  parallel_for_each(extent<1>(4).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int held[2];
    held[t.local[0]] = 5;
  });
}
)");
  }

  bool has_page() const { return std::filesystem::exists(MILLIAMP_TEST_PAGE); }

  std::string read(const char* file) const {
    std::ifstream in(here.path() / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};
MILLIAMP_FOR_ONE_COMPILER(View);

TEST_P(View, ASourceIsRecordedIntoThePage) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const auto result = shell("milliamp view --no-open kernel.cpp");
  EXPECT_EQ(result.output, "The page is in milliamp.html; open it in a browser\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(read("milliamp.html"), HasSubstr(R"("program":"kernel")"));
}

TEST_P(View, ThePageIsOpenedWhereThereIsADesktop) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  here.write("xdg-open", "#!/bin/sh\necho \"$1\" > opened.new\nmv opened.new opened\n");
  const std::string desktop =
      "chmod +x xdg-open; milliamp trace kernel.cpp; export PATH=\"$PWD:$PATH\" DISPLAY=:0; ";
  EXPECT_THAT(shell(desktop + "milliamp view --no-open milliamp.trace -o page.html; "
                              "test ! -e opened")
                  .output,
              HasSubstr("open it in a browser"));
  const auto result = shell(desktop +
                            "milliamp view milliamp.trace -o page.html; "
                            "while [ ! -e opened ]; do sleep 0.1; done; cat opened");
  EXPECT_THAT(result.output, HasSubstr("The page is in page.html\n"));
  EXPECT_THAT(result.output, HasSubstr((here.path() / "page.html").string() + "\n"));
}

TEST_P(View, ErrorsSayWhatToDo) {
  here.write("plain.cpp", "int main() {}\n");
  here.write("damaged", "not a recording");
  EXPECT_THAT(shell("milliamp view").output, HasSubstr("RECORDING is required"));
  EXPECT_THAT(shell("milliamp view none").output, HasSubstr("none"));
  EXPECT_EQ(shell("milliamp view none").status, 2);
  EXPECT_THAT(shell("milliamp view damaged").output, HasSubstr("damaged"));
  EXPECT_THAT(shell("milliamp view --text --json damaged").output,
              HasSubstr("--text and --json exclude each other"));
  EXPECT_THAT(shell("milliamp view plain.cpp").output,
              HasSubstr("nothing of 'plain.cpp' was recorded"));
  EXPECT_THAT(shell("milliamp view --beside reverse damaged").output,
              Not(HasSubstr("The page is in")));
  if (!has_page()) return;
  EXPECT_THAT(shell("milliamp view --no-open kernel.cpp -o none/page.html").output,
              HasSubstr("cannot write 'none/page.html': No such file or directory"));
}

}  // namespace
}  // namespace milliamp::tests
