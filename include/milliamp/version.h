/// @file
/// The version of Milliamp. CMakeLists.txt reads it from here.
///
///     #if defined(MILLIAMP_VERSION) && MILLIAMP_VERSION >= 200
///     // Milliamp 0.2.0 or later
///     #endif
#ifndef MILLIAMP_VERSION_H
#define MILLIAMP_VERSION_H

#define MILLIAMP_VERSION_MAJOR 0
#define MILLIAMP_VERSION_MINOR 1
#define MILLIAMP_VERSION_PATCH 0

/// The version as a number: major * 10000 + minor * 100 + patch.
#define MILLIAMP_VERSION \
  (MILLIAMP_VERSION_MAJOR * 10000 + MILLIAMP_VERSION_MINOR * 100 + MILLIAMP_VERSION_PATCH)

#define MILLIAMP_DETAIL_TEXT_OF(x) #x
#define MILLIAMP_DETAIL_EXPANDED_TEXT_OF(x) MILLIAMP_DETAIL_TEXT_OF(x)
/// The version as text, such as "0.1.0".
#define MILLIAMP_VERSION_STRING                            \
  MILLIAMP_DETAIL_EXPANDED_TEXT_OF(MILLIAMP_VERSION_MAJOR) \
  "." MILLIAMP_DETAIL_EXPANDED_TEXT_OF(                    \
      MILLIAMP_VERSION_MINOR) "." MILLIAMP_DETAIL_EXPANDED_TEXT_OF(MILLIAMP_VERSION_PATCH)

#endif
