#include "report/sarif_parts.h"

#include "base/json.h"
#include "report/wrapped_text.h"

#include <milliamp/version.h>

#include <cctype>
#include <cstdint>
#include <string_view>
#include <utility>

namespace milliamp::detail::report {

namespace {

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
  return 1 + columns_of(line.substr(0, byte));
}

ordered_json region_of(const source_location& location) {
  ordered_json region;
  region["startLine"] = location.line;
  region["endLine"] = location.line;
  if (location.text.empty()) return region;
  region["startColumn"] = column_at(location.text, location.span.begin);
  region["endColumn"] = column_at(location.text, location.span.end);
  region["snippet"] = message_json(location.text);
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

/// FNV-1a: unlike std::hash, the same everywhere.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

}  // namespace

ordered_json message_json(const std::string& text) { return {{"text", text}}; }

ordered_json array_of(ordered_json element) {
  ordered_json array = ordered_json::array();
  array.push_back(std::move(element));
  return array;
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
  json["message"] = message_json(text);
  return json;
}

ordered_json sarif_fingerprints::next(const std::string& identity) {
  const std::string hash = hash_of(identity);
  const std::string text = hash + ':' + std::to_string(++uses_[hash]);
  // The first name is the one that GitHub reads.
  return {{"primaryLocationLineHash", text}, {"milliampFinding/v1", text}};
}

std::string sarif_log(ordered_json rules, const source_root& root, ordered_json invocation,
                      ordered_json results) {
  ordered_json run;
  run["tool"]["driver"] = {{"name", "Milliamp"},
                           {"version", MILLIAMP_VERSION_STRING},
                           {"semanticVersion", MILLIAMP_VERSION_STRING},
                           {"informationUri", "man:milliamp(1)"},
                           {"rules", std::move(rules)}};
  run["originalUriBaseIds"][root_id]["uri"] = uri_of(root.path() + '/');
  run["invocations"] = array_of(std::move(invocation));
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = std::move(results);

  ordered_json log;
  log["$schema"] =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = array_of(std::move(run));
  return sarif_text(log);
}

std::string sarif_text(const ordered_json& log) { return base::json_text(log, 2) + '\n'; }

}  // namespace milliamp::detail::report
