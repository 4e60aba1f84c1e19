#include "add_options.h"

#include "base/options.h"

#include <charconv>
#include <limits>
#include <stdexcept>

namespace milliamp::command {

CLI::Validator whole_number(std::uint64_t min, std::uint64_t max) {
  const auto check = [min, max](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, number);
    if (failure == std::errc() && rest == end && number >= min && number <= max) return "";
    return "'" + text + "' is not a number from " + std::to_string(min) + " to " +
           std::to_string(max);
  };
  return CLI::Validator(check, "");
}

CLI::Validator whole_number(std::uint64_t min) {
  return whole_number(min, std::numeric_limits<std::uint64_t>::max());
}

CLI::Validator run_option(const std::string& key) {
  const auto check = [key](const std::string& value) -> std::string {
    try {
      detail::base::parse_options(key + '=' + value);
      return "";
    } catch (const std::invalid_argument& mistake) {
      return mistake.what();
    }
  };
  return CLI::Validator(check, "");
}

void add_options(CLI::App& app, counting_options& options) {
  app.add_flag("--counts", options.table,
               "Print how often kernels read and write global and tile_static memory");
  app.add_option("--counts-json", options.path,
                 "Write these counts as JSON, one object on a line for each launch")
      ->type_name("FILE");
}

void add_options(CLI::App& app, recording_options& options) {
  app.add_option("-o,--output", options.path, "The recording. Default: milliamp.trace")
      ->type_name("FILE");
  app.add_option("--format", options.format,
                 "chrome: write the times of tiles, launches, barriers and calls of the host as "
                 "Chrome trace events, which chrome://tracing and Perfetto open")
      ->type_name("chrome")
      ->check(CLI::IsMember({"chrome"}).description(""));
  app.add_flag("--global", options.global,
               "Also record accesses to elements of arrays, views and textures");
  app.add_option("--launch", options.first_launch, "The first launch to record. Default: 1")
      ->check(whole_number(1));
  app.add_option("--launches", options.launches, "How many launches to record. Default: 8")
      ->check(whole_number(1));
  app.add_option("--tile", options.first_tile, "The first tile of a launch to record. Default: 0")
      ->check(whole_number(0));
  app.add_option("--tiles", options.tiles,
                 "How many tiles of a launch to record, and how many further tiles that have "
                 "findings. Default: 4")
      ->check(whole_number(0));
  app.add_option("--events", options.events, "How many events of a tile to record. Default: 100000")
      ->check(whole_number(1));
}

void add_options(CLI::App& app, view_options& options) {
  constexpr std::uint64_t most_threads = std::numeric_limits<std::uint32_t>::max();
  app.add_option("RECORDING", options.recordings,
                 "One or two recordings of milliamp trace, or sources (FILE.cpp), which are "
                 "compiled, run and recorded")
      ->required()
      ->expected(1, 2);
  app.add_option("-o,--output", options.page, "The HTML page. Default: milliamp.html")
      ->type_name("FILE");
  app.add_option(
         "--beside", options.beside,
         "Also record the source under this schedule, and show both: reverse, random:seed=7")
      ->type_name("SCHEDULE")
      ->check(run_option("schedule"));
  app.add_option("--cxx", options.cxx, "The compiler for sources, as in milliamp run")
      ->type_name("COMPILER");
  app.add_flag("--no-open", options.no_open, "Do not open the page in a browser");
  app.add_flag("--text", options.text, "Draw the timeline of a tile in characters");
  app.add_flag("--json", options.json, "Print all of the recording as JSON");
  app.add_option("--launch", options.choice.launch,
                 "The launch of the tile. Default: the first with a fault, or the first")
      ->check(whole_number(1));
  app.add_option("--tile", options.choice.tile,
                 "The number of the tile. Default: the first with a fault, or the first")
      ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()));
  app.add_option("--thread", options.choice.first_thread, "The first thread to draw. Default: 0")
      ->check(whole_number(0, most_threads));
  app.add_option("--threads", options.choice.threads, "How many threads to draw. Default: 32")
      ->check(whole_number(1, most_threads));
}

}  // namespace milliamp::command
