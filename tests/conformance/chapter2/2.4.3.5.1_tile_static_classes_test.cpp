// Spec 2.4.3.5.1: neither constructors nor destructors of tile_static variables are called.
#include <amp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace {

using namespace concurrency;

std::atomic<int> calls{0};

/// Its functions are for the host only, so that no kernel could call them.
struct counted {
  counted() : value(5) { ++calls; }
  ~counted() { ++calls; }
  int value;
};

template <class T>
struct wrapped {
  T inner;
};

int in_function(const tiled_index<2>& t) restrict(amp) {
  tile_static counted values[2];
  values[t.local[0]].value = t.local[0];
  t.barrier.wait();
  return values[1 - t.local[0]].value;
}

template <class T>
int in_template(const tiled_index<2>& t) restrict(amp) {
  tile_static wrapped<T> single;
  if (t.local[0] == 0) single.inner.value = t.tile[0];
  t.barrier.wait();
  return single.inner.value;
}

template <class T>
struct with_member {
  int operator()(const tiled_index<2>& t) const restrict(amp) {
    tile_static T values[2][1];
    values[t.local[0]][0].value = 3;
    t.barrier.wait();
    return values[1 - t.local[0]][0].value;
  }
};

TEST(TileStatic, CallsNoConstructorsAndDestructors) {
  std::vector<int> results(64);
  array_view<int> view(64, results);
  parallel_for_each(
      view.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static counted own;
        const auto in_lambda = [&] {
          tile_static wrapped<counted> inner[2];
          inner[t.local[0]].inner.value = 10;
          t.barrier.wait();
          return inner[1 - t.local[0]].inner.value;
        };
        if (t.local[0] == 0) own.value = 100;
        t.barrier.wait();
        view[t] = own.value + in_lambda() + with_member<counted>()(t) + in_function(t) +
                  in_template<counted>(t);
      });
  view.synchronize();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(results[i], 113 + (1 - i % 2) + i / 2);
  accelerator().default_view.wait();
  EXPECT_EQ(calls, 0);
}

}  // namespace
