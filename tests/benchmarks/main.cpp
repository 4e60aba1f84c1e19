/// @file
/// milliamp_bench: measures the library and equivalent code without it, and prints a table.
///
///     milliamp_bench [--json] [--peers] [--kept FILE] [--benchmark_filter=REGEX …]
///
/// Options of Google Benchmark select the benchmarks and the number of repetitions.
#include "comparisons.h"
#include "peers.h"
#include "table.h"

#include <CLI/CLI.hpp>
#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace milliamp::bench {
namespace {

/// Gives Google Benchmark its options, after our defaults; returns the others.
std::vector<std::string> take_benchmark_options(int argc, char** argv) {
  std::vector<std::string> taken{argv[0], "--benchmark_enable_random_interleaving=true",
                                 "--benchmark_repetitions=5", "--benchmark_min_time=0.1"};
  std::vector<std::string> others;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    (argument.rfind("--benchmark_", 0) == 0 ? taken : others).push_back(argument);
  }
  std::vector<char*> pointers;
  for (std::string& argument : taken) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) std::exit(2);
  return others;
}

int measure_and_print(bool as_json, bool with_peers, const std::string& kept) {
  suite all;
  add_workloads(all);
  add_barriers(all);
  add_untiled(all);
  add_short_vectors(all);
  add_launches(all);
  add_memory(all);
  add_checked(all);
  add_thread_sanitizer(all);
  add_recording(all);
  add_process_start(all);
  if (with_peers) std::cerr << add_peers(all);
  const bool all_right = all.run();

  std::vector<row> rows = rows_of(all);
  if (std::ifstream file(kept); file) set_before(rows, nlohmann::json::parse(file));
  if (as_json) {
    std::cout << json_of(rows).dump(2) << '\n';
  } else {
    std::cout << text_of(rows);
  }
  return all_right ? 0 : 1;
}

}  // namespace
}  // namespace milliamp::bench

int main(int argc, char** argv) {
  CLI::App app("Measures Milliamp beside what does the same without it.");
  bool as_json = false;
  bool with_peers = false;
  std::string kept = MILLIAMP_BENCH_KEPT;
  app.add_flag("--json", as_json, "print the table for machines");
  app.add_flag("--peers", with_peers, "also measure PoCL and Oclgrind, where they are installed");
  app.add_option("--kept", kept, "the earlier results to compare with")->capture_default_str();
  app.footer("Options of Google Benchmark, such as --benchmark_filter=saxpy, work as well.");

  try {
    std::vector<std::string> own = milliamp::bench::take_benchmark_options(argc, argv);
    std::reverse(own.begin(), own.end());  // The order that CLI11 wants of a vector.
    app.parse(own);
    return milliamp::bench::measure_and_print(as_json, with_peers, kept);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::cerr << "milliamp_bench: " << error.what() << '\n';
    return 1;
  }
}
