/// @file
/// `milliamp explain`: the meaning of the kinds of findings.
#ifndef MILLIAMP_COMMAND_EXPLAIN_H
#define MILLIAMP_COMMAND_EXPLAIN_H

#include <string>

namespace milliamp::command {

/// The names of all kinds, each with a sentence on it.
std::string list_kinds();

/// The meaning of a kind, with a minimal faulty program and its fix.
/// @throws error if there is no such kind, with the nearest name
std::string explain(const std::string& kind);

}  // namespace milliamp::command

#endif
