/// @file
/// Parts of a SARIF log that are the same whatever its results are about.
#pragma once

#include "report/source_location.h"
#include "report/source_root.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace milliamp::detail::report {

using nlohmann::ordered_json;

ordered_json message_json(const std::string& text);
ordered_json array_of(ordered_json element);

/// A location. Its path is relative to the root if the file is below it.
ordered_json location_json(const source_location&, const source_root&);
/// A location with a message.
ordered_json location_json(const source_location&, const source_root&, const std::string& text);

/// Numbers the results of a log that have the same identity, which is what does not change when
/// lines move, or when the program is in another directory.
class sarif_fingerprints {
 public:
  /// The property `partialFingerprints` of the next result.
  ordered_json next(const std::string& identity);

 private:
  std::map<std::string, int> uses_;
};

/// A log of one run.
std::string sarif_log(ordered_json rules, const source_root&, ordered_json invocation,
                      ordered_json results);

/// The text of a log.
std::string sarif_text(const ordered_json& log);

}  // namespace milliamp::detail::report
