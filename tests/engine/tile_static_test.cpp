// tile_static variables: one instance a tile, of any trivially copyable type, wherever the variable
// stands; and on REF nothing that an earlier tile has left.

#include "engine/both_engines.h"
#include "engine/tile_static/inline_function.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

using namespace concurrency;
using milliamp::tests::inline_values;

namespace {

using TileStatic = milliamp::tests::BothEngines;

// --- Types ---------------------------------------------------------------------------------------

enum class color : std::uint8_t { red, green };
struct padded {
  char c;
  double d;
  short s;
};
struct nested {
  padded parts[2][3];
  int* pointer;
};
struct alignas(64) aligned {
  int values[20];
};
struct with_initializers {
  int a = 3;
  float b = 4.0f;
};

/// Threads pass each other values of the type; expects that the bytes arrive as they were, in
/// memory that is aligned as the type wants it.
template <class T, class Launch>
void expect_type_works(Launch launch) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<8>(), [&](tiled_index<8> t) {
    tile_static T values[8];
    tile_static T single;
    T mine{};
    if constexpr (std::is_same_v<T, bool>) {
      mine = t.global[0] % 2 == 0;
    } else {
      std::memset(static_cast<void*>(&mine), t.global[0] + 1, sizeof mine);
    }
    values[t.local[0]] = mine;
    if (t.local[0] == 3) single = mine;
    t.barrier.wait();
    const int neighbour = (t.local[0] + 1) % 8;
    T expected = mine;
    if constexpr (std::is_same_v<T, bool>) {
      expected = (t.tile_origin[0] + neighbour) % 2 == 0;
    } else {
      std::memset(static_cast<void*>(&expected), t.tile_origin[0] + neighbour + 1, sizeof expected);
    }
    const bool same = std::memcmp(&values[neighbour], &expected, sizeof expected) == 0 &&
                      std::memcmp(&values[3], &single, sizeof single) == 0;
    const bool fits = reinterpret_cast<std::uintptr_t>(values) % alignof(T) == 0 &&
                      reinterpret_cast<std::uintptr_t>(&single) % alignof(T) == 0;
    if (same && fits) ++right;
  });
  EXPECT_EQ(right, 64);
}

TEST_P(TileStatic, MayBeOfAnyTriviallyCopyableType) {
  const auto run = [this](const auto& domain, const auto& kernel) { launch(domain, kernel); };
  expect_type_works<bool>(run);
  expect_type_works<char>(run);
  expect_type_works<short>(run);
  expect_type_works<int>(run);
  expect_type_works<std::int64_t>(run);
  expect_type_works<float>(run);
  expect_type_works<double>(run);
  expect_type_works<color>(run);
  expect_type_works<const void*>(run);
  expect_type_works<padded>(run);
  expect_type_works<nested>(run);
  expect_type_works<aligned>(run);
  expect_type_works<with_initializers>(run);
  expect_type_works<std::array<int, 7>>(run);
  expect_type_works<index<2>>(run);
  expect_type_works<extent<3>>(run);
}

// --- Places --------------------------------------------------------------------------------------

TEST_P(TileStatic, MayBeSeveralInOneKernel) {
  std::atomic<int> right{0};
  launch(extent<2>(16, 16).tile<4, 4>(), [&](tiled_index<4, 4> t) {
    tile_static int rows[4], table[4][4];
    tile_static float scale;
    table[t.local[0]][t.local[1]] = t.local[0] * 4 + t.local[1];
    if (t.local[0] == 0) rows[t.local[1]] = 100 * t.local[1];
    if (t.local == index<2>(3, 3)) scale = 0.5f;
    t.barrier.wait();
    const float value =
        static_cast<float>(rows[t.local[0]] + table[t.local[1]][t.local[0]]) * scale;
    const int expected = 100 * t.local[0] + t.local[1] * 4 + t.local[0];
    if (value == 0.5f * static_cast<float>(expected)) ++right;
  });
  EXPECT_EQ(right, 256);
}

TEST_P(TileStatic, MayStandInsideALoop) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    int sum = 0;
    for (int round = 0; round < 10; ++round) {
      tile_static int chosen;
      if (t.local[0] == round) chosen = 1000 * t.tile[0] + round;
      t.barrier.wait();
      sum += chosen;
      t.barrier.wait();
    }
    if (sum == 10'000 * t.tile[0] + 45) ++right;
  });
  EXPECT_EQ(right, 64);
}

struct reversing_kernel {
  int* output;

  void operator()(tiled_index<16> t) const restrict(amp) {
    tile_static int values[16];
    values[t.local[0]] = t.global[0];
    t.barrier.wait();
    output[t.global[0]] = values[15 - t.local[0]];
  }
};

TEST_P(TileStatic, MayStandInAFunctionObject) {
  std::vector<int> output(64);
  launch(extent<1>(64).tile<16>(), reversing_kernel{output.data()});
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(output[static_cast<std::size_t>(i)], i / 16 * 16 + 15 - i % 16);
  }
}

template <class T, int Size>
T sum_in_template(const tiled_index<Size>& t, T value) restrict(amp) {
  tile_static T values[Size];
  values[t.local[0]] = value;
  t.barrier.wait();
  T sum = 0;
  for (const T& v : values) sum += v;
  t.barrier.wait();
  return sum;
}

// Each instance of the template has a variable of its own.
TEST_P(TileStatic, MayStandInAFunctionTemplate) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    const int sum = sum_in_template<int>(t, t.local[0]);
    const double half = sum_in_template<double>(t, 0.5 * t.local[0]);
    if (sum == 120 && half == 60.0) ++right;
  });
  launch(extent<1>(64).tile<32>(), [&](tiled_index<32> t) {
    if (sum_in_template<int>(t, t.local[0]) == 496) ++right;
  });
  EXPECT_EQ(right, 128);
}

template <int Size>
struct kernel_template {
  std::atomic<int>& right;

  void operator()(tiled_index<Size> t) const restrict(amp) {
    tile_static int values[Size];
    values[t.local[0]] = Size;
    t.barrier.wait();
    if (values[Size - 1 - t.local[0]] == Size) ++right;
  }
};

TEST_P(TileStatic, MayStandInATemplateOfFunctionObjects) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<8>(), kernel_template<8>{right});
  launch(extent<1>(64).tile<32>(), kernel_template<32>{right});
  EXPECT_EQ(right, 128);
}

[[gnu::noinline]] int* place_in_function() {
  tile_static int values[16];
  return values;
}

// However often and from wherever the function is called, its variable is that of the tile.
TEST_P(TileStatic, MayStandInAFunctionThatAKernelCalls) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    place_in_function()[t.local[0]] = t.global[0];
    t.barrier.wait();
    const int* const values = place_in_function();
    if (values[15 - t.local[0]] == t.tile_origin[0] + 15 - t.local[0]) ++right;
  });
  EXPECT_EQ(right, 64);
}

// The function is in a header, and both sources of this program use it.
TEST_P(TileStatic, OfAnInlineFunctionIsTheSameInAllSources) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    if (t.local[0] % 2 == 0) {
      inline_values()[t.local[0]] = t.global[0];
    } else {
      milliamp::tests::set_in_second_source(t.local[0], t.global[0]);
    }
    t.barrier.wait();
    const int other = 15 - t.local[0];
    if (inline_values()[other] == t.tile_origin[0] + other &&
        milliamp::tests::get_in_second_source(other) == t.tile_origin[0] + other &&
        inline_values() == milliamp::tests::place_in_second_source()) {
      ++right;
    }
  });
  EXPECT_EQ(right, 64);
}

// --- Instances -----------------------------------------------------------------------------------

TEST_P(TileStatic, HasOneInstanceATile) {
  constexpr int tiles = 500, threads = 16;
  std::vector<int*> places(tiles * threads);
  std::atomic<int> wrong{0};
  launch(extent<1>(tiles * threads).tile<threads>(), [&](tiled_index<threads> t) {
    tile_static int owner;
    places[static_cast<std::size_t>(t.global[0])] = &owner;
    for (int round = 0; round < 5; ++round) {
      if (t.local[0] == round) owner = t.tile[0];
      t.barrier.wait();
      if (owner != t.tile[0]) ++wrong;
      t.barrier.wait();
    }
  });
  EXPECT_EQ(wrong, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    ASSERT_EQ(places[i], places[i / threads * threads]) << i;
  }
}

/// Reads the variables of a tile before anybody has written them, then leaves its own values.
struct leaving_kernel {
  std::vector<std::uint32_t>& found;

  void operator()(tiled_index<4> t) const {
    tile_static std::uint32_t single;
    tile_static std::uint32_t values[4];
    const auto at = static_cast<std::size_t>(t.global[0]) * 2;
    found[at] = single;
    found[at + 1] = values[t.local[0]];
    t.barrier.wait();
    if (t.local[0] == 0) single = static_cast<std::uint32_t>(t.tile[0]);
    values[t.local[0]] = static_cast<std::uint32_t>(t.global[0]);
    t.barrier.wait();
  }
};

TEST_P(TileStatic, NeverShowsAnEarlierTilesValueOnRef) {
  if (!is_ref()) GTEST_SKIP() << "WARP leaves what earlier tiles have left";
  constexpr int tiles = 1000;
  for (int launches = 0; launches < 3; ++launches) {
    std::vector<std::uint32_t> found(tiles * 4 * 2);
    launch(extent<1>(tiles * 4).tile<4>(), leaving_kernel{found});
    const auto poisoned = std::count(found.begin(), found.end(), 0xFFFF'FFFFu);
    EXPECT_EQ(static_cast<std::size_t>(poisoned), found.size());
    for (const milliamp::finding& f : take_findings()) {
      EXPECT_EQ(f.kind, milliamp::finding_kind::uninitialized_read) << to_string(f);
    }
  }
}

// --- The host's thread-local variables are none of them ------------------------------------------

thread_local std::string host_name = "unset";

TEST_P(TileStatic, LeavesThreadLocalVariablesOfTheProgramAlone) {
  static thread_local std::int64_t host_number = 0;
  host_number = 42;
  host_name = "the thread that launches";
  for (int i = 0; i < 3; ++i) {
    launch(extent<1>(1600).tile<16>(), [](tiled_index<16> t) {
      tile_static int values[16];
      values[t.local[0]] = t.local[0];
      t.barrier.wait();
    });
  }
  EXPECT_EQ(host_number, 42);
  EXPECT_EQ(host_name, "the thread that launches");
}

MILLIAMP_ON_BOTH_ENGINES(TileStatic);

}  // namespace
