/// @file
/// The page of `milliamp view`: one HTML file that shows recordings in a browser. tools/viewer
/// makes it without recordings, when Milliamp is built.
#ifndef MILLIAMP_COMMAND_PAGE_H
#define MILLIAMP_COMMAND_PAGE_H

#include <filesystem>
#include <string>
#include <vector>

namespace milliamp::command {

/// Embeds JSON documents in the page: recordings, and a list of the lessons that explain their
/// findings. No text in them can become markup.
std::string embed(std::string page, const std::vector<std::string>& recordings,
                  const std::string& lessons);

/// The page without recordings.
/// @throws error if it has not been built
std::string read_empty_page(const std::filesystem::path& file);

/// Opens a page in a browser, and does not wait for it.
/// @return false if there is no desktop or no xdg-open
bool open_in_browser(const std::filesystem::path& page);

}  // namespace milliamp::command

#endif
