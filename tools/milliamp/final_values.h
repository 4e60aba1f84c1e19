/// @file
/// The values that the launches of a run leave in arrays and views, and in which elements two runs
/// differ.
#ifndef MILLIAMP_COMMAND_FINAL_VALUES_H
#define MILLIAMP_COMMAND_FINAL_VALUES_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace milliamp::command {

/// The elements of a captured array or view, in the order of their indices.
struct final_container {
  std::string name;
  std::vector<std::int64_t> lengths;
  std::vector<std::string> values;
};

/// A launch that has ended.
struct final_values {
  std::uint64_t launch = 0;  ///< counted from 1
  std::string location;      ///< `file:line` of the kernel, without the directories
  std::vector<final_container> containers;
};

/// An array or a view whose values differ between two runs.
struct values_difference {
  std::string location;
  std::string name;
  std::string elements;  ///< `sums(3) is 7 instead of 8, and 2 more elements`
};

/// Reads the file of the option `values_path`. An incomplete line is ignored.
std::vector<final_values> read_final_values(const std::filesystem::path& path);

/// Returns the differences between two runs. Leaves out launches that capture an array or a view
/// that has differed before: their differences follow from the earlier ones.
std::vector<values_difference> compare(const std::vector<final_values>& run,
                                       const std::vector<final_values>& usual);

/// Drops the containers whose values differ in another run with the same schedule.
void keep_repeatable(std::vector<final_values>& run, const std::vector<final_values>& again);

}  // namespace milliamp::command

#endif
