#include "report/json_reader.h"

#include "base/json.h"
#include "report/finding.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace milliamp::detail::report {

namespace {

using nlohmann::json;

finding_kind kind_of(const std::string& name) {
  if (const auto kind = kind_named(name)) return *kind;
  throw std::invalid_argument("unknown kind of finding '" + name + "'");
}

/// A number that counts something.
std::uint64_t count_of(const json& j, const char* key) {
  const json& value = j.at(key);
  if (value.is_number_unsigned()) return value;
  throw std::invalid_argument('\'' + std::string(key) + "' must be a non-negative integer, not " +
                              value.dump());
}

source_frame frame_of(const json& j) {
  return {j.value("function", ""), j.value("file", ""), j.value("line", 0), j.value("column", 0)};
}

thread_position thread_of(const json& j) {
  using coordinates = std::vector<std::int32_t>;
  return {j.value("local", coordinates()), j.value("tile", coordinates()),
          j.value("global", coordinates())};
}

event event_of(const json& j) {
  event e;
  e.what = j.at("what");
  for (const json& frame : j.at("frames")) e.frames.push_back(frame_of(frame));
  for (const json& thread : j.at("threads")) e.threads.push_back(thread_of(thread));
  e.thread_count = count_of(j, "thread_count");
  if (e.frames.empty()) throw std::invalid_argument("an event without a location");
  return e;
}

finding finding_of(const json& j) {
  finding found;
  found.kind = kind_of(j.at("kind"));
  found.summary = j.at("summary");
  found.variable = j.value("variable", "");
  found.name = j.value("name", "");
  found.element = j.value("element", "");
  if (j.contains("declaration")) found.declaration = frame_of(j["declaration"]);
  for (const json& e : j.at("events")) found.events.push_back(event_of(e));
  for (const json& r : j.at("related")) {
    found.related.push_back({frame_of(r.at("place")), r.at("label")});
  }
  found.notes = j.at("notes").get<std::vector<std::string>>();
  found.advice = j.value("help", "");
  found.count = count_of(j, "count");
  found.same_value = j.value("same_value", false);
  return found;
}

/// Adds the lines of all frames in a part of a report.
void read_lines(const json& part, std::vector<recorded_line>& lines) {
  if (!part.is_structured()) return;
  if (part.is_object() && part.contains("file") && part.contains("text")) {
    lines.push_back({part["file"], part.value("line", 0), part["text"]});
  }
  for (const json& inner : part) read_lines(inner, lines);
}

void read_suppressions(const json& j, json_report& read) {
  read.suppressions_path = j.at("file");
  read.suppressed_instances = count_of(j, "suppressed_instances");
  for (const json& e : j.at("unused")) {
    read.unused_suppressions.push_back(
        {.kind = {}, .pattern = "", .text = e.at("text"), .line = e.at("line")});
  }
}

}  // namespace

json_report read_json(const std::string& text) {
  try {
    const auto j = base::parse_json<json>(text);
    json_report read;
    if (j.at("tool").at("name") != "milliamp" || j.at("format") != 1) {
      throw std::invalid_argument("not a JSON report of this version of Milliamp");
    }
    read.options = j.at("options");
    for (const json& f : j.at("findings")) {
      read.findings.push_back(finding_of(f));
      read.origins.push_back(
          {f.contains("runs") ? count_of(f, "runs") : 1, f.value("first_options", read.options)});
    }
    read_lines(j["findings"], read.lines);
    read.runs = j.contains("runs") ? count_of(j, "runs") : 1;
    read.not_shown = count_of(j, "not_shown");
    read.instances = count_of(j, "instances");
    if (j.contains("suppressions")) read_suppressions(j["suppressions"], read);
    return read;
  } catch (const json::exception& e) {
    // Without the library's number of the error, `[json.exception.type_error.302] `.
    const std::string_view text = e.what();
    throw std::invalid_argument(std::string(text.substr(text.find(' ') + 1)));
  }
}

}  // namespace milliamp::detail::report
