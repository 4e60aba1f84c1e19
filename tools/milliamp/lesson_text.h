/// @file
/// The text of a lesson, from Markdown to plain text for a terminal.
#ifndef MILLIAMP_COMMAND_LESSON_TEXT_H
#define MILLIAMP_COMMAND_LESSON_TEXT_H

#include <string>

namespace milliamp::command {

/// Underlines headings, indents blocks of code, keeps the text of links, and drops comments and
/// marks of emphasis.
std::string plain_text(const std::string& markdown);

}  // namespace milliamp::command

#endif
