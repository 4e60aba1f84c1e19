/// @file
/// Parses JSON that others may have written.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
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
    if (depth > most) throw std::invalid_argument("what is there is nested too deeply");
    return true;
  });
}

}  // namespace milliamp::detail::base
