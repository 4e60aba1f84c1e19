// Spec 2.4.3.5.1: tile_static variables in functions of all kinds.

/// The storage class is part of the language, and needs no header.
template <class T>
T* shared_before_headers() {
  tile_static T values[2];
  return values;
}

#include <amp.h>
#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace concurrency;

/// What the thread beside this one in a tile of 2 gave for its value.
template <class T>
T of_neighbour(const tiled_index<2>& t, T* values, T value) restrict(amp) {
  values[t.local[0]] = value;
  t.barrier.wait();
  const T other = values[1 - t.local[0]];
  t.barrier.wait();
  return other;
}

int in_function(const tiled_index<2>& t, int value) restrict(amp) {
  tile_static int values[2];
  return of_neighbour(t, values, value);
}

template <class T, int Size>
T in_function_template(const tiled_index<Size>& t, T value) restrict(amp) {
  tile_static T values[Size];
  return of_neighbour(t, values, value);
}

struct functions {
  int in_member(const tiled_index<2>& t, int value) const restrict(amp) {
    tile_static int values[2];
    return of_neighbour(t, values, value);
  }
  static int in_static_member(const tiled_index<2>& t, int value) restrict(amp) {
    tile_static int values[2];
    return of_neighbour(t, values, value);
  }
  template <class T>
  T in_member_template(const tiled_index<2>& t, T value) const restrict(amp) {
    tile_static T values[2];
    return of_neighbour(t, values, value);
  }
};

template <class T>
struct class_template {
  T operator()(const tiled_index<2>& t, T value) const restrict(amp) {
    tile_static T values[2];
    return of_neighbour(t, values, value);
  }
};

const auto lambda_at_namespace_scope = [](const tiled_index<2>& t, int value) restrict(amp) {
  tile_static int values[2];
  return of_neighbour(t, values, value);
};
const auto generic_lambda = [](const auto& t, auto value) restrict(amp) {
  tile_static decltype(value) values[2];
  return of_neighbour(t, values, value);
};

template <class T>
T in_lambdas_of_a_template(const tiled_index<2>& t, T value) restrict(amp) {
  const auto outer = [&](auto v) restrict(amp) {
    tile_static decltype(v) values[2];
    const auto inner = [&](auto w) restrict(amp) {
      tile_static T others[2];
      return of_neighbour<T>(t, others, w) + of_neighbour(t, values, v);
    };
    return inner(v) / 2;
  };
  return outer(value);
}

/// Runs a function in a tile of 2 threads, each of which passes its number plus 1; expects that
/// each has got the other's.
template <class F>
void expect_exchange(const F& f) {
  std::vector<int> result(2);
  array_view<int> view(result);
  parallel_for_each(
      view.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        view[t.global] = static_cast<int>(f(t, t.local[0] + 1));
      });
  view.synchronize();
  EXPECT_EQ(result[0], 2);
  EXPECT_EQ(result[1], 1);
}

TEST(TileStatic, StandsInFunctionsOfAllKinds) {
  expect_exchange(in_function);
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    return in_function_template(t, 1.0 * value);
  });
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    return functions().in_member(t, value);
  });
  expect_exchange(functions::in_static_member);
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    return functions().in_member_template(t, 1.0f * static_cast<float>(value));
  });
  expect_exchange(class_template<int>());
  expect_exchange(class_template<double>());
}

TEST(TileStatic, IsKnownBeforeTheHeaders) {
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    return of_neighbour(t, shared_before_headers<int>(), value);
  });
}

TEST(TileStatic, StandsInLambdasOfAllKinds) {
  expect_exchange(lambda_at_namespace_scope);
  expect_exchange(generic_lambda);
  expect_exchange(in_lambdas_of_a_template<int>);
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    return in_lambdas_of_a_template(t, 1.0 * value);
  });
}

TEST(TileStatic, StandsInBlocksAndStatements) {
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    switch (value) {
      case 0:
        tile_static int never[2];
        return of_neighbour(t, never, value);
      default:
        break;
    }
    if constexpr (sizeof(int) == 4) {
      tile_static int values[2];
      return of_neighbour(t, values, value);
    }
  });
}

/// Constructors set other values than 0; none of them is called for a tile_static variable.
struct with_values {
  int a = 3;
  constexpr with_values() restrict(amp, cpu) {}
};
struct with_constructor {
  with_constructor() restrict(amp, cpu) : a(4) {}
  int a;
};

TEST(TileStatic, HasClassesOfAllKinds) {
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    tile_static index<2> indices[2], one;
    tile_static graphics::float_2 vectors[2];
    tile_static with_values with[2], single;
    tile_static with_constructor constructed[2], another;
    tile_static struct { int values[2]; } unnamed;
    const int i = t.local[0];
    indices[i] = index<2>(value, value);
    vectors[i] = graphics::float_2(static_cast<float>(value), 0);
    with[i].a = constructed[i].a = unnamed.values[i] = value;
    if (i == 0) {
      one = index<2>(0, 0);
      single.a = another.a = 0;
    }
    t.barrier.wait();
    const int other = 1 - i;
    const int found = indices[other][1] + static_cast<int>(vectors[other].x) + with[other].a +
                      constructed[other].a + unnamed.values[other];
    return found / 5 + one[0] + single.a + another.a;
  });
}

/// What else a declaration may say stands before tile_static or behind, as with `static`.
TEST(TileStatic, GoesWithOtherSpecifiersAndAttributes) {
  expect_exchange([](const tiled_index<2>& t, int value) restrict(amp) {
    [[maybe_unused]] tile_static int unused;
    alignas(64) tile_static int aligned[2];
    int tile_static behind[2];
    aligned[t.local[0]] = behind[t.local[0]] = value;
    t.barrier.wait();
    const int other = 1 - t.local[0];
    const bool fits = reinterpret_cast<std::uintptr_t>(aligned) % 64 == 0;
    return fits ? (aligned[other] + behind[other]) / 2 : 0;
  });
}

}  // namespace
