#include "lesson.h"

#include "base/shell_word.h"
#include "compiler.h"
#include "error.h"
#include "lesson_check.h"
#include "lessons.h"
#include "output.h"
#include "process.h"
#include "progress.h"

#include <set>
#include <string>

namespace milliamp::command {

namespace base = detail::base;

namespace {

void print_list() {
  const std::vector<lesson> all = find_lessons();
  const std::set<std::string> solved = solved_lessons();
  bool named_next = false;
  std::string list = "Lessons on parallel kernels, from threads to a matrix product in tiles:\n";
  for (const lesson& it : all) {
    const bool is_solved = solved.count(it.name()) != 0;
    const bool is_next = !is_solved && !named_next;
    named_next = named_next || is_next;
    const std::string number = std::to_string(it.number);
    list += is_solved ? "  solved " : is_next ? "  next   " : "         ";
    list += std::string(number.size() < 2 ? 1 : 0, ' ') + number + "  " + it.title + '\n';
  }
  print(list +
        "milliamp lesson N shows one; milliamp lesson N --check FILE checks your solution.\n");
}

void print_lesson(const lesson& it) {
  const std::string command = "milliamp lesson " + std::to_string(it.number);
  print(it.text() + "\nTo do the exercise:\n  cp " +
        base::shell_word((it.directory / "exercise.cpp").string()) + " my.cpp\n  " + command +
        " --check my.cpp\nTo run the commands of the text:\n  cd " +
        base::shell_word(it.directory.string()) + "\nTo see what its threads do:\n  " + command +
        " --view\n");
}

}  // namespace

lesson_command::lesson_command(CLI::App& app)
    : subcommand(app, "lesson",
                 "Learn to write parallel kernels, step by step:\n"
                 "  milliamp lesson [LESSON [--view | --check FILE]]") {
  cli().add_option("LESSON", number_,
                   "The number of the lesson to show. Without it: a list, with your progress");
  auto* const check = cli()
                          .add_option("--check", solution_, "Check your solution of its exercise")
                          ->type_name("FILE");
  auto* const view =
      cli().add_flag("--view", view_, "Show what the threads of its program do, by milliamp view");
  view->excludes(check);
  cli()
      .add_option("--cxx", cxx_, "The compiler to call; see the same option of run")
      ->type_name("COMPILER");
}

int lesson_command::run(const std::vector<std::string>&) {
  if (number_.empty()) {
    if (view_ || !solution_.empty())
      throw error("name a lesson, as in: milliamp lesson 1 --check FILE");
    print_list();
    return 0;
  }
  if (!solution_.empty()) return check();
  if (view_) view();
  print_lesson(find_lesson(number_));
  return 0;
}

int lesson_command::check() const {
  const lesson it = find_lesson(number_);
  const verdict result = check_solution(it, solution_, find_compiler(cxx_));
  if (!result.solved) {
    print(result.reason + (result.reason.empty() ? "" : "\n") + "Not yet: lesson " +
          std::to_string(it.number) + ", " + it.title + '\n');
    return 1;
  }
  print("Solved: lesson " + std::to_string(it.number) + ", " + it.title +
        ". Right results and no finding under all schedules.\n");
  record_solved(it.name());
  return 0;
}

void lesson_command::view() const {
  exec({"/proc/self/exe", "view", find_lesson(number_).directory / "program.cpp"});
}

}  // namespace milliamp::command
