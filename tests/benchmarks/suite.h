/// @file
/// What is measured, and what is compared with what.
///
///     suite all;
///     all.time("saxpy16M/WARP", [] { return make_saxpy(1 << 24); });
///     all.time("saxpy16M/tbb::parallel_for", [] { return make_saxpy_by_hand(1 << 24); });
///     all.compare({"saxpy16M/WARP", "saxpy16M/tbb::parallel_for", 1.05});
///     all.run();
///
/// Google Benchmark runs everything in turns, several repetitions of each in random order, so that
/// what disturbs the machine for a while disturbs all alike. Every run is timed by itself, and the
/// figure is the least of them all: on a machine that does other things, too, only that is
/// repeatable.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "workload.h"

namespace milliamp::bench {

/// What a figure counts.
enum class unit { seconds, bytes, number };

/// What has been measured, by name.
using figures = std::map<std::string, double>;

/// Two figures to set side by side.
struct comparison {
  std::string ours;
  std::string baseline;
  /// The most that ours/baseline should be; 0: nothing is aimed at.
  double aim = 0;
  unit counts = unit::seconds;
};

/// All that is measured. Google Benchmark knows of one set of benchmarks only, so one suite lives
/// at a time.
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
    /// The most threads of oneTBB's that take part; 0: as many as there are cores.
    int workers = 0;
  };

  /// Times the runs of a workload, which is made when it is needed. A name is
  /// `what is done/who does it`.
  void time(const std::string& name, maker make, how way);
  void time(const std::string& name, maker make) { time(name, std::move(make), how()); }
  /// Takes a figure that is not the time of a run, such as bytes of memory.
  void measure(const std::string& name, std::function<double()> figure);
  /// A figure that was measured elsewhere, or is aimed at.
  void given(const std::string& name, double figure);
  /// A figure that follows from others. Where one of those was not measured, there is none.
  void derive(const std::string& name, std::function<double(const figures&)> figure);

  /// A row of the table; rows of which a figure is missing are left out of it.
  void compare(comparison row) { comparisons_.push_back(std::move(row)); }

  /// Runs what the options of Google Benchmark select.
  /// @return whether everything has computed what it should
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
