/// @file
/// The text of a lesson, from Markdown to plain text for a terminal.
#ifndef MILLIAMP_COMMAND_LESSON_TEXT_H
#define MILLIAMP_COMMAND_LESSON_TEXT_H

#include <string>

namespace milliamp::command {

/// Underlines headings, indents blocks of code, wraps paragraphs at 80 columns, and drops marks of
/// emphasis and the targets of links.
std::string plain_text(const std::string& markdown);

}  // namespace milliamp::command

#endif
