/// @file
/// Parses JSON that others may have written, and makes the text of JSON documents.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace milliamp::detail::base {

/// Parses a text. Limits the nesting, so that functions which recurse into the result cannot
/// overflow the stack.
/// @tparam Json nlohmann::json or ordered_json
/// @throws nlohmann::json::exception if it is no JSON
/// @throws std::invalid_argument if it is nested too deeply
template <class Json>
Json parse_json(std::string_view text) {
  constexpr int most = 64;
  return Json::parse(text, [](int depth, auto, const auto&) {
    if (depth > most) {
      throw std::invalid_argument("the JSON has more than " + std::to_string(most) +
                                  " levels of nesting");
    }
    return true;
  });
}

/// The text of a document. Names from debug information may have bytes that are not UTF-8, which
/// are replaced.
/// @param indent -1: on one line
inline std::string json_text(const nlohmann::ordered_json& json, int indent = -1) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace milliamp::detail::base
