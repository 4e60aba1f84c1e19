#include "report/json_report.h"

#include "report/source_line.h"

#include <nlohmann/json.hpp>

namespace milliamp::detail {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const source_frame& frame) {
  ordered_json json;
  if (!frame.function.empty()) json["function"] = frame.function;
  if (!frame.file.empty()) {
    json["file"] = frame.file;
    json["line"] = frame.line;
    if (frame.column > 0) json["column"] = frame.column;
    json["text"] = source_line(frame.file, frame.line);
  }
  return json;
}

ordered_json to_json(const thread_position& thread) {
  ordered_json json;
  if (!thread.local.empty()) {
    json["local"] = thread.local;
    json["tile"] = thread.tile;
  }
  json["global"] = thread.global;
  return json;
}

ordered_json to_json(const event& e) {
  ordered_json json;
  json["what"] = e.what;
  json["frames"] = ordered_json::array();
  for (const source_frame& frame : e.frames) json["frames"].push_back(to_json(frame));
  json["threads"] = ordered_json::array();
  for (const thread_position& thread : e.threads) json["threads"].push_back(to_json(thread));
  json["thread_count"] = e.thread_count;
  return json;
}

ordered_json to_json(const finding& found) {
  ordered_json json;
  json["kind"] = to_string(found.kind);
  json["summary"] = found.summary;
  if (!found.variable.empty()) json["variable"] = found.variable;
  if (!found.element.empty()) json["element"] = found.element;
  if (found.declaration.has_value()) json["declaration"] = to_json(*found.declaration);
  json["events"] = ordered_json::array();
  for (const event& e : found.events) json["events"].push_back(to_json(e));
  if (!found.notes.empty()) json["notes"] = found.notes;
  json["help"] = found.advice;
  json["count"] = found.count;
  return json;
}

}  // namespace

std::string json_report(const run_report& run) {
  ordered_json document;
  document["tool"] = "milliamp";
  document["version"] = 1;
  document["findings"] = ordered_json::array();
  for (const finding& f : run.findings) document["findings"].push_back(to_json(f));
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace milliamp::detail
