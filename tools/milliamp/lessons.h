/// @file
/// The lessons: what is in the directories `NN-name` of examples/lessons.
///
/// A lesson consists of
///   - README.md: its text. The first line is its title; a line `Findings: …` names the kinds of
///     findings that it explains, in backquotes.
///   - program.cpp: the faulty program that the text explains; with FIXED, its repair
///   - exercise.cpp: where the learner begins
///   - check.cpp: the program that checks a solution, which it includes as EXERCISE
///   - answers.txt: what to say to the mistakes that learners make
///   - solution.cpp
#ifndef MILLIAMP_COMMAND_LESSONS_H
#define MILLIAMP_COMMAND_LESSONS_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace milliamp::command {

struct lesson {
  std::size_t number;
  std::string title;
  /// The kinds of findings that it explains.
  std::vector<std::string> kinds;
  std::filesystem::path directory;

  /// The name of its directory, which identifies it.
  std::string name() const { return directory.filename(); }
  /// Its README.md as plain text; empty if it cannot be read.
  std::string text() const;
};

/// All lessons, in their order; none if they are not installed.
std::vector<lesson> find_lessons();

/// @param number as the user has typed it
/// @throws error if there is no such lesson
lesson find_lesson(const std::string& number);

}  // namespace milliamp::command

#endif
