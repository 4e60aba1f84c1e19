/// @file
/// Counts of what kernels do to memory: how often their threads read and write global and
/// tile_static memory, by variable and source line. Tiles exist to make these numbers smaller.
///
///     milliamp::count_scope scope;
///     multiply(a, b, product);
///     for (const milliamp::launch_counts& l : scope.launches()) std::cout << to_string(l);
///
/// Only launches on REF of checked programs (milliamp::checked) are counted. The compiler may merge
/// accesses: what is counted is what the compiled program does.
#ifndef MILLIAMP_COUNTS_H
#define MILLIAMP_COUNTS_H

#include <milliamp/detail/hide_macros.h>

#include <milliamp/export.h>
#include <milliamp/finding.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace milliamp {

namespace detail::counts {
class count_collector;
}

/// A number that may differ between the threads of a launch.
struct count_per_thread {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// Accesses of all threads of a launch.
struct access_counts {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t atomics = 0;
  count_per_thread reads_per_thread;
  count_per_thread writes_per_thread;
  count_per_thread atomics_per_thread;
};

/// The accesses to one variable in one source line.
struct line_counts {
  std::string variable;  ///< `a`; `a, b` for views of the same memory; empty: other memory
  bool is_tile_static = false;
  source_frame location;
  access_counts accesses;
  /// The elements that the accesses are to, each counted once; 0 for memory of no known variable.
  std::uint64_t distinct_elements = 0;
  /// The distinct elements of each tile, as the sum over all tiles: reads beyond these are those
  /// that tile_static memory saves. In an untiled launch each thread counts as a tile.
  std::uint64_t distinct_in_tiles = 0;
  /// For global memory: blocks of 128 bytes that 32 neighbouring threads access at once, as the sum
  /// over all such accesses. A variable counts as beginning at such a block.
  std::uint64_t transactions = 0;
  /// For tile_static memory in 32 banks of 4 bytes: how often 32 neighbouring threads that access
  /// it at once have to wait for a bank. A variable counts as beginning at the first bank.
  std::uint64_t bank_conflicts = 0;
  /// The threads that could have made the accesses with their neighbours, and that a condition has
  /// idled, as a share of all.
  double idle_share = 0;
};

/// A launch on REF.
struct launch_counts {
  std::uint64_t launch = 0;  ///< its number among those that have been counted, from 1
  std::string kernel;
  std::uint64_t threads = 0;
  std::uint64_t tiles = 0;            ///< 0: untiled
  std::uint64_t threads_in_tile = 0;  ///< 0: untiled
  access_counts global_memory;
  access_counts tile_static_memory;
  count_per_thread barriers;
  count_per_thread fences;         ///< apart from barriers
  std::vector<line_counts> lines;  ///< in the order of the source
};

/// The counts as a table of text.
MILLIAMP_API std::string to_string(const launch_counts& counts);

/// Counts all launches of the process during its lifetime. Accesses take a slower path then. Scopes
/// may overlap. No launch may be running when a scope begins or ends.
class MILLIAMP_API count_scope {
 public:
  count_scope();
  ~count_scope();
  count_scope(const count_scope&) = delete;
  count_scope& operator=(const count_scope&) = delete;

  /// The launches so far that have ended.
  std::vector<launch_counts> launches() const;

 private:
  const std::unique_ptr<detail::counts::count_collector> collector_;
};

}  // namespace milliamp

#include <milliamp/detail/restore_macros.h>

#endif
