/// @file
/// A finding: an error in the program, with everything that is known about it.
///
///     milliamp::finding_scope scope;
///     run_kernel();
///     for (const milliamp::finding& f : scope.findings()) std::cout << to_string(f);
#ifndef MILLIAMP_FINDING_H
#define MILLIAMP_FINDING_H

#include <milliamp/export.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace milliamp {

namespace detail::report {
class finding_list;
}

/// What is wrong. The kinds are the rows of milliamp/detail/finding_kinds.def.
enum class finding_kind : std::uint8_t {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) enumerator,
#include <milliamp/detail/finding_kinds.def>
};

/// The machine-readable name of the kind: `race`, `barrier-divergence`, …
MILLIAMP_API const char* to_string(finding_kind kind) noexcept;

/// The coordinates of one thread. local and tile are empty in an untiled launch.
struct thread_position {
  std::vector<std::int32_t> local;
  std::vector<std::int32_t> tile;
  std::vector<std::int32_t> global;

  friend bool operator==(const thread_position& a, const thread_position& b) {
    return a.local == b.local && a.tile == b.tile && a.global == b.global;
  }
};

/// The human-readable coordinates: `local (0,1) tile (2,0) global (4,1)`.
MILLIAMP_API std::string to_string(const thread_position& position);

/// One frame of a call stack.
struct source_frame {
  std::string function;  ///< demangled; empty when unknown
  std::string file;      ///< empty without debug information
  int line = 0;          ///< from 1; 0 when unknown
  int column = 0;        ///< from 1; 0 when unknown

  friend bool operator==(const source_frame& a, const source_frame& b) {
    return a.function == b.function && a.file == b.file && a.line == b.line && a.column == b.column;
  }
};

/// An action or a location of threads.
struct event {
  std::string what;                      ///< `write`, `wait at a barrier`
  std::vector<source_frame> frames;      ///< the call stack, innermost first; never empty
  std::vector<thread_position> threads;  ///< the first few threads
  std::size_t thread_count = 0;          ///< the total number of threads
};

/// A source location that helps to explain a finding.
struct related_location {
  source_frame location;
  std::string text;  ///< `this barrier orders global memory only`
};

/// One finding. Others of the same kind at the same source locations are merged into it.
struct finding {
  finding_kind kind = finding_kind::race;
  std::string summary;   ///< one line: the error and the variable
  std::string variable;  ///< `tile_static float tileValues`; empty if no variable is involved
  std::string name;      ///< the variable's name: `tileValues`; empty if unknown
  std::string element;   ///< the element or member: `tileValues[1][0]`
  std::optional<source_frame> declaration;  ///< the declaration of the variable
  std::vector<event> events;                ///< for a race: the two accesses
  std::vector<related_location> related;    ///< such as a barrier that does not order a race
  std::vector<std::string> notes;           ///< further explanation
  std::string advice;                       ///< one sentence on the usual fix
  std::uint64_t count = 1;                  ///< the number of occurrences
  /// For a race of two writes within a tile: both wrote the same value in every occurrence. False
  /// where the last writer is uncertain when the race is detected, and for races across tiles.
  bool same_value = false;
};

/// The complete text of a finding as in the report, without colors.
MILLIAMP_API std::string to_string(const finding& found);

/// Collects findings during its lifetime. They are neither reported nor counted for the exit
/// status. Scopes nest: the innermost one collects.
class MILLIAMP_API finding_scope {
 public:
  /// Which threads' findings are collected: those of launches and other operations of the calling
  /// thread, or also those of all other threads without a scope of their own.
  enum class coverage : std::uint8_t { this_thread, all_threads };

  explicit finding_scope(coverage covered = coverage::this_thread);
  ~finding_scope();
  finding_scope(const finding_scope&) = delete;
  finding_scope& operator=(const finding_scope&) = delete;

  /// The findings so far. While other threads may add findings, use take() instead.
  const std::vector<finding>& findings() const noexcept;

  /// Removes the findings so far from the scope and returns them.
  std::vector<finding> take();

 private:
  friend class finding_collector;

  const coverage coverage_;
  const std::unique_ptr<detail::report::finding_list> findings_;
  finding_scope* const outer_;
  finding_scope* outer_of_all_ = nullptr;
};

/// Reports a finding as if it had just occurred: to the scope that covers the calling thread, or
/// otherwise in the report of the process. For findings that a scope has collected and its owner
/// does not handle.
MILLIAMP_API void report(finding found);

}  // namespace milliamp

#endif
