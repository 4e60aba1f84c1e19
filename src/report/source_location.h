/// @file
/// A location in the source and the span of its line that a report marks.
#pragma once

#include "report/access_span.h"

#include <milliamp/finding.h>

#include <string>

namespace milliamp::detail::report {

struct source_location {
  std::string file;      ///< empty without debug information
  int line = 0;          ///< from 1
  int column = 0;        ///< of the first marked byte, from 1; 0 when unknown
  std::string function;  ///< empty when unknown
  std::string text;      ///< the line; empty when the file cannot be read
  text_span span{0, 0};  ///< the marked part of the text
};

/// `kernel.cpp:14:5`
std::string to_string(const source_location& location);

/// The location of an event of a finding.
source_location location_of(const event& e, const finding& found);

/// Where to show a finding: the location of the first event that has one in the source, or else of
/// a note that explains the finding.
source_location main_location(const finding& found);

/// The location of a note that explains a finding.
source_location location_of(const related_location& related);

/// The location of the declaration of a finding's variable, which must be known.
source_location declaration_location(const finding& found);

}  // namespace milliamp::detail::report
