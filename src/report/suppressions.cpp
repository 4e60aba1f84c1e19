#include "report/suppressions.h"

#include "base/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace milliamp::detail::report {

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// A line as it is shown in messages. The file may not be a text file, so characters that control
/// a terminal are replaced.
std::string printable(std::string_view line) {
  constexpr std::size_t most = 200;
  std::string text;
  for (const char c : line.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      text += {'\\', 'x', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    } else {
      text += c;
    }
  }
  return text + (line.size() > most ? "..." : "");
}

std::string known_kinds() {
  std::string names = "*";
  for (const kind_description& known : finding_kinds) names += std::string(", ") + known.name;
  return names;
}

suppressions::entry parse(std::string_view line, int number) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon + 1 == line.size()) {
    throw std::invalid_argument("'" + printable(line) +
                                "' is not a suppression; write KIND:PATTERN");
  }
  const std::string_view name = trim(line.substr(0, colon));
  suppressions::entry entry{kind_named(name), std::string(trim(line.substr(colon + 1))),
                            std::string(line), number};
  if (!entry.kind && name != "*") {
    throw std::invalid_argument("unknown kind '" + printable(name) + "'; known kinds are " +
                                known_kinds());
  }
  return entry;
}

bool matches_anchored(std::string_view pattern, std::string_view name, bool to_end) {
  // Backtracking to the last star suffices: no other length of an earlier match helps.
  std::size_t p = 0, n = 0, star = std::string_view::npos, star_end = 0;
  for (;;) {
    if (p == pattern.size() && (n == name.size() || !to_end)) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = n;
    } else if (p < pattern.size() && n < name.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos && star_end < name.size()) {
      p = star + 1;
      n = ++star_end;
    } else {
      return false;
    }
  }
}

}  // namespace

std::string suggest_suppression(const finding& found) {
  std::string name = found.name;
  for (const event& e : found.events) {
    for (const source_frame& frame : e.frames) {
      if (name.empty()) name = frame.function.empty() ? frame.file : frame.function;
    }
  }
  return name.empty() ? "" : std::string(to_string(found.kind)) + ":^" + name + '$';
}

bool matches(std::string_view pattern, std::string_view name) {
  const bool from_begin = !pattern.empty() && pattern.front() == '^';
  if (from_begin) pattern.remove_prefix(1);
  const bool to_end = !pattern.empty() && pattern.back() == '$';
  if (to_end) pattern.remove_suffix(1);
  if (from_begin) return matches_anchored(pattern, name, to_end);
  return matches_anchored('*' + std::string(pattern), name, to_end);
}

suppressions::suppressions(std::string path, std::string_view text) : path_(std::move(path)) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    try {
      entries_.push_back(parse(line, number));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(path_ + ':' + std::to_string(number) + ": " + error.what());
    }
  }
}

suppressions suppressions::read_file(const std::string& path) {
  constexpr std::size_t most = 16 << 20;  // a device may have no end
  const std::optional<std::string> text = base::read_file(path, most);
  if (!text.has_value()) {
    throw std::invalid_argument("cannot read '" + path + "': " + std::strerror(errno));
  }
  return suppressions(path, *text);
}

bool suppressions::suppress(const finding& found) {
  for (entry& e : entries_) {
    if (e.kind && *e.kind != found.kind) continue;
    const auto is_match = [&](const std::string& name) {
      return !name.empty() && matches(e.pattern, name);
    };
    const bool hit =
        is_match(found.variable) || is_match(found.name) ||
        std::any_of(found.events.begin(), found.events.end(), [&](const event& it) {
          return std::any_of(it.frames.begin(), it.frames.end(), [&](const source_frame& frame) {
            return is_match(frame.function) || is_match(frame.file);
          });
        });
    if (!hit) continue;
    e.uses += found.count;
    return true;
  }
  return false;
}

std::uint64_t suppressions::uses() const {
  return std::accumulate(entries_.begin(), entries_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const entry& e) { return sum + e.uses; });
}

std::vector<suppressions::entry> suppressions::unused() const {
  std::vector<entry> found;
  std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(found),
               [](const entry& e) { return e.uses == 0; });
  return found;
}

}  // namespace milliamp::detail::report
