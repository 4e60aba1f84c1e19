/// @file
/// A place in the source and the expression that a report marks there.
#pragma once

#include "report/access_span.h"

#include <milliamp/finding.h>

#include <string>

namespace milliamp::detail::report {

struct marked_location {
  std::string file;      ///< empty when there is no debug information
  int line = 0;          ///< from 1
  int column = 0;        ///< of the first marked byte, from 1; 0 when unknown
  std::string function;  ///< empty when unknown
  std::string text;      ///< the line; empty when it cannot be read
  text_span span{0, 0};  ///< what is marked of the text

  /// `kernel.cpp:14:5`
  std::string location() const;
};

/// The place of an event of a finding.
marked_location place_of(const event& e, const finding& found);

/// A place that helps to understand a finding.
marked_location place_of(const related_place& related);

/// The place where the variable of a finding is declared, which has to be known.
marked_location place_of_declaration(const finding& found);

}  // namespace milliamp::detail::report
