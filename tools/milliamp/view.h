/// @file
/// `milliamp view`: shows recordings.
#ifndef MILLIAMP_COMMAND_VIEW_H
#define MILLIAMP_COMMAND_VIEW_H

#include "timeline.h"

#include <string>
#include <vector>

namespace milliamp::command {

struct view_options {
  /// One or two files that `milliamp trace` has written, or sources to be recorded first.
  std::vector<std::string> recordings;
  std::string beside;  ///< a schedule: also record the source under it, and show both
  std::string cxx;     ///< as in find_compiler()
  std::string page = "milliamp.html";
  bool no_open = false;
  bool text = false;  ///< the timeline of a tile in characters
  bool json = false;  ///< all of the recording as JSON
  timeline_choice choice;
};

/// Does what the options say, and returns what `milliamp view` prints.
/// @throws detail::trace::bad_recording if a file cannot be read
/// @throws error if the recording lacks what is to be shown
std::string view(const view_options& options);

}  // namespace milliamp::command

#endif
