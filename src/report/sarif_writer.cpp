#include "report/sarif_writer.h"

#include "report/sarif_parts.h"
#include "report/source_location.h"
#include "report/source_root.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace milliamp::detail::report {

namespace {

/// The location of a frame in the call stack of an event.
source_location location_of_frame(const event& e, const finding& found, std::size_t frame) {
  if (frame == 0) return location_of(e, found);
  source_location location;
  location.file = e.frames[frame].file;
  location.line = e.frames[frame].line;
  location.function = e.frames[frame].function;
  return location;
}

/// Whether to leave out a frame of a deep call stack, such as that of a recursion: a report may
/// have thousands of them.
bool is_left_out(const event& e, std::size_t frame) {
  constexpr std::size_t most_on_each_side = 16;
  return frame >= most_on_each_side && frame + most_on_each_side < e.frames.size();
}

/// The call stack of an event.
ordered_json stack_of(const event& e, const finding& found, const source_root& root) {
  ordered_json stack;
  stack["message"] = message_json(label_of(e));
  stack["frames"] = ordered_json::array();
  for (std::size_t i = 0; i < e.frames.size(); ++i) {
    if (is_left_out(e, i)) continue;
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
    if (is_left_out(e, i)) continue;
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
                   {"shortDescription", message_json(text)},
                   {"fullDescription", message_json(text + ' ' + kind.help)},
                   {"helpUri", help_uri},
                   {"help", message_json(kind.help)},
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

/// Adds the first of locations_of() as the location of the result, and the others and the
/// declaration as related locations.
void add_locations(const finding& found, const source_root& root, ordered_json& result) {
  result["locations"] = ordered_json::array();
  ordered_json related = ordered_json::array();
  for (const labelled_location& l : locations_of(found)) {
    ordered_json& list = result["locations"].empty() ? result["locations"] : related;
    list.push_back(location_json(l.location, root, l.label));
  }
  ordered_json stacks = ordered_json::array();
  ordered_json flows = ordered_json::array();
  for (const event& e : found.events) {
    stacks.push_back(stack_of(e, found, root));
    flows.push_back(thread_flow_of(e, found, root));
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
  result["codeFlows"] =
      array_of({{"message", message_json(found.summary)}, {"threadFlows", flows}});
}

ordered_json result_of(const finding& found, const source_root& root) {
  ordered_json result;
  result["ruleId"] = to_string(found.kind);
  result["ruleIndex"] = static_cast<std::size_t>(found.kind);
  result["level"] = "error";
  std::string text = found.summary;
  for (const std::string& note : notes_of(found)) text += "\nnote: " + note;
  if (!found.advice.empty()) text += "\nhelp: " + found.advice;
  result["message"] = message_json(text);
  add_locations(found, root, result);
  result["occurrenceCount"] = found.count;
  if (found.same_value) result["properties"]["sameValue"] = true;
  return result;
}

/// The environment of the run, and notifications about its options.
ordered_json invocation_of(const run_summary& run, const source_root& root) {
  ordered_json notifications = ordered_json::array();
  const auto notify = [&](const std::string& text) {
    notifications.push_back({{"level", "note"}, {"message", message_json(text)}});
  };
  if (run.not_shown != 0) {
    notify(run.describe_not_shown() + "; raise max_reports to see the rest");
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

std::string sarif_document(const run_summary& run) {
  ordered_json results = ordered_json::array();
  const source_root root(run.findings);
  sarif_fingerprints named;
  for (const finding& f : run.findings) {
    results.push_back(result_of(f, root));
    results.back()["partialFingerprints"] = named.next(identity_of(f, root));
  }
  return sarif_log(rules(), root, invocation_of(run, root), std::move(results));
}

}  // namespace milliamp::detail::report
