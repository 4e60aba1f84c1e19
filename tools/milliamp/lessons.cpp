#include "lessons.h"

#include "base/read_file.h"
#include "error.h"
#include "installation.h"
#include "lesson_text.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

lesson read_lesson(const std::filesystem::path& directory) {
  lesson read{std::stoul(directory.filename()), "", {}, directory};
  std::istringstream text(detail::base::read_file(directory / "README.md").value_or(""));
  std::string line;
  std::getline(text, line);
  read.title = std::regex_replace(line, std::regex("^# [0-9]+\\. "), "");
  while (std::getline(text, line) && !line.starts_with("Findings: ")) {
  }
  static const std::regex quoted("`([^`]+)`");
  for (std::sregex_iterator kind(line.begin(), line.end(), quoted), end; kind != end; ++kind) {
    read.kinds.push_back(kind->str(1));
  }
  return read;
}

}  // namespace

std::string lesson::text() const {
  return plain_text(detail::base::read_file(directory / "README.md").value_or(""));
}

std::vector<lesson> find_lessons() {
  std::vector<lesson> found;
  const std::filesystem::path directory = find_installation().lessons;
  if (!std::filesystem::exists(directory)) return found;
  static const std::regex name("[0-9]+-.*");
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (std::regex_match(entry.path().filename().string(), name)) {
      found.push_back(read_lesson(entry.path()));
    }
  }
  std::sort(found.begin(), found.end(),
            [](const lesson& a, const lesson& b) { return a.number < b.number; });
  return found;
}

lesson find_lesson(const std::string& number) {
  const std::vector<lesson> all = find_lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const lesson& it) {
    return std::to_string(it.number) == number || it.name() == number;
  });
  if (found != all.end()) return *found;
  throw error("there is no lesson '" + number + "'; milliamp lesson lists all " +
              std::to_string(all.size()));
}

}  // namespace milliamp::command
