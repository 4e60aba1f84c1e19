#include "add_options.h"

namespace milliamp::command {

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
               "Record the accesses to elements of arrays, views and textures, too");
  app.add_option("--launch", options.first_launch, "The first launch to record. Default: 1");
  app.add_option("--launches", options.launches, "How many launches to record. Default: 8");
  app.add_option("--tile", options.first_tile, "The first tile of a launch to record. Default: 0");
  app.add_option("--tiles", options.tiles,
                 "How many tiles of a launch to record, and as many more that have a fault. "
                 "Default: 4");
  app.add_option("--events", options.events,
                 "How many events of a tile to record. Default: 100000");
}

void add_options(CLI::App& app, view_options& options) {
  app.add_option("RECORDING", options.recordings,
                 "One or two files that milliamp trace has written, or sources (FILE.cpp), which "
                 "are compiled, run and recorded")
      ->required()
      ->expected(1, 2);
  app.add_option("-o,--output", options.page, "The page. Default: milliamp.html")
      ->type_name("PAGE");
  app.add_option("--beside", options.beside,
                 "Record the source under this schedule, too, and show both: reverse, "
                 "random:seed=7")
      ->type_name("SCHEDULE");
  app.add_option("--cxx", options.cxx, "The compiler for sources, as in milliamp run")
      ->type_name("COMPILER");
  app.add_flag("--no-open", options.no_open, "Do not open the page in a browser");
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

}  // namespace milliamp::command
