#include "report/json_writer.h"

#include "base/json.h"
#include "report/source_location.h"

#include <milliamp/version.h>

#include <nlohmann/json.hpp>

namespace milliamp::detail::report {

namespace {

using nlohmann::ordered_json;

ordered_json frame_json(const source_frame& frame) {
  ordered_json json = ordered_json::object();
  if (!frame.function.empty()) json["function"] = frame.function;
  if (frame.file.empty()) return json;
  json["file"] = frame.file;
  if (frame.line > 0) json["line"] = frame.line;
  if (frame.column > 0) json["column"] = frame.column;
  return json;
}

ordered_json spanned_frame_json(const source_location& location) {
  ordered_json json =
      frame_json({location.function, location.file, location.line, location.column});
  if (location.text.empty()) return json;
  json["end_column"] = location.span.end + 1;
  json["text"] = location.text;
  return json;
}

ordered_json thread_json(const thread_position& thread) {
  ordered_json json;
  if (!thread.local.empty()) {
    json["local"] = thread.local;
    json["tile"] = thread.tile;
  }
  json["global"] = thread.global;
  return json;
}

ordered_json event_json(const event& e, const finding& found) {
  ordered_json json;
  json["what"] = e.what;
  json["frames"] = ordered_json::array();
  json["frames"].push_back(spanned_frame_json(location_of(e, found)));
  for (std::size_t i = 1; i < e.frames.size(); ++i) {
    json["frames"].push_back(frame_json(e.frames[i]));
  }
  json["threads"] = ordered_json::array();
  for (const thread_position& thread : e.threads) json["threads"].push_back(thread_json(thread));
  json["thread_count"] = e.thread_count;
  return json;
}

ordered_json finding_json(const finding& found) {
  ordered_json json;
  json["kind"] = to_string(found.kind);
  json["summary"] = found.summary;
  if (!found.variable.empty()) json["variable"] = found.variable;
  if (!found.name.empty()) json["name"] = found.name;
  if (!found.element.empty()) json["element"] = found.element;
  if (found.declaration) json["declaration"] = spanned_frame_json(declaration_location(found));
  json["events"] = ordered_json::array();
  for (const event& e : found.events) json["events"].push_back(event_json(e, found));
  json["related"] = ordered_json::array();
  for (const related_location& r : found.related) {
    json["related"].push_back({{"label", r.text}, {"place", spanned_frame_json(location_of(r))}});
  }
  json["notes"] = found.notes;
  if (!found.advice.empty()) json["help"] = found.advice;
  json["count"] = found.count;
  if (found.same_value) json["same_value"] = true;
  return json;
}

ordered_json suppressions_json(const run_summary& run) {
  ordered_json json;
  json["file"] = run.suppressions_path;
  json["suppressed_instances"] = run.suppressed_instances;
  json["unused"] = ordered_json::array();
  for (const suppressions::entry& e : run.unused_suppressions) {
    json["unused"].push_back({{"line", e.line}, {"text", e.text}});
  }
  return json;
}

}  // namespace

std::string to_json(const finding& found) { return base::json_text(finding_json(found)); }

std::string json_document(const run_summary& run) {
  ordered_json json;
  json["tool"] = {{"name", "milliamp"}, {"version", MILLIAMP_VERSION_STRING}};
  json["format"] = 1;
  json["options"] = run.options;
  json["findings"] = ordered_json::array();
  for (const finding& f : run.findings) json["findings"].push_back(finding_json(f));
  for (std::size_t i = 0; i < run.origins.size(); ++i) {
    json["findings"][i]["runs"] = run.origins[i].runs;
    json["findings"][i]["first_options"] = run.origins[i].first_options;
  }
  json["not_shown"] = run.not_shown;
  json["instances"] = run.instances;
  if (run.runs != 1) json["runs"] = run.runs;
  if (!run.suppressions_path.empty()) json["suppressions"] = suppressions_json(run);
  return base::json_text(json, 2) + '\n';
}

}  // namespace milliamp::detail::report
