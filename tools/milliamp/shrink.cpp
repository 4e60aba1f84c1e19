#include "shrink.h"

#include "error.h"
#include "output.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace milliamp::command {

namespace {

using lines = std::vector<std::string>;

lines read_lines(const std::string& path) {
  std::ifstream file(path);
  lines all;
  for (std::string line; std::getline(file, line);) all.push_back(line);
  if (all.empty()) throw error("the program has not written the recording " + path);
  return all;
}

void write_lines(const std::string& path, const std::string& head, const lines& decisions) {
  std::string text = head + '\n';
  for (const std::string& line : decisions) text += line + '\n';
  write_file(path, text);
}

lines without(const lines& all, std::size_t begin, std::size_t end) {
  lines rest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  return rest;
}

/// A file of this process only, which its destructor removes.
struct temporary_file {
  ~temporary_file() { std::remove(path.c_str()); }
  const std::string path;
};

}  // namespace

shortened_recording shorten(const std::string& path, std::size_t most_runs,
                            const std::function<bool(const std::string& path)>& shows) {
  lines decisions = read_lines(path);
  const std::string head = decisions.front();
  decisions.erase(decisions.begin());
  const std::size_t original = decisions.size();
  if (!shows(path)) return {original, 0};

  const temporary_file attempt{path + ".attempt"};
  std::size_t runs = 0;
  bool is_shorter = true;
  while (is_shorter && runs < most_runs) {
    is_shorter = false;
    for (std::size_t group = decisions.size(); group > 0; group /= 2) {
      for (std::size_t begin = 0; begin < decisions.size() && runs < most_runs;) {
        const std::size_t end = std::min(begin + group, decisions.size());
        lines rest = without(decisions, begin, end);
        write_lines(attempt.path, head, rest);
        ++runs;
        if (shows(attempt.path)) {
          decisions = std::move(rest);
          is_shorter = true;
        } else {
          begin = end;
        }
      }
    }
  }
  write_lines(path, head, decisions);
  return {original, decisions.size()};
}

}  // namespace milliamp::command
