/// @file
/// The counts of a variable and a source line: a row of the table.
#pragma once

#include "race/access.h"
#include "race/mapped_memory.h"

#include <milliamp/counts.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace milliamp::detail::counts {

/// What happens to memory.
enum class access_class : std::uint8_t { read, write, atomic };
inline constexpr std::size_t access_classes = 3;

constexpr access_class class_of(race::operation op) {
  return op == race::operation::read    ? access_class::read
         : op == race::operation::write ? access_class::write
                                        : access_class::atomic;
}

/// Accesses of a launch or of a worker's share of it, and of the running threads.
class access_counter {
 public:
  /// The running threads are numbered from 0 up to, but not including, `threads`.
  void begin(std::size_t threads) {
    for (auto& of_thread : running_) of_thread.assign(threads, 0);
  }
  void add(std::size_t thread, access_class c, std::uint64_t accesses) {
    running_[static_cast<std::size_t>(c)][thread] += accesses;
  }
  /// The running threads have ended; others begin.
  void end_threads();
  void merge(const access_counter& other);

  /// @param threads the number of threads of the launch; those that have not been seen have made no
  /// access
  access_counts result(std::uint64_t threads) const;

 private:
  struct sum {
    std::uint64_t all = 0;
    std::uint64_t least = UINT64_MAX;
    std::uint64_t most = 0;
  };

  std::vector<std::uint64_t> running_[access_classes];
  sum sums_[access_classes];
  std::uint64_t ended_ = 0;
};

/// The elements of a variable that have been accessed.
class element_counter {
 public:
  explicit element_counter(std::size_t elements) : elements_(elements), stamps_(elements + 1) {}

  /// @param tile the number of the tile plus one
  void add(std::size_t element, std::uint32_t tile) {
    if (element >= elements_ || stamps_.get()[element] == tile) return;
    stamps_.get()[element] = tile;
    ++in_tiles_;
  }
  void merge(const element_counter& other);

  std::size_t size() const { return elements_; }
  std::uint64_t distinct() const;
  std::uint64_t distinct_in_tiles() const { return in_tiles_; }

 private:
  std::size_t elements_;
  race::mapped_memory<std::uint32_t> stamps_;  ///< the last tile that has accessed an element
  std::uint64_t in_tiles_ = 0;
};

/// Identifies a row.
struct row_key {
  std::string file;
  int line = 0;
  bool is_tile_static = false;
  std::string variable;

  auto operator<=>(const row_key&) const = default;
};

struct row {
  row(source_frame at, std::size_t elements) : location(std::move(at)), elements(elements) {}

  void merge(const row& other);
  line_counts result(const row_key& key, std::uint64_t threads) const;

  source_frame location;
  access_counter accesses;
  element_counter elements;
  std::uint64_t transactions = 0;
  std::uint64_t bank_conflicts = 0;
  std::uint64_t active = 0;  ///< threads that made an access with their neighbours
  std::uint64_t slots = 0;   ///< threads that could have made it
};

}  // namespace milliamp::detail::counts
