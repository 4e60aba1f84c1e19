#include "symbolize/type_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace milliamp::detail::symbolize {

namespace {

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void name_short_vectors(std::string& name) {
  const std::string graphics = "concurrency::graphics::";
  if (name.find(graphics) == std::string::npos) return;
  for (const std::string_view scalar : {"norm", "unorm"}) {
    replace_all(name, graphics + std::string(scalar), scalar);
  }
  for (const std::string_view scalar :
       {"int", "unsigned int", "float", "double", "norm", "unorm"}) {
    const std::string_view short_name = scalar == "unsigned int" ? "uint" : scalar;
    for (const char* length : {"2", "3", "4"}) {
      replace_all(name, graphics + "details::vector<" + std::string(scalar) + ", " + length + '>',
                  std::string(short_name) + '_' + length);
    }
  }
}

/// `<float const, 2>` becomes `<const float, 2>`.
void put_const_first(std::string& name) {
  constexpr std::string_view qualifier = " const,";
  for (auto at = name.find(qualifier); at != std::string::npos; at = name.find(qualifier, at + 1)) {
    const auto begin = name.find_last_of("<,", at - 1);
    if (begin == std::string::npos || name[begin] != '<') continue;
    name.erase(at, qualifier.size() - 1);
    name.insert(begin + 1, "const ");
  }
}

}  // namespace

std::string as_written(std::string name) {
  name_short_vectors(name);
  put_const_first(name);
  return name;
}

void name_lambdas(std::string& name) {
  for (std::size_t at; (at = name.find("{lambda(")) != std::string::npos;) {
    name.replace(at, name.find('}', at) + 1 - at, "(lambda)");
  }
  for (std::size_t at; (at = name.find("$_")) != std::string::npos;) {
    name.replace(at, name.find_first_not_of("0123456789", at + 2) - at, "(lambda)");
  }
}

std::string demangle(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? text.get() : symbol;
  constexpr std::string_view tag = "[abi:";
  for (std::size_t at = name.find(tag); at != std::string::npos; at = name.find(tag, at)) {
    name.erase(at, name.find(']', at) + 1 - at);
  }
  // Remove the suffix that distinguishes the parts into which the compiler has split a function.
  return as_written(name.substr(0, name.find(" [clone ")));
}

}  // namespace milliamp::detail::symbolize
