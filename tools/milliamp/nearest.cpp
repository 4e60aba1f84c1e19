#include "nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace milliamp::command {

namespace {

/// The least number of characters to insert, remove or replace in one word to get the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view misspelt, const std::vector<std::string_view>& names) {
  constexpr std::size_t least_part = 3;  // shorter ones are a part of many names
  std::string_view found;
  std::size_t least = misspelt.size() / 3 + 1;
  for (const std::string_view name : names) {
    const bool is_part =
        misspelt.size() >= least_part && name.find(misspelt) != std::string_view::npos;
    const std::size_t difference = is_part ? 0 : distance(name, misspelt);
    if (difference > least || (difference == least && !found.empty())) continue;
    found = name;
    least = difference;
  }
  return found;
}

std::string propose_nearest(std::string_view misspelt, const std::vector<std::string_view>& names) {
  const std::string_view found = nearest(misspelt, names);
  return found.empty() ? "" : "the nearest is " + std::string(found) + "; ";
}

}  // namespace milliamp::command
