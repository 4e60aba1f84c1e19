// Programs may replace operator new, and have members of std::string of their own: instrumented
// code that the library calls, too. What that does is the library's work and no access of the
// kernel's or the host's.
#include <milliamp/finding.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

volatile std::size_t allocations = 0;

}  // namespace

__attribute__((noinline)) void* operator new(std::size_t size) {
  allocations = allocations + 1;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept {
  allocations = allocations + 1;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using testing::Each;
using testing::ElementsAre;
using testing::Field;

class OwnAllocator : public testing::Test {
 protected:
  std::vector<finding> found() { return scope_.take(); }

 private:
  milliamp::finding_scope scope_;
};

auto is_of(finding_kind kind) { return Field("kind", &finding::kind, kind); }

// What pages the library works on is chance: so all of them are watched.
TEST_F(OwnAllocator, IsNotWatchedWhileAFindingIsDescribed) {
  std::vector<int> all_pages(std::size_t{64} << 20);
  const array_view<int> view(all_pages);
  parallel_for_each(
      extent<1>(4), [=](index<1> i) restrict(amp) { view[i] = 1; });
  (void)*static_cast<const volatile int*>(&all_pages[3]);
  EXPECT_THAT(found(), ElementsAre(is_of(finding_kind::stale_host_read)));
  view.synchronize();
}

TEST_F(OwnAllocator, IsNoRaceOfThreadsThatGoOutOfBounds) {
  std::vector<int> data(64);
  const array_view<int> view(data);
  parallel_for_each(
      extent<1>(4096), [=](index<1> i) restrict(amp) { view[i[0] + 64] = 1; });
  EXPECT_THAT(found(), ElementsAre(is_of(finding_kind::out_of_bounds)));
}

TEST_F(OwnAllocator, IsNoRaceOfThreadsThatRace) {
  std::vector<int> data(64);
  const array_view<int> view(data);
  parallel_for_each(
      extent<1>(4096).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        view[t.local] = t.global[0];
      });
  EXPECT_THAT(found(), ElementsAre(is_of(finding_kind::race)));
}

TEST_F(OwnAllocator, IsNoRaceOfThreadsThatThrow) {
  const auto fail = [](index<1> i) restrict(amp) {
    throw std::runtime_error("index " + std::to_string(i[0]) + " is not wanted by anybody");
  };
  EXPECT_THROW(parallel_for_each(extent<1>(4096), fail), runtime_exception);
  // The kernel's own allocations do race.
  EXPECT_THAT(found(), Each(is_of(finding_kind::race)));
}

TEST_F(OwnAllocator, IsNoRaceOfThreadsThatDiverge) {
  EXPECT_THROW(parallel_for_each(
                   extent<1>(4096).tile<64>(),
                   [=](tiled_index<64> t) restrict(amp) {
                     if (t.local[0] < 32) t.barrier.wait();
                   }),
               runtime_exception);
  EXPECT_THAT(found(), ElementsAre(is_of(finding_kind::barrier_divergence)));
}

TEST_F(OwnAllocator, IsNoRaceOfThreadsThatPrint) {
  testing::internal::CaptureStderr();
  parallel_for_each(
      extent<1>(64), [=](index<1> i) restrict(amp) {
        direct3d_printf("a line that is too long for a short string: %d", i[0]);
      });
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("short string: 63\n"));
  EXPECT_THAT(found(), testing::IsEmpty());
}

void give_up() { throw std::bad_alloc(); }

TEST_F(OwnAllocator, KeepsItsNewHandler) {
  std::vector<int> data(64);
  const array_view<int> view(data);
  const auto launch = [&] {
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  };
  launch();
  EXPECT_EQ(std::set_new_handler(&give_up), nullptr);
  launch();
  EXPECT_EQ(std::set_new_handler(nullptr), &give_up);
}

}  // namespace
