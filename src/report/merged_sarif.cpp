#include "report/merged_sarif.h"

#include "base/json.h"
#include "report/sarif_parts.h"

#include <algorithm>
#include <stdexcept>

namespace milliamp::detail::report {

namespace {

/// What does not depend on how many results of a log have the same identity.
std::string fingerprint_of(const ordered_json& result) {
  const std::string text = result.at("partialFingerprints").at("primaryLocationLineHash");
  return text.substr(0, text.find(':'));
}

/// Whether two results are of the same finding: with the same call stacks, whatever the threads.
bool are_equal(const ordered_json& a, const ordered_json& b) {
  const auto have_equal_frames = [](const ordered_json& x, const ordered_json& y) {
    return x.at("frames") == y.at("frames");
  };
  const ordered_json none = ordered_json::array();
  const ordered_json& stacks = a.contains("stacks") ? a["stacks"] : none;
  const ordered_json& others = b.contains("stacks") ? b["stacks"] : none;
  return fingerprint_of(a) == fingerprint_of(b) &&
         std::is_permutation(stacks.begin(), stacks.end(), others.begin(), others.end(),
                             have_equal_frames);
}

/// Adds a result to those of a run.
/// @param counted how many of its occurrences are there already
void add_result(ordered_json& results, ordered_json result, std::uint64_t counted) {
  std::uint64_t number = 1;
  for (ordered_json& known : results) {
    if (are_equal(known, result)) {
      known["occurrenceCount"] = known.at("occurrenceCount").get<std::uint64_t>() +
                                 result.at("occurrenceCount").get<std::uint64_t>() - counted;
      return;
    }
    if (fingerprint_of(known) == fingerprint_of(result)) ++number;
  }
  const std::string fingerprint = fingerprint_of(result) + ':' + std::to_string(number);
  for (ordered_json& each : result["partialFingerprints"]) each = fingerprint;
  results.push_back(std::move(result));
}

/// Makes the URIs that are relative to a root absolute.
void make_absolute(ordered_json& part, const std::string& root) {
  if (part.contains("uriBaseId")) {
    part["uri"] = root + part.at("uri").get<std::string>();
    part.erase("uriBaseId");
  }
  for (ordered_json& member : part) {
    if (member.is_structured()) make_absolute(member, root);
  }
}

/// Makes the results of both runs relative to the same root.
void share_root(ordered_json& run, ordered_json& added) {
  ordered_json& roots = run.at("originalUriBaseIds");
  const ordered_json& others = added.at("originalUriBaseIds");
  if (roots == others) return;
  if (run.at("results").empty()) {
    roots = others;
  } else {
    make_absolute(added["results"], others.front().at("uri"));
  }
}

ordered_json run_of(const ordered_json& log) { return log.at("runs").at(0); }

/// Adds a run to that of a log.
/// @param earlier an earlier state of the run, which the log already contains; null: none
void add_run(ordered_json& run, ordered_json added, const ordered_json& earlier) {
  share_root(run, added);
  ordered_json& invocations = run.at("invocations");
  const auto known = earlier.is_null() ? invocations.end()
                                       : std::find(invocations.begin(), invocations.end(),
                                                   earlier["invocations"][0]);
  if (known != invocations.end()) {
    *known = added["invocations"][0];
  } else {
    invocations.push_back(added["invocations"][0]);
  }
  const std::size_t counted = earlier.is_null() ? 0 : earlier["results"].size();
  for (std::size_t i = 0; i < added["results"].size(); ++i) {
    add_result(run.at("results"), added["results"][i],
               i < counted ? earlier["results"][i]["occurrenceCount"].get<std::uint64_t>() : 0);
  }
}

}  // namespace

std::string merge_sarif(const std::string& there, const std::string& report,
                        const std::string& joined) {
  const ordered_json added = run_of(ordered_json::parse(report));
  const ordered_json earlier =
      joined.empty() ? ordered_json() : run_of(ordered_json::parse(joined));
  try {
    auto log = base::parse_json<ordered_json>(there);
    if (log.at("runs").size() != 1 || log["runs"][0].at("tool") != added["tool"]) {
      throw std::invalid_argument("it is a log of another tool or of another version of Milliamp");
    }
    add_run(log["runs"][0], added, earlier);
    return sarif_text(log);
  } catch (const ordered_json::exception& e) {
    throw std::invalid_argument(
        std::string("the existing file is not a report written with report_format=sarif (") +
        e.what() + ')');
  }
}

}  // namespace milliamp::detail::report
