/// @file
/// Takes a macro's last argument from the others, so that the others may be a statement with
/// commas.
#ifndef MILLIAMP_DETAIL_LAST_ARGUMENT_H
#define MILLIAMP_DETAIL_LAST_ARGUMENT_H

/// The last of 2 to 16 arguments.
#define MILLIAMP_LAST_ARGUMENT(...) MILLIAMP_OF_ARGUMENTS_(LAST, __VA_ARGS__)
/// All but the last of 2 to 16 arguments.
#define MILLIAMP_OTHER_ARGUMENTS(...) MILLIAMP_OF_ARGUMENTS_(OTHERS, __VA_ARGS__)

#define MILLIAMP_OF_ARGUMENTS_(which, ...)                                                       \
  MILLIAMP_JOIN_(MILLIAMP_##which##_, MILLIAMP_17TH_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, \
                                                     8, 7, 6, 5, 4, 3, 2, 1, 0))                 \
  (__VA_ARGS__)
#define MILLIAMP_JOIN_(a, b) MILLIAMP_JOIN_NOW_(a, b)
#define MILLIAMP_JOIN_NOW_(a, b) a##b
#define MILLIAMP_17TH_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q

#define MILLIAMP_LAST_2(a, b) b
#define MILLIAMP_LAST_3(a, ...) MILLIAMP_LAST_2(__VA_ARGS__)
#define MILLIAMP_LAST_4(a, ...) MILLIAMP_LAST_3(__VA_ARGS__)
#define MILLIAMP_LAST_5(a, ...) MILLIAMP_LAST_4(__VA_ARGS__)
#define MILLIAMP_LAST_6(a, ...) MILLIAMP_LAST_5(__VA_ARGS__)
#define MILLIAMP_LAST_7(a, ...) MILLIAMP_LAST_6(__VA_ARGS__)
#define MILLIAMP_LAST_8(a, ...) MILLIAMP_LAST_7(__VA_ARGS__)
#define MILLIAMP_LAST_9(a, ...) MILLIAMP_LAST_8(__VA_ARGS__)
#define MILLIAMP_LAST_10(a, ...) MILLIAMP_LAST_9(__VA_ARGS__)
#define MILLIAMP_LAST_11(a, ...) MILLIAMP_LAST_10(__VA_ARGS__)
#define MILLIAMP_LAST_12(a, ...) MILLIAMP_LAST_11(__VA_ARGS__)
#define MILLIAMP_LAST_13(a, ...) MILLIAMP_LAST_12(__VA_ARGS__)
#define MILLIAMP_LAST_14(a, ...) MILLIAMP_LAST_13(__VA_ARGS__)
#define MILLIAMP_LAST_15(a, ...) MILLIAMP_LAST_14(__VA_ARGS__)
#define MILLIAMP_LAST_16(a, ...) MILLIAMP_LAST_15(__VA_ARGS__)

#define MILLIAMP_OTHERS_2(a, b) a
#define MILLIAMP_OTHERS_3(a, ...) a, MILLIAMP_OTHERS_2(__VA_ARGS__)
#define MILLIAMP_OTHERS_4(a, ...) a, MILLIAMP_OTHERS_3(__VA_ARGS__)
#define MILLIAMP_OTHERS_5(a, ...) a, MILLIAMP_OTHERS_4(__VA_ARGS__)
#define MILLIAMP_OTHERS_6(a, ...) a, MILLIAMP_OTHERS_5(__VA_ARGS__)
#define MILLIAMP_OTHERS_7(a, ...) a, MILLIAMP_OTHERS_6(__VA_ARGS__)
#define MILLIAMP_OTHERS_8(a, ...) a, MILLIAMP_OTHERS_7(__VA_ARGS__)
#define MILLIAMP_OTHERS_9(a, ...) a, MILLIAMP_OTHERS_8(__VA_ARGS__)
#define MILLIAMP_OTHERS_10(a, ...) a, MILLIAMP_OTHERS_9(__VA_ARGS__)
#define MILLIAMP_OTHERS_11(a, ...) a, MILLIAMP_OTHERS_10(__VA_ARGS__)
#define MILLIAMP_OTHERS_12(a, ...) a, MILLIAMP_OTHERS_11(__VA_ARGS__)
#define MILLIAMP_OTHERS_13(a, ...) a, MILLIAMP_OTHERS_12(__VA_ARGS__)
#define MILLIAMP_OTHERS_14(a, ...) a, MILLIAMP_OTHERS_13(__VA_ARGS__)
#define MILLIAMP_OTHERS_15(a, ...) a, MILLIAMP_OTHERS_14(__VA_ARGS__)
#define MILLIAMP_OTHERS_16(a, ...) a, MILLIAMP_OTHERS_15(__VA_ARGS__)

#endif
