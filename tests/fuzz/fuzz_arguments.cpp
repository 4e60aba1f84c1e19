/// @file
/// Any text is the content of a response file, and any words are arguments of a compiler.
#include "compiler_arguments.h"

#include <cstdint>
#include <string_view>

using milliamp::command::quoting;
using milliamp::command::read_compiler_arguments;
using milliamp::command::split_arguments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words = split_arguments(
      std::string_view(reinterpret_cast<const char*>(data), size), quoting::response_file);
  // Files of that name are none of the test's.
  std::erase_if(words, [](const std::string& word) { return word.starts_with('@'); });
  static_cast<void>(read_compiler_arguments(words));
  return 0;
}
