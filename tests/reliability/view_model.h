/// @file
/// A reference model of the memory of a view (spec 5.2, 8.4): the values of the host's memory and
/// of REF's copy, and what a correct checker finds.
///
/// - REF gets a copy of all elements when a kernel first captures the view. It stays current until
///   the host, or a kernel elsewhere, writes through the view, or until refresh().
/// - After a kernel on REF that may write, elements of the copy are newer than those of the host.
/// Each
///   stays so until it is synchronized or refreshed.
/// - Copying elements out of the view leaves both memories as they are if the copy is current, and
/// newer
///   in all of these elements. Otherwise it synchronizes them first.
/// - A **stale host read** is a direct read of such an element whose values differ, or a direct
/// write of
///   such an element.
/// - A **lost host write** is a direct write of any other element while there is a current copy, if
/// the
///   values differ when the next kernel on REF captures the view. The write of an element that is
///   overwritten through the view before is not lost.
/// - An access beyond the end is **out of bounds**. It has no effect, and a read gives 0.
#pragma once

#include "reliability/view_program.h"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace reliability {

/// What an operation does that can be seen.
struct view_outcome {
  std::vector<int> read;           ///< the values
  std::set<std::string> findings;  ///< kind and element, such as `stale-host-read 3`

  bool operator==(const view_outcome&) const = default;
};

class view_model {
 public:
  view_outcome perform(const view_operation& operation);
  /// The host's memory.
  const std::array<int, view_length>& host() const { return host_; }

 private:
  int at(const view_operation& operation) const { return operation.begin + operation.element; }
  void access_directly(const view_operation& operation, bool is_write, view_outcome& outcome);
  void capture_on_ref(bool may_write, view_outcome& outcome);
  void run_on_ref(const view_operation& operation, view_outcome& outcome);
  void run_elsewhere(const view_operation& operation, bool may_write, view_outcome& outcome);
  void copy_out(int begin, int end, view_outcome& outcome);
  void copy_in(const view_operation& operation);
  void update_host(int begin, int end);
  void give_copy_up();

  std::array<int, view_length> host_{};
  std::array<int, view_length> copy_{};
  bool has_copy_ = false;  ///< that is current
  std::set<int> newer_;    ///< elements that are newer in the copy
  std::set<int> written_;  ///< elements that the host has written directly beside the copy
};

}  // namespace reliability
