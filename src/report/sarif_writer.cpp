#include "report/sarif_writer.h"

#include "report/source_location.h"

#include <milliamp/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace milliamp::detail::report {

namespace {

using nlohmann::ordered_json;

ordered_json message(const std::string& text) { return {{"text", text}}; }

ordered_json array_of(ordered_json element) {
  ordered_json array = ordered_json::array();
  array.push_back(std::move(element));
  return array;
}

// --- Locations -----------------------------------------------------------------------------------

/// Returns the URI reference (RFC 3986) of a path; that of an absolute path has a scheme.
std::string uri_of(const std::string& path) {
  constexpr std::string_view unreserved = "-._~/";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x80 && std::isalnum(byte) != 0) || unreserved.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return uri;
}

/// Returns the SARIF column of a byte. SARIF counts columns in characters, debug information in
/// bytes.
std::size_t column_at(std::string_view line, std::size_t byte) {
  return 1 + static_cast<std::size_t>(std::count_if(
                 line.begin(), line.begin() + static_cast<std::ptrdiff_t>(byte),
                 [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

ordered_json region_of(const source_location& location) {
  ordered_json region;
  region["startLine"] = location.line;
  if (location.text.empty()) return region;
  region["startColumn"] = column_at(location.text, location.span.begin);
  region["endColumn"] = column_at(location.text, location.span.end);
  region["snippet"] = message(location.text);
  return region;
}

ordered_json location_json(const source_location& location) {
  ordered_json json = ordered_json::object();
  if (!location.file.empty()) {
    json["physicalLocation"]["artifactLocation"]["uri"] = uri_of(location.file);
    if (location.line > 0) json["physicalLocation"]["region"] = region_of(location);
  }
  if (!location.function.empty()) {
    json["logicalLocations"] =
        array_of({{"fullyQualifiedName", location.function}, {"kind", "function"}});
  }
  return json;
}

ordered_json location_json(const source_location& location, const std::string& text) {
  ordered_json json = location_json(location);
  json["message"] = message(text);
  return json;
}

/// The call stack of an event.
ordered_json stack_of(const event& e, const finding& found) {
  ordered_json stack;
  stack["message"] = message(label_of(e));
  stack["frames"] = array_of({{"location", location_json(location_of(e, found))}});
  for (auto frame = e.frames.begin() + 1; frame != e.frames.end(); ++frame) {
    source_location location;
    location.file = frame->file;
    location.line = frame->line;
    location.function = frame->function;
    stack["frames"].push_back({{"location", location_json(location)}});
  }
  return stack;
}

// --- Results -------------------------------------------------------------------------------------

ordered_json rules() {
  ordered_json all = ordered_json::array();
  for (const kind_description& kind : finding_kinds) {
    all.push_back({{"id", kind.name},
                   {"shortDescription", message(kind.text)},
                   {"defaultConfiguration", {{"level", "error"}}}});
  }
  return all;
}

/// Adds the first event as the location of the result, and the others and the declaration as
/// related locations.
void add_locations(const finding& found, ordered_json& result) {
  result["locations"] = ordered_json::array();
  ordered_json related = ordered_json::array();
  ordered_json stacks = ordered_json::array();
  for (const event& e : found.events) {
    ordered_json location = location_json(location_of(e, found), label_of(e));
    if (&e == &found.events.front()) {
      result["locations"].push_back(std::move(location));
    } else {
      related.push_back(std::move(location));
    }
    stacks.push_back(stack_of(e, found));
  }
  for (const related_place& r : found.related) {
    related.push_back(location_json(location_of(r), r.text));
  }
  if (found.declaration) {
    related.push_back(
        location_json(declaration_location(found), found.variable + " is declared here"));
  }
  int id = 0;
  for (ordered_json& location : related) location["id"] = ++id;
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  if (!stacks.empty()) result["stacks"] = std::move(stacks);
}

ordered_json result_of(const finding& found) {
  ordered_json result;
  result["ruleId"] = to_string(found.kind);
  result["ruleIndex"] = static_cast<std::size_t>(found.kind);
  result["level"] = "error";
  std::string text = found.summary;
  for (const std::string& note : notes_of(found)) text += "\nnote: " + note;
  if (!found.advice.empty()) text += "\nhelp: " + found.advice;
  result["message"] = message(text);
  add_locations(found, result);
  result["occurrenceCount"] = found.count;
  if (found.same_value) result["properties"]["sameValue"] = true;
  return result;
}

/// The environment of the run, and notifications about its options.
ordered_json invocation_of(const run_summary& run) {
  ordered_json notifications = ordered_json::array();
  const auto notify = [&](const std::string& text) {
    notifications.push_back({{"level", "note"}, {"message", message(text)}});
  };
  if (run.not_shown != 0) {
    notify(std::to_string(run.not_shown) + " more findings are left out by max_reports");
  }
  for (const suppressions::entry& e : run.unused_suppressions) {
    source_location location;
    location.file = run.suppressions_path;
    location.line = e.line;
    notify("unused suppression '" + e.text + "'");
    notifications.back()["locations"] = array_of(location_json(location));
  }
  ordered_json invocation;
  invocation["executionSuccessful"] =
      std::none_of(run.findings.begin(), run.findings.end(),
                   [](const finding& f) { return f.kind == finding_kind::crash; });
  invocation["environmentVariables"] = {{"MILLIAMP_OPTIONS", run.options}};
  if (!notifications.empty()) invocation["toolConfigurationNotifications"] = notifications;
  return invocation;
}

}  // namespace

std::string sarif_writer::document(const run_summary& run) const {
  ordered_json results = ordered_json::array();
  for (const finding& f : run.findings) results.push_back(result_of(f));
  ordered_json run_json;
  run_json["tool"]["driver"] = {
      {"name", "Milliamp"}, {"semanticVersion", MILLIAMP_VERSION_STRING}, {"rules", rules()}};
  run_json["invocations"] = array_of(invocation_of(run));
  run_json["columnKind"] = "unicodeCodePoints";
  run_json["results"] = std::move(results);

  ordered_json log;
  log["$schema"] =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = array_of(std::move(run_json));
  return log.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace milliamp::detail::report
