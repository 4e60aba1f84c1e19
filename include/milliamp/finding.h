/// @file
/// A finding: something that is wrong with the program, with all that is known of it.
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

/// What is wrong. The kinds are the rows of milliamp/detail/finding_kinds.h.
enum class finding_kind : std::uint8_t {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) enumerator,
#include <milliamp/detail/finding_kinds.h>
};

/// The kind as machines read it: `race`, `barrier-divergence`, …
MILLIAMP_API const char* to_string(finding_kind kind) noexcept;

/// The coordinates of one thread; local and tile are empty in an untiled launch.
struct thread_position {
  std::vector<std::int32_t> local;
  std::vector<std::int32_t> tile;
  std::vector<std::int32_t> global;

  friend bool operator==(const thread_position& a, const thread_position& b) {
    return a.local == b.local && a.tile == b.tile && a.global == b.global;
  }
};

/// The coordinates as people read them: `local (0,1) tile (2,0) global (4,1)`.
MILLIAMP_API std::string to_string(const thread_position& position);

/// One function in the chain of calls that leads to a place in the code.
struct source_frame {
  std::string function;  ///< demangled; empty when unknown
  std::string file;      ///< empty when there is no debug information
  int line = 0;          ///< from 1; 0 when unknown
  int column = 0;        ///< from 1; 0 when unknown

  friend bool operator==(const source_frame& a, const source_frame& b) {
    return a.function == b.function && a.file == b.file && a.line == b.line && a.column == b.column;
  }
};

/// Something that threads did, or where they were.
struct event {
  std::string what;                      ///< `write`, `wait at a barrier`
  std::vector<source_frame> frames;      ///< the place itself first, then its callers; never empty
  std::vector<thread_position> threads;  ///< the first few of them
  std::size_t thread_count = 0;          ///< how many there are
};

/// A place in the source that helps to understand a finding.
struct related_place {
  source_frame place;
  std::string text;  ///< `this barrier orders global memory only`
};

/// One finding. Others of the same kind at the same places of the source are folded into it.
struct finding {
  finding_kind kind = finding_kind::race;
  std::string summary;   ///< one line: what is wrong with what
  std::string variable;  ///< `tile_static float tileValues`; empty when no variable is at fault
  std::string name;      ///< its name alone: `tileValues`; empty when unknown
  std::string element;   ///< the part of it: `tileValues[1][0]`
  std::optional<source_frame> declaration;  ///< where the variable is declared
  std::vector<event> events;                ///< for a race: the two accesses
  std::vector<related_place> related;       ///< such as a barrier that does not order a race
  std::vector<std::string> notes;           ///< what else helps to understand it
  std::string advice;                       ///< one sentence on the usual repair
  std::uint64_t count = 1;                  ///< how often it arose
  /// For a race of two writes: each time it arose, both wrote the same value. Not known, and false,
  /// where it is not sure who wrote last when the race is met, and where more than 16,384 words
  /// raced across tiles.
  bool same_value = false;
};

/// The whole text of a finding, as the report has it, without colours.
MILLIAMP_API std::string to_string(const finding& found);

/// Collects findings for as long as it lives; they are neither reported nor counted for the exit
/// status. Scopes nest: the innermost collects.
class MILLIAMP_API finding_scope {
 public:
  /// Whose findings are collected: those of launches and other operations of the calling thread, or
  /// also those of all other threads that have no scope of their own.
  enum class coverage : std::uint8_t { this_thread, all_threads };

  explicit finding_scope(coverage covered = coverage::this_thread);
  ~finding_scope();
  finding_scope(const finding_scope&) = delete;
  finding_scope& operator=(const finding_scope&) = delete;

  /// What has been found so far; while other threads may add to it, use take().
  const std::vector<finding>& findings() const noexcept;

  /// What has been found so far, which is then forgotten here.
  std::vector<finding> take();

 private:
  friend class finding_collector;

  const coverage coverage_;
  const std::unique_ptr<detail::report::finding_list> findings_;
  finding_scope* const outer_;
  finding_scope* outer_of_all_ = nullptr;
};

/// Reports a finding as if it arose now: to the scope that covers the calling thread, or else to
/// the report of the process. For what a scope has collected and its owner cannot deal with.
MILLIAMP_API void report(finding found);

}  // namespace milliamp

#endif
