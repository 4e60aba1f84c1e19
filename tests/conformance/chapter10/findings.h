/// @file
/// Findings of the checker in a launch.
#ifndef MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_FINDINGS_H
#define MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_FINDINGS_H

#include <milliamp/finding.h>

#include <amp.h>
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <vector>

namespace milliamp::tests {

template <class Launch>
std::vector<finding> findings_of(Launch launch) {
  milliamp::finding_scope scope;
  launch();
  return scope.take();
}

template <class Launch>
void expect_silence(Launch launch) {
  for (const finding& f : findings_of(launch)) ADD_FAILURE() << to_string(f);
}

/// The only finding of a launch, which must be of a kind and of accesses on one line.
template <class Launch>
finding finding_of(finding_kind kind, int line, Launch launch) {
  const std::vector<finding> found = findings_of(launch);
  if (found.size() != 1) {
    for (const finding& f : found) ADD_FAILURE() << to_string(f);
    ADD_FAILURE() << found.size() << " findings";
    return {};
  }
  EXPECT_EQ(found.front().kind, kind);
  for (const event& e : found.front().events) EXPECT_EQ(e.frames.front().line, line);
  return found.front();
}

/// Writes 0 to all texels of all levels.
template <class T, int N>
void clear(concurrency::graphics::texture<T, N>& texels) {
  const std::vector<unsigned char> zeros(texels.data_length);
  concurrency::graphics::copy(zeros.data(), texels.data_length, texels);
}

}  // namespace milliamp::tests

#endif
