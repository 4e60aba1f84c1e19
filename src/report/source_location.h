/// @file
/// A location in the source and the span of its line that a report marks.
#pragma once

#include "report/access_span.h"

#include <milliamp/finding.h>

#include <string>
#include <vector>

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

/// The location of a note that explains a finding.
source_location location_of(const related_location& related);

struct labelled_location {
  source_location location;
  std::string label;
};

/// The locations of the events and notes of a finding. The first is where to show the finding: that
/// of the first event that has a location in the source, or else of a note.
std::vector<labelled_location> locations_of(const finding& found);

/// The first of locations_of(); empty if there is none.
source_location main_location(const finding& found);

/// The location of the declaration of a finding's variable, which must be known.
source_location declaration_location(const finding& found);

}  // namespace milliamp::detail::report
