// Programs that were written for Visual C++ get standard headers by <amp.h>: this one includes no
// other before it uses them.
#include <amp.h>

namespace {

struct used {
  std::set<int> ordered{3, 1, 2};
  std::unordered_map<std::string, int> known{{"one", 1}};
  std::vector<int> values{3, 1, 2};
  std::function<int(int)> twice = [](int i) { return 2 * i; };
  std::unique_ptr<int> owned = std::make_unique<int>(5);
  std::atomic<int> counter{0};
  std::future<int> later = std::async(std::launch::deferred, [] { return 7; });
  std::exception failure;
  int largest = std::numeric_limits<int>::max();
  float farthest = FLT_MAX;
};

std::size_t length_of(const char* text) { return strlen(text); }

int sorted_first(std::vector<int> values) {
  std::sort(std::begin(values), std::end(values));
  assert(!values.empty());
  return values.front();
}

}  // namespace

#include <gtest/gtest.h>

namespace {

TEST(StandardHeaders, ComeWithAmpH) {
  used all;
  EXPECT_EQ(*all.ordered.begin(), 1);
  EXPECT_EQ(all.known.at("one"), 1);
  EXPECT_EQ(all.twice(*all.owned), 10);
  EXPECT_EQ(all.later.get(), 7);
  EXPECT_EQ(sorted_first(all.values), 1);
  EXPECT_EQ(length_of("four"), 4u);
  EXPECT_EQ(++all.counter, 1);
  EXPECT_EQ(all.largest, INT_MAX);
  EXPECT_EQ(all.farthest, std::numeric_limits<float>::max());
  EXPECT_NE(all.failure.what(), nullptr);
}

}  // namespace
