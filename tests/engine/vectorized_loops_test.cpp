// The loops that call kernels, as the compilers vectorize them: each element has the value that its
// own thread has computed, whatever the length of a row.

#include "engine/both_engines.h"

#include <ostream>
#include <vector>

using namespace concurrency;

namespace {

struct complex {
  float re, im;
};

bool operator==(const complex& a, const complex& b) { return a.re == b.re && a.im == b.im; }
std::ostream& operator<<(std::ostream& stream, const complex& c) {
  return stream << '(' << c.re << ", " << c.im << ')';
}

/// Vectorized with a permutation: each component is computed from both.
complex turned(const complex& c) restrict(cpu, amp) {
  complex result;
  result.re = 2 * c.re - 3 * c.im;
  result.im = 2 * c.im + 3 * c.re;
  return result;
}

std::vector<complex> numbers(const extent<2>& domain) {
  std::vector<complex> all;
  for (unsigned i = 0; i < domain.size(); ++i) {
    all.push_back({static_cast<float>(i), static_cast<float>(2 * i + 1)});
  }
  return all;
}

/// What the compiler cannot vectorize.
std::vector<complex> expected(const extent<2>& domain) {
  std::vector<complex> all = numbers(domain);
  for (complex& c : all) {
    const volatile float re = c.re, im = c.im;
    c = turned({re, im});
  }
  return all;
}

class VectorizedLoops : public milliamp::tests::BothEngines {
 protected:
  template <int Height, int Width>
  void expect_own_values_in_tiles() const {
    for (int rows = 1; rows < 4; ++rows) {
      const extent<2> domain(rows * Height, 2 * Width);
      expect_own_values(domain, [&](const auto& from, const auto& to) {
        launch(
            domain.tile<Height, Width>(), [=](tiled_index<Height, Width> t) restrict(amp) {
              to[t] = turned(from[t]);
            });
      });
    }
  }

  template <class Launch>
  static void expect_own_values(const extent<2>& domain, const Launch& launch_from_to) {
    const std::vector<complex> from = numbers(domain);
    std::vector<complex> to(domain.size());
    launch_from_to(array_view<const complex, 2>(domain, from), array_view<complex, 2>(domain, to));
    EXPECT_EQ(to, expected(domain)) << domain[0] << " x " << domain[1];
  }
};

TEST_P(VectorizedLoops, OverTiles) {
  expect_own_values_in_tiles<1, 3>();
  expect_own_values_in_tiles<4, 4>();
  expect_own_values_in_tiles<8, 2>();
  expect_own_values_in_tiles<2, 16>();
  expect_own_values_in_tiles<5, 7>();
  expect_own_values_in_tiles<16, 16>();
}

TEST_P(VectorizedLoops, OverRows) {
  for (int height = 1; height < 6; ++height) {
    for (int width = 1; width < 36; ++width) {
      const extent<2> domain(height, width);
      expect_own_values(domain, [&](const auto& from, const auto& to) {
        launch(
            domain, [=](index<2> i) restrict(amp) { to[i] = turned(from[i]); });
      });
    }
  }
}

TEST_P(VectorizedLoops, OverRowsWithFactorsOfTheRow) {
  for (int width = 1; width < 20; ++width) {
    const extent<2> domain(8, width);
    expect_own_values(domain, [&](const auto& from, const auto& to) {
      launch(
          domain, [=](index<2> i) restrict(amp) {
            const float zero = static_cast<float>(i[0] / 8);
            const complex w{2 + zero, 3 - zero};
            const complex c = from[i];
            to[i] = complex{w.re * c.re - w.im * c.im, w.re * c.im + w.im * c.re};
          });
    });
  }
}

MILLIAMP_ON_BOTH_ENGINES(VectorizedLoops);

}  // namespace
