// Heap blocks that instrumented code allocates and other code frees: the checker is not told, and
// must not take memory that is in use again for the block.
#include <milliamp/gtest.h>

#include <amp.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using namespace concurrency;
using namespace milliamp;

/// The allocator as code calls it that is not instrumented: the linker redirects names, but no
/// address that was determined at run time.
struct plain_allocator {
  void* (*volatile allocate)(std::size_t) = nullptr;
  void (*volatile release)(void*) = nullptr;
};

plain_allocator find_plain_allocator() {
  plain_allocator found;
  found.allocate = reinterpret_cast<void* (*)(std::size_t)>(dlsym(RTLD_DEFAULT, "malloc"));
  found.release = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "free"));
  return found;
}

/// Copies from memory to an array.
void copy_from(const void* memory, int elements) {
  const auto* const first = static_cast<const int*>(memory);
  const array<int> copied(elements, first);
}

class FreedBlock : public testing::Test {
 protected:
  // glibc joins freed blocks of these sizes at once. The first one is followed by one in use.
  static constexpr std::size_t before = 1200, block = 1100, after = 2000, distance = 64;

  const plain_allocator plain_ = find_plain_allocator();
  void* const space_ = plain_.allocate(8000);
  void* const end_ = plain_.allocate(1200);
};

TEST_F(FreedBlock, IsNotKnownWhereItsMemoryIsInUse) {
  plain_.release(space_);
  void* const first = plain_.allocate(before);
  auto* const freed = static_cast<char*>(std::malloc(block));
  plain_.release(first);
  plain_.release(freed);

  void* const longer = plain_.allocate(before + distance);
  auto* const in_use = static_cast<char*>(plain_.allocate(after));
  std::memset(longer, 0, before + distance);
  std::memset(in_use, 0, after);
  finding_scope scope;
  copy_from(in_use, after / sizeof(int));
  EXPECT_THAT(scope.findings(), testing::IsEmpty());
  plain_.release(in_use);
  plain_.release(longer);
  plain_.release(end_);
  if (in_use != freed + distance) GTEST_SKIP() << "the allocator is not glibc's";
}

TEST_F(FreedBlock, OfAnExceptionIsNotKnownWhereItsMemoryIsInUse) {
  struct failure {
    char bytes[block];
  };
  plain_.release(space_);
  const void* thrown = nullptr;
  try {
    throw failure{};
  } catch (const failure& f) {
    thrown = &f;
  }

  // The C++ runtime has allocated its own data in front of the exception.
  const auto header =
      reinterpret_cast<std::uintptr_t>(thrown) - reinterpret_cast<std::uintptr_t>(space_);
  if (header > before) {
    plain_.release(end_);
    GTEST_SKIP() << "the allocator is not glibc's";
  }
  void* const first = plain_.allocate(header - 16);
  void* const in_use = plain_.allocate(after);
  std::memset(in_use, 0, after);
  finding_scope scope;
  copy_from(in_use, after / sizeof(int));
  EXPECT_THAT(scope.findings(), testing::IsEmpty());
  plain_.release(in_use);
  plain_.release(first);
  plain_.release(end_);
  if (in_use != thrown) GTEST_SKIP() << "the allocator is not glibc's";
}

TEST_F(FreedBlock, IsKnownWhileInUse) {
  auto* const known = static_cast<char*>(std::malloc(block));
  std::memset(known, 0, block);
  EXPECT_FINDING(copy_from(known + distance, block / sizeof(int)),
                 KindIs(finding_kind::out_of_bounds));
  std::free(known);
  plain_.release(space_);
  plain_.release(end_);
}

}  // namespace
