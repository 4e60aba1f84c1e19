/// @file
/// The tests of views of host memory in a checked program, where REF has memory of its own.
#ifndef MILLIAMP_TESTS_CONFORMANCE_CHAPTER8_HOST_MEMORY_H
#define MILLIAMP_TESTS_CONFORMANCE_CHAPTER8_HOST_MEMORY_H

#include <milliamp/finding.h>

#include <amp.h>
#include <gtest/gtest.h>

#include <vector>

namespace milliamp::tests {

/// Sets every element to its number plus 1.
inline void count_up(const concurrency::array_view<int>& view) {
  concurrency::parallel_for_each(
      view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] = i[0] + 1; });
}

/// The value of an element of raw memory, which the compiler cannot know.
inline int read(const int* element) { return *static_cast<const volatile int*>(element); }

/// Writes an element of raw memory, where the compiler cannot see what for.
__attribute__((noinline)) inline void write(int* element, int value) { *element = value; }

class HostMemory : public testing::Test {
 protected:
  HostMemory() {
    EXPECT_EQ(concurrency::accelerator().device_path, concurrency::accelerator::direct3d_ref)
        << "the program is checked";
  }

  /// What has been found since the last call.
  std::vector<milliamp::finding> found() { return scope_.take(); }

  std::vector<int> numbers_ = std::vector<int>(8);

 private:
  milliamp::finding_scope scope_;
};

}  // namespace milliamp::tests

#endif
