// A finding as people read it: to_string(finding).

#include "support/shell.h"

#include <milliamp/finding.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using milliamp::event;
using milliamp::finding;
using milliamp::finding_kind;
using milliamp::source_frame;
using milliamp::thread_position;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Tests with sources of their own, whose paths begin with `here`, and `~/` in expected texts.
class TextReportTest : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (here.path() / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    here.write(name, text);
    return file(name);
  }

  /// The report of a finding.
  std::string text_of(const finding& found) const {
    std::string text = to_string(found);
    const std::string path = here.path().string() + '/';
    for (auto at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
      text.replace(at, path.size(), "~/");
    }
    return text;
  }

  milliamp::tests::test_directory here;
};

thread_position thread(int number) { return {{number}, {2}, {8 + number}}; }

event access(const std::string& what, source_frame frame, int thread_number) {
  return {what, {std::move(frame)}, {thread(thread_number)}, 1};
}

finding race(event one, event other) {
  finding found;
  found.summary = "a race";
  found.name = "total";
  found.events = {std::move(one), std::move(other)};
  return found;
}

constexpr const char* kernel =
    "void kernel(tiled_index<4> t) {\n"
    "  tile_static int total;\n"
    "  if (t.local[0] == 0) {\n"
    "    total = 1;\n"
    "  }\n"
    "  sum[t.global] = total + 1;\n"
    "}\n";

TEST_F(TextReportTest, FitsIntoATerminalOf120Columns) {
  const std::string path = write("kernel.cpp", std::string(60, ' ') + "int total; // " + kernel);
  finding found =
      race(access("write", {"kernel", path, 1, 61}, 0), access("read", {"kernel", path, 6, 25}, 1));
  for (std::string* text : {&found.summary, &found.notes.emplace_back(), &found.advice}) {
    for (int i = 0; i < 50; ++i) *text += "größere und kleinere ";
    *text += "Wörter";
  }
  std::istringstream lines(text_of(found));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    longest = std::max<std::size_t>(
        longest, static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
          return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        })));
  }
  EXPECT_LE(longest, 120u);
  EXPECT_GT(longest, 110u);
}

TEST_F(TextReportTest, ShowsBothAccessesInTheirSource) {
  const std::string path = write("kernel.cpp", kernel);
  finding found =
      race(access("write", {"kernel", path, 4, 11}, 0), access("read", {"kernel", path, 6, 25}, 1));
  found.summary = "write and read of total";
  found.declaration = source_frame{"", path, 2, 0};
  found.notes = {"the barrier at line 5 orders global memory only"};
  found.advice = "put a barrier between them";
  found.count = 3;
  EXPECT_EQ(text_of(found), R"(milliamp: race: write and read of total
 --> ~/kernel.cpp:4:5 in kernel
  |
2 |   tile_static int total;
  |                   ----- declared here
3 |   if (t.local[0] == 0) {
4 |     total = 1;
  |     ^~~~~ write by thread local (0) tile (2) global (8)
5 |   }
6 |   sum[t.global] = total + 1;
  |                   ^~~~~ read by thread local (1) tile (2) global (9)
  = note: the barrier at line 5 orders global memory only
  = note: occurred 3 times; the first is shown
  = help: put a barrier between them

)");
}

TEST_F(TextReportTest, LeavesOutWhatLiesFarBetween) {
  const std::string path = write("kernel.cpp", "a = total;\n\n\n\n\n\n\n\n\ntotal = 1;\n");
  const finding found =
      race(access("write", {"kernel", path, 10, 7}, 0), access("read", {"kernel", path, 1, 5}, 1));
  EXPECT_EQ(text_of(found), R"(milliamp: race: a race
  --> ~/kernel.cpp:10:1 in kernel
   |
 1 | a = total;
   |     ^~~~~ read by thread local (1) tile (2) global (9)
...
10 | total = 1;
   | ^~~~~ write by thread local (0) tile (2) global (8)

)");
}

TEST_F(TextReportTest, PutsLabelsOfOneLineBelowEachOther) {
  const std::string path = write("kernel.cpp", "total = total + 1;\n");
  const source_frame frame{"kernel", path, 1, 7};
  EXPECT_EQ(text_of(race(access("write", frame, 0), access("write", frame, 1))),
            R"(milliamp: race: a race
 --> ~/kernel.cpp:1:1 in kernel
  |
1 | total = total + 1;
  | ^~~~~ write by thread local (0) tile (2) global (8)
  |       write by thread local (1) tile (2) global (9)

)");
  EXPECT_EQ(text_of(race(access("write", frame, 0), access("read", frame, 1))),
            R"(milliamp: race: a race
 --> ~/kernel.cpp:1:1 in kernel
  |
1 | total = total + 1;
  | ^~~~~ write by thread local (0) tile (2) global (8)
  |         ^~~~~ read by thread local (1) tile (2) global (9)

)");
}

TEST_F(TextReportTest, ShowsEachFileByItself) {
  const std::string path = write("kernel.cpp", kernel);
  const std::string header = write("sum.h", "inline int get(int& x) { return x; }\n");
  finding found = race(access("write", {"kernel", path, 4, 11}, 0),
                       {"read",
                        {{"get", header, 1, 33}, {"kernel", path, 6, 19}, {"main", path, 7, 0}},
                        {thread(1)},
                        1});
  EXPECT_EQ(text_of(found), R"(milliamp: race: a race
 --> ~/kernel.cpp:4:5 in kernel
  |
4 |     total = 1;
  |     ^~~~~ write by thread local (0) tile (2) global (8)
 ::: ~/sum.h:1:33 in get
  |
1 | inline int get(int& x) { return x; }
  |                                 ^ read by thread local (1) tile (2) global (9)
  = write: in kernel
  = read: in get
          called by kernel at ~/kernel.cpp:6
          called by main at ~/kernel.cpp:7

)");
}

TEST_F(TextReportTest, TellsCallsOnceWhenBothAccessesHaveThem) {
  const std::string path = write("kernel.cpp", "int put(int& x, int v) { return x = v; }\n");
  const std::vector<source_frame> calls = {{"put", path, 1, 35}, {"kernel", path, 12, 3}};
  const finding found = race({"write", calls, {thread(0)}, 1}, {"write", calls, {thread(1)}, 1});
  EXPECT_THAT(text_of(found), HasSubstr("  = both: in put\n"
                                        "          called by kernel at ~/kernel.cpp:12\n"));
}

TEST_F(TextReportTest, ListsThreadsOfOneTileByTheirPlaceInIt) {
  const std::string path = write("kernel.cpp", "if (x)\n  t.barrier.wait();\n");
  finding found;
  found.kind = finding_kind::barrier_divergence;
  found.summary = "threads did not meet";
  found.events = {
      {"wait at a barrier", {{"kernel", path, 2, 17}}, {thread(0), thread(1)}, 7},
      {"return from the kernel", {{"the kernel", "", 0, 0}}, {thread(3)}, 1},
      {"wait at a barrier", {{"kernel", path, 2, 5}}, {{{}, {}, {1, 2}}, {{}, {}, {3, 4}}}, 2}};
  EXPECT_EQ(text_of(found), R"(milliamp: barrier-divergence: threads did not meet
 --> ~/kernel.cpp:2:3 in kernel
  |
2 |   t.barrier.wait();
  |   ^~~~~~~~~~~~~~~~ 7 threads of tile (2) wait here: local (0), (1), …
  |                    2 threads wait here: global (1,2); global (3,4)
  = note: thread local (3) tile (2) global (11) has returned from the kernel

)");
}

// --- What is missing -----------------------------------------------------------------------------

TEST_F(TextReportTest, SaysThatASourceCannotBeRead) {
  const finding found = race(access("write", {"kernel", file("gone.cpp"), 4, 11}, 0),
                             access("read", {"kernel", file("gone.cpp"), 6, 19}, 1));
  EXPECT_EQ(text_of(found), R"(milliamp: race: a race
 --> ~/gone.cpp:4:11: write by thread local (0) tile (2) global (8)
 --> ~/gone.cpp:6:19: read by thread local (1) tile (2) global (9)
  = note: ~/gone.cpp cannot be read; its source lines are omitted

)");
}

TEST_F(TextReportTest, SaysThatThereIsNoDebugInformation) {
  const finding found =
      race(access("write", {"kernel", "", 0, 0}, 0), access("read", {"kernel", "", 0, 0}, 1));
  EXPECT_EQ(text_of(found), R"(milliamp: race: a race
  = write by thread local (0) tile (2) global (8): in kernel
  = read by thread local (1) tile (2) global (9): in kernel
  = note: no debug information for kernel: compile it with -g, and do not strip it

)");
}

TEST_F(TextReportTest, HasEventsWithoutThreads) {
  finding found;
  found.kind = finding_kind::overlapping_views;
  found.summary = "two views";
  EXPECT_EQ(text_of(found), "milliamp: overlapping-views: two views\n\n");
  found.events = {{"first view", {{"main", file("main.cpp"), 3, 0}}, {}, 0}};
  EXPECT_THAT(text_of(found), HasSubstr(" --> ~/main.cpp:3: first view\n"));
}

// --- Lines of source -----------------------------------------------------------------------------

/// The two lines of the report that show a line of source and the marks below it.
class ShownLineTest : public TextReportTest {
 protected:
  std::string shown(const std::string& line, int column, const std::string& what = "write",
                    const std::string& name = "total") const {
    finding found = race(access(what, {"", write("line.cpp", line), 1, column}, 0),
                         access(what, {"", write("line.cpp", line), 1, column}, 1));
    found.name = name;
    const std::string text = text_of(found);
    const std::size_t begin = text.find("1 | ");
    const std::string label = what == "atomic" ? "atomic access" : what;
    return text.substr(begin, text.find(" " + label + " by") - begin);
  }
};

TEST_F(ShownLineTest, ReplacesTabs) {
  EXPECT_EQ(shown("\tx;\ttotal = 1;", 11), "1 |     x;  total = 1;\n  |         ^~~~~");
}

TEST_F(ShownLineTest, CountsCharactersNotBytes) {
  EXPECT_EQ(shown("/* größer → */ total = 1;", 21),
            "1 | /* größer → */ total = 1;\n  |"
            "                ^~~~~");
}

TEST_F(ShownLineTest, ReplacesControlCharacters) {
  EXPECT_EQ(shown("x;\033[ total = 1;\r", 12), "1 | x; [ total = 1;\n  |      ^~~~~");
}

TEST_F(ShownLineTest, ReplacesWhatIsNotInUtf8) {
  EXPECT_EQ(shown("/* gr\xf6\xdf"
                  "er */ total = 1;",
                  20),
            "1 | /* gr\uFFFD\uFFFD"
            "er */ total = 1;\n  |              ^~~~~");
}

TEST_F(ShownLineTest, CutsALongLineBehindTheMark) {
  const std::string text = shown("total = " + std::string(200, '1') + ";", 7);
  EXPECT_EQ(text, "1 | total = " + std::string(106, '1') + "…\n  | ^~~~~");
}

TEST_F(ShownLineTest, CutsALongLineOnBothSidesOfTheMark) {
  const std::string before(300, 'a');
  const std::string text = shown(before + "; total = " + std::string(300, '1') + ";", 309);
  const std::string cut = "…" + std::string(52, 'a') + "; total = ";
  EXPECT_THAT(text, HasSubstr("1 | " + cut + "1"));
  EXPECT_THAT(text, HasSubstr("1…\n  | " + std::string(55, ' ') + "^~~~~"));
}

TEST_F(ShownLineTest, CutsAMarkThatIsTooLong) {
  const std::string name(300, 'a');
  EXPECT_THAT(
      shown(name + " = 1;", 302, "write", name),
      StartsWith("1 | " + std::string(114, 'a') + "…\n  | ^" + std::string(113, '~') + '\n'));
}

TEST_F(ShownLineTest, HasTheLabelInALineOfItsOwnIfThereIsNoRoomBehindTheMark) {
  const std::string text = shown(std::string(90, ' ') + "total = 1;", 97);
  const std::string label = "write by thread local (0) tile (2) global (8)";
  const std::string mark = "\n  | " + std::string(90, ' ') + "^~~~~\n  | ";
  EXPECT_THAT(text, EndsWith(mark + std::string(115 - label.size(), ' ')));
}

TEST_F(ShownLineTest, HasNoColorsOffTheTerminal) {
  EXPECT_THAT(shown("total = 1;", 7), Not(HasSubstr("\033")));
}

// --- Marks ---------------------------------------------------------------------------------------

/// A line of source with a `|` before the column from debug information, and the expected mark.
struct mark_case {
  const char* what;
  const char* line;
  const char* marked;
};

std::ostream& operator<<(std::ostream& out, const mark_case& it) {
  return out << it.what << " in " << it.line;
}

class MarkTest : public ShownLineTest, public testing::WithParamInterface<mark_case> {};

TEST_P(MarkTest, IsTheWholeExpression) {
  std::string line = GetParam().line;
  const std::size_t column = line.find('|');
  if (column != std::string::npos) line.erase(column, 1);
  const std::string text =
      shown(line, column == std::string::npos ? 0 : static_cast<int>(column) + 1, GetParam().what);
  const std::string mark = text.substr(text.find('\n') + 5);
  EXPECT_EQ(line.substr(mark.find('^'), mark.size() - mark.find('^')), GetParam().marked) << text;
}

// Where the compilers have been seen to put the column.
INSTANTIATE_TEST_SUITE_P(
    Of, MarkTest,
    testing::Values(
        // An element of an array.
        mark_case{"write", "total[i][j] |= x[i];", "total[i][j]"},
        mark_case{"read", "x = |total[i][j] + 1;", "total[i][j]"},
        mark_case{"read", "x = total[i][j|] + 1;", "total[i][j]"},
        mark_case{"read", "x = f(total[g(i)]|) + 1;", "total[g(i)]"},
        mark_case{"read", "total[i] |= total[j];", "total[j]"},
        mark_case{"write", "total[i] |= total[j];", "total[i]"},
        // A member.
        mark_case{"write", "total[i].id |= 3;", "total[i].id"},
        mark_case{"read", "total[i].|id += 3;", "total[i].id"},
        mark_case{"read", "total[i].id |+= 3;", "total[i].id"},
        mark_case{"read", "x = this->|total.x;", "this->total.x"},
        // A plain variable: GCC has the column of the operator.
        mark_case{"read", "total = total |+ 1;", "total"}, mark_case{"write", "|++total;", "total"},
        mark_case{"write", "total|++;", "total"}, mark_case{"read", "x = a |+ total;", "total"},
        mark_case{"read", "if (a |== total) x = totality;", "total"},
        // An element of a view.
        mark_case{"write", "total(3, 7) |= x;", "total(3, 7)"},
        mark_case{"read", "x = total[|t.global];", "total[t.global]"},
        // Under another name.
        mark_case{"write", "*p |= 3;", "*p"}, mark_case{"read", "*p |+= 3;", "*p"},
        mark_case{"read", "x |= *p;", "*p"}, mark_case{"read", "return |*p;", "*p"},
        mark_case{"read", "return *p |+ *q;", "*p + *q"}, mark_case{"write", "|++*p;", "*p"},
        mark_case{"read", "return v[i][j|];", "v[i][j]"},
        mark_case{"read", "return |v[i][j];", "v[i][j]"},
        mark_case{"write", "(*p).x |= 1;", "(*p).x"},
        mark_case{"write", "p->x[i] |= 1;", "p->x[i]"},
        mark_case{"write", "|swap(a, b);", "swap(a, b)"},
        // An atomic operation.
        mark_case{"atomic", "x = |atomic_fetch_add(&total, 1);", "atomic_fetch_add(&total, 1)"},
        mark_case{"atomic", "x = atomic_fetch_add|(&total, 1);", "atomic_fetch_add(&total, 1)"},
        mark_case{"atomic", "total |+= 1;", "total"},
        // A name in a text, in a comment, and as a part of another.
        mark_case{"read", "x = f(\"total\\\"\") |+ total;  // total", "total"},
        mark_case{"read", "x = 'a' + subtotal(1) |+ total2 + total;", "total"},
        // Code that continues in the next line, and without a column.
        mark_case{"write", "total[f(|", "total[f("}, mark_case{"read", "|]);", "]"},
        mark_case{"write", "  total = 1;", "total"},
        mark_case{"write", "  put(1); // there", "put(1);"}));

}  // namespace
