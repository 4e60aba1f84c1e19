/// @file
/// The main function of a program that runs one of several workloads and prints how long each run
/// took. Checkers are compared in processes of their own, because each checks the whole process,
/// and because the first run of a process has to touch the shadow memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace milliamp::bench {

constexpr int elements = 1 << 24;
constexpr int side = 4096;  ///< of the stencil's square, elements in all
constexpr int bins = 256;

/// The input, the same in all programs.
struct untiled_data {
  std::vector<float> x = std::vector<float>(elements, 1.0f);
  std::vector<float> y = std::vector<float>(elements, 2.0f);
  std::vector<int> scattered = std::vector<int>(elements);  ///< each index once
  std::vector<int> keys = std::vector<int>(elements);       ///< from 0 to bins - 1
  std::vector<int> values = std::vector<int>(elements);
  std::vector<int> histogram = std::vector<int>(bins);

  untiled_data() {
    for (std::uint32_t i = 0; i < elements; ++i) {
      const std::uint32_t hash = i * 2654435761u;
      scattered[i] = static_cast<int>(hash % elements);
      keys[i] = static_cast<int>(hash >> 24);
    }
  }
};

using workloads = std::map<std::string, std::function<void(untiled_data&)>>;

/// Prints the time of each of five runs, in seconds.
inline int print_times(const workloads& known, int argc, char** argv) {
  const auto found = known.find(argc > 1 ? argv[1] : "");
  if (found == known.end()) {
    std::fprintf(stderr, "usage: %s WORKLOAD, one of:\n", argv[0]);
    for (const auto& [name, run] : known) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  untiled_data data;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    found->second(data);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%.6f\n", time.count());
  }
  return 0;
}

}  // namespace milliamp::bench
