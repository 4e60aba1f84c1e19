#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace milliamp::tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// C++ AMP as a language, which is Clang's, and what the command does about it.
class Language : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    if (!is_clang() || IsSkipped()) return;
    here.write("global.cpp", R"(
#include <amp.h>
int global = 1;
int in_kernel() restrict(amp) { return global; }
)");
    if (shell("milliamp lint global.cpp").output.find("has no front end") != std::string::npos) {
      GTEST_SKIP() << "the plugin is not built";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, Language, testing::Values("clang++"));

TEST_P(Language, RefusesWhatTheRulesForbid) {
  const auto result = shell("milliamp c++ -c global.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("global.cpp:4:40: error: amp code cannot use 'global', which is neither"));
  EXPECT_THAT(result.output, HasSubstr("[spec 2.4.3.2, --allow=globals]"));
}

TEST_P(Language, ProposesSpecifiersForFunctionsWithout) {
  here.write("calls.cpp", R"(
#include <amp.h>
int plain(int x = int());
struct object {
  int i;
  object(int);
  int get() const noexcept;
  int at(int) &;
  int operator()() const;
  int only() restrict(cpu);
};
template <class F> void call(F f) restrict(cpu, amp) { f(1); }
int in_kernel() restrict(amp) {
  object o(plain());
  return o.get() + o.at(1) + o() + o.only();
}
void on_host() { call([](int x) mutable -> int { return x; }); }
)");
  const auto result = shell("milliamp c++ -fdiagnostics-parseable-fixits -fsyntax-only calls.cpp");
  EXPECT_EQ(result.status, 1);
  for (const char* const place : {"3:25", "6:14", "7:18", "8:16", "9:25", "17:40"}) {
    EXPECT_THAT(result.output, HasSubstr("fix-it:\"calls.cpp\":{" + std::string(place) + "-" +
                                         place + "}:\" restrict(cpu, amp)\"\n"));
  }
  // The function with a specifier has another repair.
  EXPECT_THAT(result.output, HasSubstr("'only' is restrict(cpu)"));
  EXPECT_THAT(result.output, Not(HasSubstr("{10:")));
}

TEST_P(Language, NamesTheSectionOfAListThatNothingCloses) {
  here.write("unfinished.cpp", R"(
int legal() restrict(cpu, amp);
int unfinished() restrict(amp { return 1; }
)");
  const auto result = shell("milliamp c++ -fsyntax-only unfinished.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("unfinished.cpp:3:18: error: restrict(…) takes a list of"));
  EXPECT_THAT(result.output, Not(HasSubstr("macro")));
}

TEST_P(Language, NotesNameTheMemberAndTheInstanceOfATemplate) {
  here.write("template.cpp", R"(
#include <amp.h>
struct pixel { int x; char c; };
template <class T> int size_of(T value) restrict(amp) { T copy = value; return copy.x; }
template <class F> void call(F f) restrict(cpu, amp) { f(1); }
int in_kernel(pixel& p) restrict(amp) { return size_of(p); }
void on_host() { call([](int x) { return x; }); }
)");
  const auto result = shell("milliamp c++ -fsyntax-only template.cpp");
  EXPECT_EQ(result.status, 1);
  for (const char* const note : {"3:28: note: member declared here",
                                 "6:48: note: in instantiation of 'size_of<pixel>' requested here",
                                 "7:18: note: in instantiation of 'call<(lambda at "}) {
    EXPECT_THAT(result.output, HasSubstr(std::string("template.cpp:") + note));
  }
}

TEST_P(Language, NotesListTheCallsOfARecursion) {
  here.write("recursion.cpp", R"(
#include <amp.h>
int first(int x) restrict(amp);
int third(int x) restrict(amp) { return first(x); }
int second(int x) restrict(amp) { return third(x); }
int first(int x) restrict(amp) { return second(x); }
)");
  const auto result = shell("milliamp c++ -fsyntax-only recursion.cpp");
  EXPECT_EQ(result.status, 1);
  for (const char* const text :
       {"5:42: error: recursion is not allowed in amp code: 'third' calls itself",
        "4:41: note: 'third' calls 'first' here", "6:41: note: 'first' calls 'second' here"}) {
    EXPECT_THAT(result.output, HasSubstr(std::string("recursion.cpp:") + text));
  }
}

TEST_P(Language, PermitsWhatIsAllowed) {
  EXPECT_EQ(shell("milliamp c++ --allow=globals -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --allow=types,globals -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --allow=all -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --no-language -Werror -c global.cpp").status, 0);
}

TEST_P(Language, InitializesTileStaticVariablesWhereThatIsAllowed) {
  here.write("initialized.cpp", R"(
#include <amp.h>
using namespace concurrency;
int main() {
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
    tile_static int shared = 5;
    view[t.global] = shared;
  });
  return view[0];
}
)");
  EXPECT_THAT(shell("milliamp c++ initialized.cpp -o initialized").output,
              HasSubstr("initialized.cpp:8:21: error: tile_static variable 'shared' cannot have"));
  const std::string allow = "--allow=tile_static_initializer";
  EXPECT_EQ(shell("milliamp c++ " + allow + " initialized.cpp -o initialized").status, 0);
  EXPECT_EQ(shell("./initialized").status, 5);
}

TEST_P(Language, ConstructsInPlaceWhereThatIsAllowed) {
  here.write("placed.cpp", R"(
#include <amp.h>
#include <new>
using namespace concurrency;
int main() {
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
    int value = 2;
    ::new (&value) int(5);
    view[i] = value;
  });
  return view[0];
}
)");
  EXPECT_THAT(
      shell("milliamp c++ placed.cpp -o placed").output,
      HasSubstr("placed.cpp:10:5: error: 'operator new' is restrict(cpu) and cannot be called "
                "from restrict(amp) code [spec 2.4.3.4, --allow=placement_new]"));
  EXPECT_EQ(shell("milliamp c++ --allow=placement_new placed.cpp -o placed").status, 0);
  EXPECT_EQ(shell("./placed").status, 5);
}

TEST_P(Language, TakesTheRestrictionsOfTheDeclarationWhereThatIsAllowed) {
  here.write("definitions.cpp", R"(
#include <amp.h>
using namespace concurrency;
struct object {
  int of_amp() const restrict(amp);
  static int of_both() restrict(cpu, amp);
  int overloaded() const;
  int overloaded() const restrict(amp);
  int of_cpu() const;
};
template <class T> struct of_template { T get() const restrict(amp); };
namespace inner { int of_namespace() restrict(amp); }
int object::of_amp() const { return 1; }
int object::of_both() restrict(amp) { return 2; }
int object::overloaded() const { return 3; }
int object::overloaded() const restrict(amp) { return 4; }
int object::of_cpu() const restrict(amp) { static int calls = 4; return ++calls; }
template <class T> T of_template<T>::get() const { return 6; }
int inner::of_namespace() { return 7; }
int main() {
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
    const object o{};
    view[i] = o.of_amp() + object::of_both() + o.overloaded() + of_template<int>().get() + inner::of_namespace();
  });
  return view[0] + 20 * object().overloaded() + object().of_cpu() + object::of_both();
}
)");
  EXPECT_THAT(shell("milliamp c++ definitions.cpp -o definitions").output,
              HasSubstr("but the other one is restrict(amp) [spec 2.2, --allow=declarations]"));
  EXPECT_EQ(shell("milliamp c++ --allow=declarations definitions.cpp -o definitions").status, 0);
  EXPECT_EQ(shell("./definitions").status, 1 + 2 + 4 + 6 + 7 + 20 * 3 + 5 + 2);
}

TEST_P(Language, MeasuresTheCoverageOfOverloads) {
  here.write("covered.cpp", R"(
#include <amp.h>
int value() restrict(cpu) { return 1; }
int value() restrict(amp) { return 2; }
int main() {
  int result = 0;
  concurrency::array_view<int> view(1, &result);
  // A comment, which coverage leaves out.
  concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
    view[i] = value();
  });
  return 10 * view[0] + value();
}
)");
  EXPECT_EQ(
      shell("milliamp c++ -fprofile-instr-generate -fcoverage-mapping covered.cpp -o covered && "
            "LLVM_PROFILE_FILE=covered.profraw ./covered")
          .status,
      21);
}

TEST_P(Language, NamesAnUnknownRule) {
  EXPECT_THAT(shell("milliamp c++ --allow=nothing -c global.cpp").output,
              HasSubstr("--allow: 'nothing' names no rule"));
  EXPECT_THAT(shell("milliamp c++ --allow=goto -c global.cpp").output,
              HasSubstr("'goto' names no rule; the nearest is gotos; errors of the language end"));
}

TEST_P(Language, LintExitsWithStatus1IfThereAreErrors) {
  const auto result = shell("milliamp lint arguments.cpp global.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("global.cpp:4:40: error: "));
  EXPECT_THAT(result.output, HasSubstr("milliamp lint: 1 error; 1 of 2 files with faults\n"
                                       "     1  globals (spec 2.4.3.2)\n"));
}

TEST_P(Language, LintSumsUpByRuleAndCountsAHeaderOnce) {
  here.write("kernel.h", R"(#include <amp.h>
inline int wide(int i) restrict(amp) { return static_cast<short>(i) + static_cast<char>(i); }
)");
  here.write("other.cpp", "#include \"kernel.h\"\n");
  here.write("broken.cpp", "#include \"kernel.h\"\nint f() { return unknown; }\n");
  const auto result = shell("milliamp lint other.cpp broken.cpp global.cpp arguments.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("milliamp lint: 4 errors; 3 of 4 files with faults\n"
                                       "     2  types (spec 2.4.1)\n"
                                       "     1  C++ itself\n"
                                       "     1  globals (spec 2.4.3.2)\n"));
}

TEST_P(Language, LintDoesNotTakeASourceLineForADiagnostic) {
  here.write(
      "quoting.cpp",
      "int f() { return unknown; }  // see x.h:1:2: error: it [spec 2.4.1, --allow=types]\n");
  EXPECT_THAT(shell("milliamp lint quoting.cpp").output,
              HasSubstr("milliamp lint: 1 error; 1 of 1 file with faults\n"
                        "     1  C++ itself\n"));
}

TEST_P(Language, LintWritesSarif) {
  here.shell("mkdir -p top/.git top/sources; mv global.cpp top/sources");
  const auto result = shell("milliamp lint --format=sarif top/sources/global.cpp > log; cat log");
  const json run = json::parse(result.output)["runs"][0];
  EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"],
            "file://" + (here.path() / "top/").string());
  ASSERT_EQ(run["results"].size(), 1u);
  const json& found = run["results"][0];
  EXPECT_EQ(found["ruleId"], "globals");
  EXPECT_THAT(found["message"]["text"].get<std::string>(),
              HasSubstr("amp code cannot use 'global'"));
  const json& place = found["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"],
            json::parse(R"({"uri": "sources/global.cpp", "uriBaseId": "%SRCROOT%"})"));
  EXPECT_EQ(place["region"]["startLine"], 4);
  EXPECT_EQ(place["region"]["startColumn"], 40);
  EXPECT_EQ(place["region"]["endColumn"], 46);
  const json& rule = run["tool"]["driver"]["rules"][found["ruleIndex"].get<std::size_t>()];
  EXPECT_EQ(rule["id"], "globals");
  EXPECT_THAT(rule["fullDescription"]["text"].get<std::string>(), HasSubstr("section 2.4.3.2"));

  const auto lost = shell("milliamp lint --format=sarif top/sources/global.cpp > /dev/full");
  EXPECT_EQ(lost.status, 74);
  EXPECT_EQ(lost.output, "milliamp: cannot write to standard output: No space left on device\n");

  if (here.shell("/usr/bin/python3 -c 'import jsonschema'").status != 0) return;
  here.write("broken.cpp", "int f() { return unknown; }\nint f(int) { return f(1, 2); }\n");
  EXPECT_EQ(shell("milliamp lint --format=sarif broken.cpp top/sources/global.cpp > more").status,
            1);
  EXPECT_EQ(shell("milliamp lint --format=sarif arguments.cpp > none").status, 0);
  const auto schema = here.shell(
      "/usr/bin/python3 -W ignore -m jsonschema -i log -i more -i none '" MILLIAMP_TEST_SARIF_SCHEMA
      "'");
  EXPECT_EQ(schema.status, 0) << schema.output;
}

TEST_P(Language, LintNamesAnUnknownFormat) {
  const auto result = shell("milliamp lint --format=xml global.cpp");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.output, HasSubstr("--format: xml not in {text,sarif}"));
}

TEST_P(Language, LintIsSilentWithoutErrors) {
  const auto result = shell("milliamp lint --allow=globals arguments.cpp global.cpp");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, IsEmpty());
}

TEST_P(Language, LintTakesFlagsFromBehindTheDashesOrTheCompilationDatabase) {
  here.write("macro.cpp", "#include <amp.h>\nint f() restrict(amp) { return NUMBER; }\n");
  EXPECT_EQ(shell("milliamp lint macro.cpp").status, 1);
  EXPECT_EQ(shell("milliamp lint macro.cpp -- -DNUMBER=3").status, 0);
  here.write("compile_commands.json",
             R"([{"directory": ".", "file": "macro.cpp",
                  "command": "g++ -fipa-pta -DNUMBER=3 -O2 -c macro.cpp -o macro.o"}])");
  EXPECT_EQ(shell("milliamp lint macro.cpp").status, 0);
  // The command is one for a shell.
  here.write("text.cpp", "static_assert(sizeof(TEXT) == 2 && __cplusplus > 202000);\n");
  here.write("compile_commands.json",
             R"([{"directory": ".", "file": "text.cpp",
                  "command": "g++ '-DTEXT=\"\\101\"' --std=c++20 -c text.cpp"}])");
  EXPECT_THAT(shell("milliamp lint text.cpp").output, IsEmpty());
  // What CMake writes for precompiled headers and Clang.
  here.write("header.hxx", "#define NUMBER 3\n");
  here.write("compile_commands.json",
             R"([{"directory": ".", "file": "macro.cpp",
                  "command": "clang++ -Xclang -include-pch -Xclang header.hxx.pch -Xclang -include -Xclang header.hxx -c macro.cpp"}])");
  EXPECT_THAT(shell("milliamp lint macro.cpp").output, IsEmpty());
}

TEST_P(Language, LintSaysWhatIsWrongInACompilationDatabase) {
  const auto error_with = [&](const std::string& database) {
    here.write("compile_commands.json", database);
    const auto result = shell("milliamp lint arguments.cpp");
    EXPECT_EQ(result.status, 2) << database;
    return result.output;
  };
  const auto text = [&](const std::string& reason) {
    return "milliamp: cannot read the compilation database " +
           (here.path() / "compile_commands.json").string() + ": " + reason +
           "; name the compiler's flags after --\n";
  };
  EXPECT_EQ(error_with(R"({"file": "arguments.cpp"})"), text("it is not a JSON list"));
  EXPECT_EQ(error_with("[{]"), text("it is not a JSON list"));
  EXPECT_EQ(error_with("[1]"), text("entry 1: it must be an object, not of type number"));
  EXPECT_EQ(error_with(R"([{}, {"file": [], "arguments": []}])"),
            text("entry 2: 'file' must be a string, not of type array"));
  EXPECT_EQ(error_with(R"([{"arguments": ["g++", 1]}])"),
            text("entry 1: 'arguments' must be a list of strings"));
  here.shell("rm compile_commands.json; mkdir compile_commands.json");
  EXPECT_EQ(shell("milliamp lint arguments.cpp").output, text("Is a directory"));
}

}  // namespace
}  // namespace milliamp::tests
