/// @file
/// The measurements and comparisons of the benchmarks.
///
///     suite all;
///     all.time("saxpy16M/WARP", [] { return make_saxpy(1 << 24); });
///     all.time("saxpy16M/tbb::parallel_for", [] { return make_saxpy_by_hand(1 << 24); });
///     all.compare({"saxpy16M/WARP", "saxpy16M/tbb::parallel_for", 1.05});
///     all.run();
///
/// Google Benchmark interleaves several repetitions of everything in random order, so that a
/// temporary disturbance affects all alike. Every run is timed on its own, and the figure is the
/// minimum: on a machine that also does other work, only the minimum is repeatable.
#pragma once

#include "workload.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace milliamp::bench {

/// The unit of a figure.
enum class unit { seconds, bytes, number };

/// The measurements, by name.
using figures = std::map<std::string, double>;

/// Two figures to set side by side.
struct comparison {
  std::string ours;
  std::string baseline;
  /// The upper limit of ours/baseline; 0: none.
  double aim = 0;
  unit counts = unit::seconds;
};

/// All measurements. Google Benchmark supports one set of benchmarks only, so only one suite may
/// exist at a time.
class suite {
 public:
  suite() = default;
  ~suite();
  suite(const suite&) = delete;
  suite& operator=(const suite&) = delete;

  using maker = std::function<std::unique_ptr<workload>()>;

  /// How to time a workload.
  struct how {
    /// The figure is the time of one run divided by this.
    double units = 1;
    /// The maximum number of oneTBB's threads; 0: the number of cores.
    int workers = 0;
  };

  /// Times the runs of a workload, which is created when it is needed. A name is
  /// `workload/implementation`.
  void time(const std::string& name, maker make, how way);
  void time(const std::string& name, maker make) { time(name, std::move(make), how()); }
  /// Adds a figure that is not the time of a run, such as bytes of memory.
  void measure(const std::string& name, std::function<double()> figure);
  /// Adds a figure that was measured elsewhere, or is a target.
  void given(const std::string& name, double figure);
  /// Adds a figure that is computed from others. It is omitted if one of those was not measured.
  void derive(const std::string& name, std::function<double(const figures&)> figure);

  /// Adds a row of the table. Rows with a missing figure are omitted.
  void compare(comparison row) { comparisons_.push_back(std::move(row)); }

  /// Runs the benchmarks that the options of Google Benchmark select.
  /// @return whether all results are correct
  bool run();

  const figures& results() const { return results_; }
  const std::vector<comparison>& comparisons() const { return comparisons_; }

 private:
  void note(const std::string& name, double figure);

  figures results_;
  std::map<std::string, std::function<double(const figures&)>> derived_;
  std::vector<comparison> comparisons_;
};

}  // namespace milliamp::bench
