#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// `milliamp c++` in place of a compiler. All its calls here are silent: an option that the wrapper
/// adds where the compiler has no use for it would be warned of, and -Werror makes it a failure.
class Cxx : public CommandTest {
 protected:
  void expect_silent_success(const std::string& command) const {
    const auto result = shell(command);
    EXPECT_THAT(result.output, IsEmpty()) << command;
    EXPECT_EQ(result.status, 0) << command;
  }

  /// Whether a plugin was built whose name matches a pattern of the shell.
  bool has_plugin(const std::string& pattern) const {
    return here.shell("ls \"$(dirname '" MILLIAMP_TEST_COMMAND "')\"/../lib/milliamp/" + pattern +
                      ".so")
               .status == 0;
  }
};
MILLIAMP_FOR_EACH_COMPILER(Cxx);

TEST_P(Cxx, CompilesAndLinksInOneStep) {
  expect_silent_success("milliamp c++ -Wall -Wextra -Wpedantic -Werror arguments.cpp -o prog");
  EXPECT_EQ(here.shell("./prog x").output, "[x] done\n");
}

TEST_P(Cxx, CompilesAndLinksInTwoSteps) {
  expect_silent_success("milliamp c++ -Wall -Wextra -Wpedantic -Werror -c arguments.cpp");
  expect_silent_success("milliamp c++ -Werror arguments.o -o prog");
  EXPECT_EQ(here.shell("./prog x").output, "[x] done\n");
}

TEST_P(Cxx, CompilesWhatItHasPreprocessed) {
  expect_silent_success("milliamp c++ -Werror -E arguments.cpp -o arguments.ii");
  expect_silent_success("milliamp c++ -Werror -c arguments.ii");
  expect_silent_success("milliamp c++ -Werror -S arguments.cpp -o arguments.s");
  expect_silent_success("milliamp c++ -Werror arguments.s -o prog");
  EXPECT_EQ(here.shell("./prog x").output, "[x] done\n");
}

TEST_P(Cxx, ChecksTheSyntaxOnly) {
  expect_silent_success("milliamp c++ -Werror -fsyntax-only arguments.cpp");
  EXPECT_EQ(here.shell("ls").output, "arguments.cpp\n");
}

TEST_P(Cxx, WritesDependencies) {
  EXPECT_THAT(shell("milliamp c++ -Werror -M arguments.cpp").output,
              testing::AllOf(StartsWith("arguments.o: arguments.cpp"), HasSubstr("/amp.h")));
  expect_silent_success("milliamp c++ -Werror -c arguments.cpp -MMD -MF deps");
  EXPECT_EQ(here.shell("cat deps").output, "arguments.o: arguments.cpp\n");
}

TEST_P(Cxx, TakesResponseFiles) {
  here.write("objects", "-Werror 'arguments.cpp'");
  here.write("all", "@objects\n-o \"my prog\"");
  expect_silent_success("milliamp c++ @all");
  EXPECT_EQ(here.shell("'./my prog'").output, " done\n");
}

TEST_P(Cxx, NoShellIsBetween) {
  here.write("a b$c.cpp", "#include <cstdio>\nint main() { std::puts(TEXT); }\n");
  expect_silent_success("milliamp c++ -Werror 'a b$c.cpp' -DTEXT='\"$HOME; * `ls`\"' -o 'd;e'");
  EXPECT_EQ(here.shell("'./d;e'").output, "$HOME; * `ls`\n");
}

TEST_P(Cxx, ReadsTheStandardInput) {
  expect_silent_success("milliamp c++ -Werror -x c++ - -o prog < arguments.cpp");
  EXPECT_EQ(here.shell("./prog").output, " done\n");
}

TEST_P(Cxx, LeavesOtherLanguagesAlone) {
  here.write("one.S", ".globl one\none: ret\n.section .note.GNU-stack,\"\"\n");
  here.write("two.s", ".globl two\ntwo: ret\n.section .note.GNU-stack,\"\"\n");
  here.write("three.c", "char *index(int new) { return new ? \"\" : 0; }\n");
  here.write("main.cpp",
             "extern \"C\" { void one(); void two(); char* index(int); }\n"
             "int main() { one(); two(); return index(0) != nullptr; }\n");
  expect_silent_success("milliamp c++ -Werror -c one.S");
  expect_silent_success("milliamp c++ -Werror -c two.s");
  expect_silent_success("milliamp c++ -Werror -std=c89 -pedantic -x c -c three.c");
  here.write("main.cpp",
             "extern \"C\" { void one(); void two(); }\nint main() { one(); two(); }\n");
  expect_silent_success("milliamp c++ -Werror main.cpp one.o two.o three.o -o prog && ./prog");
}

TEST_P(Cxx, LinksSharedLibraries) {
  here.write("main.cpp", "int run();\nint main() { return run(); }\n");
  here.write("library.cpp",
             "#include <amp.h>\n"
             "int run() { return concurrency::runtime_exception(5).get_error_code(); }\n");
  expect_silent_success("milliamp c++ -Werror -shared -fPIC library.cpp -o librun.so");
  expect_silent_success("milliamp c++ -Werror main.cpp -L. -lrun -Wl,-rpath,. -o prog");
  EXPECT_EQ(here.shell("./prog").status, 5);
}

TEST_P(Cxx, LinksPartially) {
  expect_silent_success("milliamp c++ -Werror -c arguments.cpp");
  expect_silent_success("milliamp c++ -Werror -nostdlib -r arguments.o -o part.o");
  expect_silent_success("milliamp c++ -Werror part.o -o prog");
  EXPECT_EQ(here.shell("./prog").output, " done\n");
}

TEST_P(Cxx, TakesPrecompiledHeaders) {
  here.write("common.h", "#include <cstring>\n#include <amp.h>\n#define COMMON 6\n");
  here.write("main.cpp",
             "using namespace concurrency;\n"
             "int main() { return index<1>(COMMON)[0]; }\n");
  expect_silent_success("milliamp c++ -Werror -x c++-header common.h -o common.h.gch");
  const std::string use = is_clang() ? "-include-pch common.h.gch" : "-include common.h";
  expect_silent_success("milliamp c++ -Werror -Winvalid-pch " + use + " main.cpp -o prog");
  EXPECT_EQ(here.shell("./prog").status, 6);
}

TEST_P(Cxx, TheExitStatusIsTheCompilers) {
  here.write("wrong.cpp", "int main() { return wrong; }\n");
  EXPECT_EQ(shell("milliamp c++ wrong.cpp").status, 1);
  EXPECT_THAT(shell("milliamp c++").output, HasSubstr("no input files"));
  EXPECT_THAT(shell("milliamp c++ -no-such-option arguments.cpp").output,
              HasSubstr("-no-such-option"));
}

TEST_P(Cxx, QuestionsReachTheCompiler) {
  for (const char* question : {"--version", "-dumpmachine", "-print-search-dirs", "--help"}) {
    EXPECT_EQ(shell(std::string("milliamp c++ ") + question).output,
              shell(std::string(GetParam()) + " " + question).output);
  }
}

TEST_P(Cxx, TheStandardIsNeverOlderThanTheHeaders) {
  here.write("standard.cpp", "int main() { return __cplusplus / 100 % 100; }\n");
  EXPECT_EQ(shell("milliamp c++ standard.cpp -o prog && ./prog").status, 17);
  EXPECT_EQ(shell("milliamp c++ -std=c++2a standard.cpp -o prog && ./prog").status, 20);
}

TEST_P(Cxx, ACompilerOfAnotherNameIsAsked) {
  expect_silent_success("ln -s $(command -v " + std::string(GetParam()) +
                        ") cxx; milliamp c++ --cxx ./cxx -Werror -c arguments.cpp");
}

TEST_P(Cxx, MakeTakesItAsTheCompiler) {
  here.write("Makefile", "prog: arguments.o; $(CXX) -Werror -o $@ $^\n");
  if (here.shell("command -v make").status != 0) GTEST_SKIP() << "make is not installed";
  const auto result =
      shell("make CXXFLAGS=-Werror CXX=\"" MILLIAMP_TEST_COMMAND " c++\" && ./prog");
  EXPECT_THAT(result.output, HasSubstr(" done\n"));
}

TEST_P(Cxx, CMakeTakesItAsTheCompiler) {
  here.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.16)\n"
             "project(outside LANGUAGES CXX)\n"
             "message(STATUS \"family: ${CMAKE_CXX_COMPILER_ID}\")\n"
             "add_library(part STATIC part.cpp)\n"
             "add_executable(prog arguments.cpp)\n"
             "target_link_libraries(prog part)\n");
  here.write("part.cpp", "#include <amp.h>\nconcurrency::index<1> part;\n");
  const auto result = shell("CXX=\"" MILLIAMP_TEST_COMMAND
                            " c++\" cmake -G Ninja -B build && cmake --build build && build/prog");
  EXPECT_THAT(result.output, HasSubstr(is_clang() ? "family: Clang\n" : "family: GNU\n"));
  EXPECT_THAT(result.output, HasSubstr(" done\n"));
  EXPECT_THAT(result.output, Not(HasSubstr("arning")));
}

TEST_P(Cxx, GivesTheCompilerItsPlugin) {
  if (!has_plugin(is_clang() ? "clang-*" : "gcc-*")) GTEST_SKIP() << "it was not built";
  here.write("store.cpp", "void store(int* p) { *p = 1; }\n");
  // Instrumented code tests the variable before it calls the callback.
  expect_silent_success("milliamp c++ --check -Werror -O2 -c store.cpp");
  EXPECT_THAT(here.shell("nm store.o").output, HasSubstr("U __milliamp_listeners\n"));
  expect_silent_success("milliamp c++ -Werror -O2 -c store.cpp");
  EXPECT_THAT(here.shell("nm store.o").output, Not(HasSubstr("__milliamp_listeners")));
}

TEST_P(Cxx, OmitsConstructorsOfTileStaticVariables) {
  if (!has_plugin(is_clang() ? "clang-*-language" : "gcc-*-language"))
    GTEST_SKIP() << "it was not built";
  here.write("constructors.cpp", R"(
#include <amp.h>
#include <cstdio>
using namespace concurrency;
struct loud {
  loud() { std::puts("constructed"); }
  ~loud() { std::puts("destroyed"); }
  int value;
};
template <class T>
int first(const tiled_index<2>& t) restrict(amp) {
  tile_static T values[2];
  values[t.local[0]].value = 7;
  return values[t.local[0]].value;
}
int main() {
  int results[2] = {};
  array_view<int> view(2, results);
  parallel_for_each(view.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static loud own;
    if (t.local[0] == 0) own.value = 1;
    view[t] = first<loud>(t);
  });
  return view[0] + view[1];
}
)");
  for (const char* const options :
       {"-O0", "-O2", "-O2 -fPIC", "-O2 -flto", "--check -O0", "--check -O2"}) {
    expect_silent_success(std::string("milliamp c++ -Werror ") + options +
                          " constructors.cpp -o prog");
    const auto run = here.shell("./prog");
    EXPECT_EQ(run.status, 14) << options;
    EXPECT_THAT(run.output, IsEmpty()) << options;
  }
}

// An older GCC may link with a standard library that lacks what libmilliamp calls. Here, another
// library stands for it.
TEST_P(Cxx, LinksWithTheStandardLibraryOfAnOlderGcc) {
  if (is_clang()) GTEST_SKIP() << "it links with the newest one";
  here.write("old-g++",
             "#!/bin/sh\n"
             "case $* in -dumpfullversion) echo 10.2.0 ;; *) exec g++ \"$@\" ;; esac\n");
  here.write("newer.cpp", "void newer(); void call() { newer(); }\n");
  here.write("older.cpp",
             "#include <amp.h>\nvoid call(); int main(int n, char**) { if (n > 1) call(); }\n");
  expect_silent_success("chmod +x old-g++ && g++ -shared -fPIC newer.cpp -o libnewer.so");
  const std::string link = "milliamp c++ older.cpp -L. -lnewer -Wl,-rpath,. -o prog";
  EXPECT_THAT(shell(link).output, HasSubstr("undefined reference to `newer()'"));
  expect_silent_success("MILLIAMP_CXX=$PWD/old-g++; " + link);
  EXPECT_EQ(here.shell("./prog").status, 0);
}

// As in a project that links a CMake target of Milliamp's, and is built with the command.
TEST_P(Cxx, TakesLlvmOptionsThatItHasItself) {
  if (!is_clang()) GTEST_SKIP() << "they are Clang's";
  expect_silent_success(
      "milliamp c++ --check -Werror -mllvm -disable-machine-sink "
      "-mllvm -tsan-instrument-read-before-write=1 arguments.cpp -o prog");
  EXPECT_EQ(here.shell("./prog x").output, "[x] done\n");
}

}  // namespace
}  // namespace milliamp::tests
