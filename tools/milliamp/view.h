/// @file
/// `milliamp view`: shows a recording.
#ifndef MILLIAMP_COMMAND_VIEW_H
#define MILLIAMP_COMMAND_VIEW_H

#include "timeline.h"

#include <string>

namespace CLI {
class App;
}

namespace milliamp::command {

struct view_options {
  std::string recording;
  bool text = false;  ///< the timeline of a tile in characters
  bool json = false;  ///< all of the recording as JSON
  timeline_choice choice;
};

/// Adds the options of `milliamp view`.
void add_options(CLI::App& app, view_options& options);

/// What `milliamp view` prints.
/// @throws detail::trace::bad_recording if the file cannot be read
/// @throws error if the recording has not what is to be shown
std::string view(const view_options& options);

}  // namespace milliamp::command

#endif
