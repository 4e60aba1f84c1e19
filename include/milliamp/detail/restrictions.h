/// @file
/// Restrictions of the library's own functions (spec 2.1), for the front end (src/language). The
/// library's headers cannot have restriction specifiers: they precede <milliamp/language.h>, and
/// other compilers take them as well. Without a mark, all code can call a function of the library.
/// Data members that stand for properties have the mark of the function that gets the property.
///
///     MILLIAMP_AMP_ONLY void wait() const;
///
/// The attribute has no meaning of its own in C++, so tools without the front end ignore it.
#ifndef MILLIAMP_DETAIL_RESTRICTIONS_H
#define MILLIAMP_DETAIL_RESTRICTIONS_H

#if defined(__clang__)
#define MILLIAMP_CPU_ONLY __attribute__((swift_attr("milliamp restrict(cpu)")))
#define MILLIAMP_AMP_ONLY __attribute__((swift_attr("milliamp restrict(amp)")))
#else
#define MILLIAMP_CPU_ONLY
#define MILLIAMP_AMP_ONLY
#endif

#endif
