#include "view.h"

#include "error.h"
#include "trace/recording.h"

#include <CLI/CLI.hpp>

namespace milliamp::command {

void add_options(CLI::App& app, view_options& options) {
  app.add_option("RECORDING", options.recording, "A file that milliamp trace has written")
      ->required();
  app.add_flag("--text", options.text, "Draw the timeline of a tile in characters");
  app.add_flag("--json", options.json, "Print all of the recording as JSON");
  app.add_option("--launch", options.choice.launch,
                 "The launch of the tile. Default: the first with a fault, or the first");
  app.add_option("--tile", options.choice.tile,
                 "The number of the tile. Default: the first with a fault, or the first");
  app.add_option("--thread", options.choice.first_thread, "The first thread to draw. Default: 0");
  app.add_option("--threads", options.choice.threads, "How many threads to draw. Default: 32")
      ->check(CLI::PositiveNumber);
}

std::string view(const view_options& options) {
  if (options.text == options.json) {
    throw error("say how to show the recording: --text or --json");
  }
  const detail::trace::recording read = detail::trace::read_recording(options.recording);
  try {
    return options.json ? to_json(read) + '\n' : draw_timeline(read, options.choice);
  } catch (const nlohmann::json::exception&) {
    throw detail::trace::bad_recording("'" + options.recording +
                                       "': the recording is damaged: a description cannot be read");
  }
}

}  // namespace milliamp::command
