#include "view.h"

#include "compiler.h"
#include "compiler_arguments.h"
#include "error.h"
#include "installation.h"
#include "launch_text.h"
#include "lessons.h"
#include "output.h"
#include "page.h"
#include "record.h"
#include "run.h"
#include "temporary_directory.h"
#include "trace/recording.h"

#include <filesystem>

namespace milliamp::command {

namespace {

using detail::trace::recording;

bool is_source(const std::string& file) { return !read_compiler_arguments({file}).sources.empty(); }

/// Compiles a source, runs it and records its kernels.
recording record_source(const compiler& cxx, const std::string& source) {
  const temporary_directory directory;
  const std::string file = directory.path() / "recording";
  add_run_path("trace_path", file);
  compile_and_run(cxx, checking::on, {source}, {});
  if (!std::filesystem::exists(file)) {
    throw error("nothing of '" + source +
                "' was recorded: it did not run, or no kernel ran to its end on the checking "
                "engine (REF)");
  }
  return detail::trace::read_recording(file);
}

std::vector<recording> read(const view_options& options) {
  std::vector<recording> recordings;
  for (const std::string& file : options.recordings) {
    recordings.push_back(is_source(file) ? record_source(find_compiler(options.cxx), file)
                                         : detail::trace::read_recording(file));
  }
  if (options.beside.empty()) return recordings;
  const std::string& file = options.recordings.front();
  if (options.recordings.size() != 1 || !is_source(file)) {
    throw error("--beside records a second run of a source; name one source file");
  }
  add_run_option("schedule", options.beside);
  recordings.push_back(record_source(find_compiler(options.cxx), file));
  return recordings;
}

/// The lessons on the kinds of findings, as a JSON document: the page shows their texts.
std::string lessons_document() {
  nlohmann::json lessons = nlohmann::json::array();
  for (const lesson& it : find_lessons()) {
    if (it.kinds.empty()) continue;
    lessons.push_back(
        {{"number", it.number}, {"title", it.title}, {"kinds", it.kinds}, {"text", it.text()}});
  }
  return lessons.dump();
}

/// Writes the page and opens it.
std::string show_page(const view_options& options, const std::vector<recording>& recordings) {
  std::vector<std::string> documents;
  for (const recording& each : recordings) documents.push_back(to_json(each));
  write_file(options.page,
             embed(read_empty_page(find_installation().page), documents, lessons_document()));
  const bool is_open = !options.no_open && open_in_browser(options.page);
  return "The page is in " + options.page + (is_open ? "\n" : "; open it in a browser\n");
}

}  // namespace

std::string view(const view_options& options) {
  if (options.text && options.json) throw error("--text and --json exclude each other");
  const std::vector<recording> recordings = read(options);
  try {
    if (!options.text && !options.json) return show_page(options, recordings);
    if (recordings.size() > 1) throw error("--text and --json show one recording; name one");
    if (options.json) return to_json(recordings[0]) + '\n';
    const bool is_chosen = options.choice.launch != 0 || options.choice.tile >= 0;
    return is_chosen || has_tile(recordings[0]) ? draw_timeline(recordings[0], options.choice)
                                                : list_launches(recordings[0]);
  } catch (const nlohmann::json::exception&) {
    throw detail::trace::bad_recording("'" + options.recordings[0] +
                                       "': the recording is corrupt: invalid description");
  }
}

}  // namespace milliamp::command
