/// @file
/// Takes the code out of an article, and makes programs of it.
///
///     for (const std::string& program : programs_of(text_of_the_article)) compile(program);
///
/// An article is text in which code stands between prose. The code is used as it is, but for what
/// has no meaning here or was lost on the way into the text:
/// - `void main()` becomes `int main()`,
/// - a `?` that is missing between a condition and its two values is put back,
/// - line ends are put back into code that the text has in a single line, and marks of the text's
///   own (`*//`) are taken out,
/// - what is not a whole program becomes one: see programs_of().
#pragma once

#include <string>
#include <vector>

namespace milliamp::tests {

/// The pieces of code in an article, in its order, repaired as said above.
std::vector<std::string> code_of(const std::string& article);

/// One program for each piece of code that does something:
/// - a piece that has a main(), as it is; or, when it is nothing but that, with all that the
/// article
///   has had so far,
/// - a piece that defines functions, with a main() that calls the last of them,
/// - statements, as the body of main(); those that calculate averages of tiles, between the
///   making of a matrix and the printing of the averages,
/// - statements of a thread, as the body of a kernel over the tiles of that matrix.
std::vector<std::string> programs_of(const std::string& article);

}  // namespace milliamp::tests
