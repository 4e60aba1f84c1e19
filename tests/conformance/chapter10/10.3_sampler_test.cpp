// Spec 10.3: sampler, filter_mode and address_mode.
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <utility>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;

void expect_sampler(const sampler& s, filter_mode filter, address_mode address,
                    const float_4& border) {
  EXPECT_EQ(s.filter_mode, filter);
  EXPECT_EQ(s.get_filter_mode(), filter);
  EXPECT_EQ(s.address_mode, address);
  EXPECT_EQ(s.get_address_mode(), address);
  EXPECT_EQ(s.border_color, border);
  EXPECT_EQ(s.get_border_color(), border);
}

TEST(Sampler, Constructs) {
  const float_4 black(0.0f), color(1, 2, 3, 4);
  expect_sampler(sampler(), filter_linear, address_clamp, black);
  expect_sampler(sampler(filter_point), filter_point, address_clamp, black);
  expect_sampler(sampler(address_wrap), filter_linear, address_wrap, black);
  expect_sampler(sampler(address_border, color), filter_linear, address_border, color);
  expect_sampler(sampler(filter_point, address_mirror), filter_point, address_mirror, black);
  expect_sampler(sampler(filter_point, address_border, color), filter_point, address_border, color);
}

TEST(Sampler, RefusesUnknownModes) {
  EXPECT_THROW(sampler{filter_unknown}, runtime_exception);
  EXPECT_THROW(sampler{address_unknown}, runtime_exception);
  EXPECT_THROW((sampler{filter_linear, address_unknown}), runtime_exception);
  EXPECT_THROW((sampler{filter_unknown, address_wrap}), runtime_exception);
}

TEST(Sampler, CopiesAndMoves) {
  const float_4 color(1, 2, 3, 4);
  sampler original(filter_point, address_border, color);
  const sampler copied(original);
  expect_sampler(copied, filter_point, address_border, color);
  sampler assigned;
  EXPECT_EQ(&(assigned = original), &assigned);
  expect_sampler(assigned, filter_point, address_border, color);
  const sampler moved(std::move(original));
  expect_sampler(moved, filter_point, address_border, color);
  assigned = sampler();
  expect_sampler(assigned, filter_linear, address_clamp, float_4(0.0f));
}

}  // namespace
