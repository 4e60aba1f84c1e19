#include "page.h"

#include "base/read_file.h"
#include "error.h"
#include "process.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace milliamp::command {

namespace {

/// The page has this in place of the documents.
constexpr const char* documents_mark = "<!--DOCUMENTS-->";

/// A JSON document in which nothing ends a script element: `<` is only found in its strings, where
/// it may be escaped.
std::string without_markup(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// An element of a type that no browser runs.
std::string script(const std::string& type, const std::string& json) {
  return "<script type=\"application/x-milliamp-" + type + "\">" + without_markup(json) +
         "</script>\n";
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

std::string embed(std::string page, const std::vector<std::string>& recordings,
                  const std::string& lessons) {
  std::string scripts = script("lessons", lessons);
  for (const std::string& recording : recordings) scripts += script("recording", recording);
  const std::size_t mark = page.find(documents_mark);
  if (mark == std::string::npos)
    throw error("the HTML page of this installation is corrupt; install Milliamp again");
  return page.replace(mark, std::strlen(documents_mark), scripts);
}

std::string read_empty_page(const std::filesystem::path& file) {
  if (auto page = detail::base::read_file(file)) return *std::move(page);
  throw error(
      "this installation lacks the HTML page; build the target milliamp_page, which needs "
      "Node.js, or use --text");
}

bool open_in_browser(const std::filesystem::path& page) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  if (!can_execute("xdg-open")) return false;
  start({"xdg-open", std::filesystem::absolute(page)});
  return true;
}

}  // namespace milliamp::command
