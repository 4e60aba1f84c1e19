#include "suite.h"

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>

namespace milliamp::bench {

namespace {

/// Prints the progress on a terminal. The figures are printed in a table, when all are known.
class progress : public benchmark::BenchmarkReporter {
 public:
  ~progress() override { say(""); }

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      say("measured " + run.run_name.function_name);
      if (!run.error_occurred) continue;
      say("");
      std::fprintf(stderr, "%s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
      all_right_ = false;
    }
  }

  bool all_right() const { return all_right_; }

 private:
  /// Takes the place of the line that it wrote last.
  void say(const std::string& text) const {
    if (is_watched_) std::fprintf(stderr, "\r\033[K%s", text.c_str());
  }

  const bool is_watched_ = isatty(STDERR_FILENO) != 0;
  bool all_right_ = true;
};

/// Calls run(), and makes an error of this benchmark of what goes wrong.
template <class Run>
void guarded(benchmark::State& state, Run run) {
  try {
    run();
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

void limit_workers(std::optional<tbb::global_control>& limit, int workers) {
  if (workers == 0) return;
  limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(workers));
}

}  // namespace

suite::~suite() { benchmark::ClearRegisteredBenchmarks(); }

void suite::note(const std::string& name, double figure) {
  const auto [at, is_new] = results_.emplace(name, figure);
  if (!is_new) at->second = std::min(at->second, figure);
}

void suite::time(const std::string& name, maker make, how way) {
  const auto made = std::make_shared<std::unique_ptr<workload>>();
  const auto body = [=, this](benchmark::State& state) {
    guarded(state, [&] {
      std::optional<tbb::global_control> limit;
      limit_workers(limit, way.workers);
      if (*made == nullptr) {
        *made = make();
        (*made)->run();  // The first run may still have something to set up.
      }
      double least = std::numeric_limits<double>::infinity();
      for ([[maybe_unused]] auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        (*made)->run();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        state.SetIterationTime(taken.count());
        least = std::min(least, taken.count());
      }
      if (!(*made)->is_right()) throw std::runtime_error("has computed something else");
      note(name, least / way.units);
    });
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->UseManualTime();
}

void suite::measure(const std::string& name, std::function<double()> figure) {
  const auto body = [=, this](benchmark::State& state) {
    guarded(state, [&] {
      for ([[maybe_unused]] auto _ : state) note(name, figure());
    });
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->Iterations(1);
}

void suite::given(const std::string& name, double figure) {
  derive(name, [figure](const figures&) { return figure; });
}

void suite::derive(const std::string& name, std::function<double(const figures&)> figure) {
  derived_.emplace(name, std::move(figure));
}

bool suite::run() {
  progress reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  for (const auto& [name, figure] : derived_) {
    try {
      note(name, figure(results_));
    } catch (const std::out_of_range&) {
      // It follows from something that was not selected.
    }
  }
  return reporter.all_right();
}

}  // namespace milliamp::bench
