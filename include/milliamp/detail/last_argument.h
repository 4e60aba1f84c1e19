/// @file
/// Moves the last argument of a macro to the front. EXPECT_FINDING(statement, matcher) thereby
/// separates the matcher from a statement that contains commas. C++17 has no shorter way:
/// __VA_OPT__, which allows recursion, is C++20.
#ifndef MILLIAMP_DETAIL_LAST_ARGUMENT_H
#define MILLIAMP_DETAIL_LAST_ARGUMENT_H

/// Expands to the last of 2 to 16 arguments, followed by the others in order.
#define MILLIAMP_ROTATE(...)                                                                 \
  MILLIAMP_EXPAND_(                                                                          \
      MILLIAMP_JOIN_, MILLIAMP_ROTATE_,                                                      \
      MILLIAMP_17TH_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)) \
  (__VA_ARGS__)

/// Calls a macro with expanded arguments.
#define MILLIAMP_EXPAND_(macro, ...) macro(__VA_ARGS__)
#define MILLIAMP_JOIN_(a, b) a##b
#define MILLIAMP_17TH_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q

#define MILLIAMP_ROTATE_2(a, b) b, a
#define MILLIAMP_ROTATE_3(a, b, c) c, a, b
#define MILLIAMP_ROTATE_4(a, b, c, d) d, a, b, c
#define MILLIAMP_ROTATE_5(a, b, c, d, e) e, a, b, c, d
#define MILLIAMP_ROTATE_6(a, b, c, d, e, f) f, a, b, c, d, e
#define MILLIAMP_ROTATE_7(a, b, c, d, e, f, g) g, a, b, c, d, e, f
#define MILLIAMP_ROTATE_8(a, b, c, d, e, f, g, h) h, a, b, c, d, e, f, g
#define MILLIAMP_ROTATE_9(a, b, c, d, e, f, g, h, i) i, a, b, c, d, e, f, g, h
#define MILLIAMP_ROTATE_10(a, b, c, d, e, f, g, h, i, j) j, a, b, c, d, e, f, g, h, i
#define MILLIAMP_ROTATE_11(a, b, c, d, e, f, g, h, i, j, k) k, a, b, c, d, e, f, g, h, i, j
#define MILLIAMP_ROTATE_12(a, b, c, d, e, f, g, h, i, j, k, l) l, a, b, c, d, e, f, g, h, i, j, k
#define MILLIAMP_ROTATE_13(a, b, c, d, e, f, g, h, i, j, k, l, m) \
  m, a, b, c, d, e, f, g, h, i, j, k, l
#define MILLIAMP_ROTATE_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
  n, a, b, c, d, e, f, g, h, i, j, k, l, m
#define MILLIAMP_ROTATE_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
  o, a, b, c, d, e, f, g, h, i, j, k, l, m, n
#define MILLIAMP_ROTATE_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
  p, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o

#endif
