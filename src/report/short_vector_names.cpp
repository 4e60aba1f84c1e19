#include "report/short_vector_names.h"

#include <string_view>

namespace milliamp::detail {

namespace {

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string with_short_vector_names(std::string name) {
  const std::string graphics = "concurrency::graphics::";
  if (name.find(graphics) == std::string::npos) return name;
  for (const std::string_view scalar : {"norm", "unorm"}) {
    replace_all(name, graphics + std::string(scalar), scalar);
  }
  for (const std::string_view scalar :
       {"int", "unsigned int", "float", "double", "norm", "unorm"}) {
    const std::string_view short_name = scalar == "unsigned int" ? "uint" : scalar;
    for (const char* length : {"2", "3", "4"}) {
      replace_all(name, graphics + "detail::vector<" + std::string(scalar) + ", " + length + '>',
                  std::string(short_name) + '_' + length);
    }
  }
  return name;
}

}  // namespace milliamp::detail
