#include "report/sarif_writer.h"

#include "report/source_location.h"
#include "report/source_root.h"

#include <milliamp/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <string>
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
  region["endLine"] = location.line;
  if (location.text.empty()) return region;
  region["startColumn"] = column_at(location.text, location.span.begin);
  region["endColumn"] = column_at(location.text, location.span.end);
  region["snippet"] = message(location.text);
  return region;
}

/// The name of the root in `originalUriBaseIds`, as code hosts know it.
constexpr char root_id[] = "%SRCROOT%";

ordered_json artifact_of(const std::string& file, const source_root& root) {
  ordered_json json;
  json["uri"] = uri_of(root.relative(file));
  if (root.contains(file)) json["uriBaseId"] = root_id;
  return json;
}

ordered_json location_json(const source_location& location, const source_root& root) {
  ordered_json json = ordered_json::object();
  if (!location.file.empty()) {
    json["physicalLocation"]["artifactLocation"] = artifact_of(location.file, root);
    if (location.line > 0) json["physicalLocation"]["region"] = region_of(location);
  }
  if (!location.function.empty()) {
    json["logicalLocations"] =
        array_of({{"fullyQualifiedName", location.function}, {"kind", "function"}});
  }
  return json;
}

ordered_json location_json(const source_location& location, const source_root& root,
                           const std::string& text) {
  ordered_json json = location_json(location, root);
  json["message"] = message(text);
  return json;
}

/// The location of a frame in the call stack of an event.
source_location location_of_frame(const event& e, const finding& found, std::size_t frame) {
  if (frame == 0) return location_of(e, found);
  source_location location;
  location.file = e.frames[frame].file;
  location.line = e.frames[frame].line;
  location.function = e.frames[frame].function;
  return location;
}

/// The call stack of an event.
ordered_json stack_of(const event& e, const finding& found, const source_root& root) {
  ordered_json stack;
  stack["message"] = message(label_of(e));
  stack["frames"] = ordered_json::array();
  for (std::size_t i = 0; i < e.frames.size(); ++i) {
    stack["frames"].push_back({{"location", location_json(location_of_frame(e, found, i), root)}});
  }
  return stack;
}

/// What the thread of an event did: its calls, and then the event.
ordered_json thread_flow_of(const event& e, const finding& found, const source_root& root) {
  ordered_json flow;
  if (!e.threads.empty()) flow["id"] = to_string(e.threads.front());
  flow["locations"] = ordered_json::array();
  for (std::size_t i = e.frames.size(); i-- > 0;) {
    const std::string text = i == 0 ? label_of(e) : "calls " + e.frames[i - 1].function;
    flow["locations"].push_back(
        {{"location", location_json(location_of_frame(e, found, i), root, text)},
         {"nestingLevel", e.frames.size() - 1 - i},
         {"importance", i == 0 ? "essential" : "important"}});
  }
  return flow;
}

// --- Results -------------------------------------------------------------------------------------

/// The manual page that explains the kinds of findings.
constexpr char help_uri[] = "man:milliamp-findings(7)";

ordered_json rules() {
  ordered_json all = ordered_json::array();
  for (const kind_description& kind : finding_kinds) {
    const std::string text = kind.text + std::string(".");
    all.push_back({{"id", kind.name},
                   {"shortDescription", message(text)},
                   {"fullDescription", message(text + ' ' + kind.help)},
                   {"helpUri", help_uri},
                   {"help", message(kind.help)},
                   {"defaultConfiguration", {{"level", "error"}}},
                   {"properties",
                    {{"tags", {"correctness", "concurrency"}},
                     {"precision", "very-high"},
                     {"problem.severity", "error"}}}});
  }
  return all;
}

/// Names a finding by what does not change when lines move, or when the program runs elsewhere:
/// the kind, the variable, and the functions and texts of the lines.
std::string identity_of(const finding& found, const source_root& root) {
  std::string text = to_string(found.kind) + ('\n' + found.name);
  for (const event& e : found.events) {
    const source_location location = location_of(e, found);
    std::string line = location.text;
    std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
    text += '\n' + e.what + '\n' + root.relative(location.file) + '\n' + location.function + '\n' +
            line;
  }
  return text;
}

/// FNV-1a: unlike std::hash, the same everywhere.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

/// Numbers the findings of a report that have the same identity.
class fingerprints {
 public:
  ordered_json next(const finding& found, const source_root& root) {
    const std::string hash = hash_of(identity_of(found, root));
    const std::string text = hash + ':' + std::to_string(++uses_[hash]);
    // The first name is the one that GitHub reads.
    return {{"primaryLocationLineHash", text}, {"milliampFinding/v1", text}};
  }

 private:
  std::map<std::string, int> uses_;
};

/// Adds the first event as the location of the result, and the others and the declaration as
/// related locations.
void add_locations(const finding& found, const source_root& root, ordered_json& result) {
  result["locations"] = ordered_json::array();
  ordered_json related = ordered_json::array();
  ordered_json stacks = ordered_json::array();
  ordered_json flows = ordered_json::array();
  for (const event& e : found.events) {
    ordered_json location = location_json(location_of(e, found), root, label_of(e));
    if (&e == &found.events.front()) {
      result["locations"].push_back(std::move(location));
    } else {
      related.push_back(std::move(location));
    }
    stacks.push_back(stack_of(e, found, root));
    flows.push_back(thread_flow_of(e, found, root));
  }
  for (const related_place& r : found.related) {
    related.push_back(location_json(location_of(r), root, r.text));
  }
  if (found.declaration) {
    related.push_back(
        location_json(declaration_location(found), root, found.variable + " is declared here"));
  }
  int id = 0;
  for (ordered_json& location : related) location["id"] = ++id;
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  if (stacks.empty()) return;
  result["stacks"] = std::move(stacks);
  result["codeFlows"] = array_of({{"message", message(found.summary)}, {"threadFlows", flows}});
}

ordered_json result_of(const finding& found, const source_root& root) {
  ordered_json result;
  result["ruleId"] = to_string(found.kind);
  result["ruleIndex"] = static_cast<std::size_t>(found.kind);
  result["level"] = "error";
  std::string text = found.summary;
  for (const std::string& note : notes_of(found)) text += "\nnote: " + note;
  if (!found.advice.empty()) text += "\nhelp: " + found.advice;
  result["message"] = message(text);
  add_locations(found, root, result);
  result["occurrenceCount"] = found.count;
  if (found.same_value) result["properties"]["sameValue"] = true;
  return result;
}

/// The environment of the run, and notifications about its options.
ordered_json invocation_of(const run_summary& run, const source_root& root) {
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
    notifications.back()["locations"] = array_of(location_json(location, root));
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
  const source_root root(run.findings);
  fingerprints named;
  for (const finding& f : run.findings) {
    results.push_back(result_of(f, root));
    results.back()["partialFingerprints"] = named.next(f, root);
  }
  ordered_json run_json;
  run_json["tool"]["driver"] = {{"name", "Milliamp"},
                                {"version", MILLIAMP_VERSION_STRING},
                                {"semanticVersion", MILLIAMP_VERSION_STRING},
                                {"informationUri", "man:milliamp(1)"},
                                {"rules", rules()}};
  run_json["originalUriBaseIds"][root_id]["uri"] = uri_of(root.path() + '/');
  run_json["invocations"] = array_of(invocation_of(run, root));
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
