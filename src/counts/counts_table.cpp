/// @file
/// Counts as a table of text.

#include <milliamp/counts.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace milliamp {

namespace {

/// `8`, or `0-8`
std::string text_of(const count_per_thread& c) {
  const std::string most = std::to_string(c.most);
  return c.least == c.most ? most : std::to_string(c.least) + '-' + most;
}

/// Rows of cells: text in the first two columns, and numbers in the others.
class table {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string draw() const {
    std::string text;
    for (const auto& row : rows_) {
      std::string line = " ";
      for (std::size_t c = 0; c < row.size(); ++c) {
        const std::string space(width_of(c) - row[c].size(), ' ');
        line += c < 2 ? ' ' + row[c] + space : "  " + space + row[c];
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
  }

 private:
  std::size_t width_of(std::size_t column) const {
    std::size_t width = 0;
    for (const auto& row : rows_) {
      if (column < row.size()) width = std::max(width, row[column].size());
    }
    return width;
  }

  std::vector<std::vector<std::string>> rows_;
};

void add_memory(table& to, const std::string& name, const access_counts& a) {
  to.add({name, "", std::to_string(a.reads), std::to_string(a.writes), std::to_string(a.atomics),
          text_of(a.reads_per_thread), text_of(a.writes_per_thread)});
}

/// Accesses of one kind in all and by thread.
void add_line(table& to, const line_counts& l) {
  const std::string variable = l.variable.empty() ? "(other memory)" : l.variable;
  const std::string share = std::to_string(static_cast<int>(l.idle_share * 100 + 0.5)) + '%';
  const std::string distinct = l.variable.empty() ? "-" : std::to_string(l.distinct_elements);
  const std::string in_tiles = l.variable.empty() ? "-" : std::to_string(l.distinct_in_tiles);
  to.add({std::filesystem::path(l.location.file).filename().string() + ':' +
              std::to_string(l.location.line),
          variable, std::to_string(l.accesses.reads), std::to_string(l.accesses.writes),
          std::to_string(l.accesses.atomics), text_of(l.accesses.reads_per_thread),
          text_of(l.accesses.writes_per_thread), distinct, in_tiles,
          std::to_string(l.is_tile_static ? l.bank_conflicts : l.transactions), share});
}

std::string lines_in(const launch_counts& counts, bool is_tile_static) {
  table lines;
  lines.add({is_tile_static ? "tile_static" : "global", "variable", "reads", "writes", "atomics",
             "r/thread", "w/thread", "distinct", "in tiles",
             is_tile_static ? "conflicts" : "128 bytes", "idle"});
  bool is_empty = true;
  for (const line_counts& l : counts.lines) {
    if (l.is_tile_static != is_tile_static) continue;
    add_line(lines, l);
    is_empty = false;
  }
  return is_empty ? "" : '\n' + lines.draw();
}

}  // namespace

std::string to_string(const launch_counts& counts) {
  std::string text = "Counts of launch " + std::to_string(counts.launch) + ", " + counts.kernel +
                     ": " + std::to_string(counts.threads) + " threads";
  if (counts.tiles != 0) {
    text += " in " + std::to_string(counts.tiles) + " tiles of " +
            std::to_string(counts.threads_in_tile);
  }
  text += "\n";
  table memory;
  memory.add({"memory", "", "reads", "writes", "atomics", "r/thread", "w/thread"});
  add_memory(memory, "global", counts.global_memory);
  add_memory(memory, "tile_static", counts.tile_static_memory);
  text += memory.draw();
  text += "  barriers of a thread: " + text_of(counts.barriers);
  if (counts.fences.most != 0) text += ", other fences: " + text_of(counts.fences);
  return text + '\n' + lines_in(counts, false) + lines_in(counts, true);
}

}  // namespace milliamp
