#include "compiler_arguments.h"

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milliamp::command {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CompilerArguments, ASourceIsCompiledAndLinked) {
  const auto read = read_compiler_arguments({"-O2", "a.cpp"});
  EXPECT_THAT(read.sources, ElementsAre("a.cpp"));
  EXPECT_TRUE(read.has_cxx);
  EXPECT_TRUE(read.links);
}

TEST(CompilerArguments, NothingIsLinkedWithoutInput) {
  EXPECT_FALSE(read_compiler_arguments({}).links);
  EXPECT_FALSE(read_compiler_arguments({"--version"}).links);
  EXPECT_FALSE(read_compiler_arguments({"-v"}).links);
  EXPECT_FALSE(read_compiler_arguments({"-print-file-name=libc.so"}).links);
}

TEST(CompilerArguments, ObjectsAreLinkedOnly) {
  const auto read = read_compiler_arguments({"a.o", "libb.a", "-lm", "-o", "prog"});
  EXPECT_THAT(read.sources, IsEmpty());
  EXPECT_TRUE(read.links);
  EXPECT_TRUE(read.names_output);
}

TEST(CompilerArguments, OptionsThatStopBeforeTheLink) {
  for (const char* option : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r"}) {
    const auto read = read_compiler_arguments({"a.cpp", option});
    EXPECT_FALSE(read.links) << option;
    EXPECT_EQ(read.stops_at, option);
  }
  EXPECT_TRUE(read_compiler_arguments({"a.cpp", "-MD", "-MMD", "-MP"}).links);
}

TEST(CompilerArguments, AnOptionsValueIsNoInput) {
  EXPECT_THAT(read_compiler_arguments({"-o", "b.cpp", "-I", "c.cpp", "-include", "d.h", "-MF",
                                       "e.cpp", "-Xclang", "f.cpp", "-isystem", "g.cpp", "-D",
                                       "h.cpp", "--sysroot", "i.cpp"})
                  .sources,
              IsEmpty());
  EXPECT_THAT(read_compiler_arguments({"-I.", "a.cpp"}).sources, ElementsAre("a.cpp"));
}

TEST(CompilerArguments, TheLanguageFollowsTheName) {
  for (const char* file : {"a.cpp", "a.cc", "a.cxx", "a.C", "a.c++", "a.ii", "dir.d/a.cp", "a.c"}) {
    EXPECT_TRUE(read_compiler_arguments({file}).has_cxx) << file;
  }
  for (const char* file : {"a.o", "a.s", "a.S", "liba.so", "liba.a", "a", ".cpp"}) {
    EXPECT_THAT(read_compiler_arguments({file}).sources, IsEmpty()) << file;
    EXPECT_TRUE(read_compiler_arguments({file}).links) << file;
  }
}

TEST(CompilerArguments, PreprocessedSourcesAreToldApart) {
  EXPECT_TRUE(read_compiler_arguments({"a.cpp"}).has_raw_cxx);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"a.ii"}, {"-x", "c++-cpp-output", "a.cpp"}}) {
    EXPECT_TRUE(read_compiler_arguments(arguments).has_cxx);
    EXPECT_FALSE(read_compiler_arguments(arguments).has_raw_cxx);
  }
}

TEST(CompilerArguments, TheLanguageFollowsTheOptionX) {
  EXPECT_TRUE(read_compiler_arguments({"-x", "c++", "-"}).has_cxx);
  EXPECT_TRUE(read_compiler_arguments({"-xc++", "a.txt"}).has_cxx);
  const auto c = read_compiler_arguments({"-x", "c", "a.cpp"});
  EXPECT_FALSE(c.has_cxx);
  EXPECT_TRUE(c.has_c);
  EXPECT_THAT(c.sources, ElementsAre("a.cpp"));
  EXPECT_THAT(read_compiler_arguments({"-x", "assembler", "a.cpp"}).sources, IsEmpty());
  EXPECT_THAT(read_compiler_arguments({"-x", "c++", "a", "-x", "none", "b"}).sources,
              ElementsAre("a"));
}

TEST(CompilerArguments, AHeaderIsCompiledButNotLinked) {
  EXPECT_TRUE(read_compiler_arguments({"a.h"}).has_cxx);
  EXPECT_FALSE(read_compiler_arguments({"a.h"}).links);
  EXPECT_FALSE(read_compiler_arguments({"-x", "c++-header", "a"}).links);
}

TEST(CompilerArguments, WhatTheOptionsName) {
  const auto read = read_compiler_arguments({"a.cpp", "-std=c++20", "-O3", "-static", "-oprog"});
  EXPECT_TRUE(read.names_standard);
  EXPECT_TRUE(read.names_optimization);
  EXPECT_TRUE(read.links_statically);
  EXPECT_TRUE(read_compiler_arguments({"a.cpp", "--static"}).links_statically);
  EXPECT_EQ(read.without_value, "");
  EXPECT_EQ(read_compiler_arguments({"a.cpp", "-o"}).without_value, "-o");
  EXPECT_TRUE(read.names_output);
  const auto none = read_compiler_arguments({"a.cpp"});
  EXPECT_FALSE(none.names_standard || none.names_optimization || none.links_statically ||
               none.names_output);
}

TEST(CompilerArguments, ResponseFilesAreReadAsTheCompilerDoes) {
  const tests::test_directory here;
  here.write("inner", "-c\n'with \"space.cpp' a\\ b.cpp");
  here.write("outer", "\"one.cpp\"\t@" + (here.path() / "inner").string());
  const auto read = read_compiler_arguments({"@" + (here.path() / "outer").string()});
  EXPECT_THAT(read.sources, ElementsAre("one.cpp", "with \"space.cpp", "a b.cpp"));
  EXPECT_EQ(read.stops_at, "-c");
}

TEST(CompilerArguments, AResponseFileThatNamesItselfEnds) {
  const tests::test_directory here;
  const std::string file = here.path() / "self";
  here.write("self", "a.cpp @" + file);
  EXPECT_THAT(read_compiler_arguments({"@" + file}).sources, testing::Contains("a.cpp"));
}

TEST(CompilerArguments, AResponseFileThatIsNotThereIsAnInput) {
  EXPECT_TRUE(read_compiler_arguments({"@no-such-file"}).links);
}

}  // namespace
}  // namespace milliamp::command
