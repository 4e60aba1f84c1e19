# Sets MILLIAMP_VERSION to the version in include/milliamp/version.h.
set(header ${CMAKE_CURRENT_LIST_DIR}/../../include/milliamp/version.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
file(STRINGS ${header} lines REGEX "^#define MILLIAMP_VERSION_(MAJOR|MINOR|PATCH) ")
list(TRANSFORM lines REPLACE ".* " "")
list(JOIN lines "." MILLIAMP_VERSION)
