// Macros of a program that have the names of the library's template parameters, such as those for
// sizes that are defined on the command line, neither break its headers nor get lost in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#define N 1024
#define M 64
#define T 3.5f
#define K "a program's"
#define I

#include <milliamp/gtest.h>
#include <milliamp/milliamp.h>

#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <amp_short_vectors.h>

#include <string>
#include <vector>

using namespace concurrency;

namespace {

TEST(ProgramMacros, KeepTheirMeaning) {
  EXPECT_EQ(extent<1>(N).size(), 1024u);
  EXPECT_EQ(T, 3.5f);
  EXPECT_EQ(std::string(K), "a program's");
  std::vector<float> data(N);
  const array_view<float> view(N, data);
  parallel_for_each(
      view.extent.tile<M>(), [=](tiled_index<M> t) restrict(amp) {
        tile_static float values[M];
        values[t.local[0]] = I T * t.tile[0];
        t.barrier.wait();
        view[t] = values[M - 1 - t.local[0]];
      });
  EXPECT_EQ(view[N - 1], 3.5f * 15);
}

}  // namespace
