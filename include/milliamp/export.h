/// @file
/// Marks symbols that the shared library exports.
#ifndef MILLIAMP_EXPORT_H
#define MILLIAMP_EXPORT_H

#define MILLIAMP_API __attribute__((visibility("default")))

#endif
