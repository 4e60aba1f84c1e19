// The reference model on small kernels that are made by hand, section by section of spec 8.1.2.
#include "reliability/reference_model.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <tuple>

namespace {

using namespace reliability;

// --- Kernels by hand -----------------------------------------------------------------------------

operation access(action what, memory where, int offset, int width = 4) {
  operation o;
  o.what = what;
  o.where = where;
  o.offset = static_cast<std::uint16_t>(offset);
  o.width = static_cast<std::uint8_t>(width);
  o.site = static_cast<std::uint8_t>(offset / 4);  // what is elsewhere is another race
  return o;
}
operation load(memory where, int offset, int width = 4) {
  return access(action::load, where, offset, width);
}
operation store(memory where, int offset, int width = 4) {
  return access(action::store, where, offset, width);
}
operation fence(action what) { return access(what, memory::words, 0, 0); }

/// What one thread of a tile does.
using thread_program = std::vector<operation>;

/// Tiles of threads that run one after another from one wait to the next, as they are given here.
class scenario {
 public:
  /// Adds a tile. Waits stand in the programs of all its threads.
  scenario& tile(std::initializer_list<thread_program> threads) {
    const auto count = static_cast<int>(threads.size());
    kernel_.shape.tile = {1, 1, count};
    kernel_.shape.tiles[2] = static_cast<int>(kernel_.tiles.size()) + 1;
    tile_program program;
    std::vector<trace_entry> order;
    std::vector<std::size_t> next(threads.size(), 0);
    const std::vector<thread_program> programs(threads);
    for (bool waits = true; waits;) {
      waits = false;
      operation wait;
      for (int t = 0; t < count; ++t) {
        const thread_program& p = programs[at(t)];
        std::size_t& i = next[at(t)];
        for (; i < p.size() && !is_wait(p[i].what); ++i) {
          order.push_back(
              {static_cast<std::uint16_t>(program.size()), static_cast<std::uint16_t>(t), !fails_});
          step all(threads.size());
          all[at(t)] = p[i];
          program.push_back(std::move(all));
        }
        if (i < p.size()) {
          waits = true;
          wait = p[i++];
        }
      }
      if (waits) program.emplace_back(threads.size(), wait);
    }
    kernel_.tiles.push_back(std::move(program));
    order_.push_back(std::move(order));
    return *this;
  }

  /// From now on, no compare_exchange finds what it expects.
  scenario& compare_exchanges_fail() {
    fails_ = true;
    return *this;
  }

  std::size_t races() const { return reference_model(kernel_, order_).races().size(); }
  const kernel& made() const { return kernel_; }
  const trace& order() const { return order_; }

 private:
  static std::size_t at(int t) { return static_cast<std::size_t>(t); }

  kernel kernel_;
  trace order_;
  bool fails_ = false;
};

std::size_t races_of(std::initializer_list<thread_program> threads) {
  return scenario().tile(threads).races();
}

constexpr memory data = memory::words;
constexpr int x = 0;
constexpr int flag = 16;

// --- 8.1.2.2 Compatible memory operations --------------------------------------------------------

TEST(ReferenceModel, KnowsTheTableOfCompatibleOperations) {
  const operation read = load(data, x);
  const operation write = store(data, x);
  const operation atomic = access(action::fetch_add, data, x);
  EXPECT_EQ(races_of({{atomic}, {atomic}}), 0u);
  EXPECT_EQ(races_of({{read}, {read}}), 0u);
  EXPECT_EQ(races_of({{read}, {atomic}}), 0u);
  EXPECT_EQ(races_of({{write}, {read}}), 1u);
  EXPECT_EQ(races_of({{write}, {write}}), 1u);
  EXPECT_EQ(races_of({{write}, {atomic}}), 1u);
}

TEST(ReferenceModel, LooksAtBytes) {
  EXPECT_EQ(races_of({{store(data, 0, 1)}, {store(data, 1, 1)}}), 0u);
  EXPECT_EQ(races_of({{store(data, 0, 2)}, {store(data, 2, 2)}}), 0u);
  EXPECT_EQ(races_of({{store(data, 1, 4)}, {store(data, 4, 1)}}), 1u);
  EXPECT_EQ(races_of({{store(data, 3, 8)}, {load(data, 10, 2)}}), 1u);
  EXPECT_EQ(races_of({{store(data, 3, 8)}, {load(data, 11, 2)}}), 0u);
  EXPECT_EQ(races_of({{store(memory::words, 0)}, {store(memory::odd, 0)}}), 0u);
}

TEST(ReferenceModel, LeavesAThreadAloneWithItself) {
  EXPECT_EQ(races_of({{store(data, x), load(data, x), store(data, x)}, {}}), 0u);
  EXPECT_EQ(races_of({{store(memory::local, x)}, {store(memory::local, x)}}), 0u);
}

// --- 8.1.2.3 Concurrent memory operations --------------------------------------------------------

TEST(ReferenceModel, OrdersNothingAcrossTiles) {
  const thread_program global = {store(memory::view, x)};
  const thread_program waits = {fence(action::wait), store(memory::view, x)};
  EXPECT_EQ(scenario().tile({global}).tile({global}).races(), 1u);
  EXPECT_EQ(scenario().tile({global}).tile({waits}).races(), 1u);
  EXPECT_EQ(scenario().tile({{store(data, x)}}).tile({{store(data, x)}}).races(), 0u);
}

TEST(ReferenceModel, OrdersByBarriersOfTheKindOfMemory) {
  const auto races_with = [](action wait, memory where) {
    return races_of({{store(where, x), fence(wait)}, {fence(wait), load(where, x)}});
  };
  EXPECT_EQ(races_with(action::wait, memory::words), 0u);
  EXPECT_EQ(races_with(action::wait, memory::view), 0u);
  EXPECT_EQ(races_with(action::wait_with_all_memory_fence, memory::words), 0u);
  EXPECT_EQ(races_with(action::wait_with_all_memory_fence, memory::array), 0u);
  EXPECT_EQ(races_with(action::wait_with_global_memory_fence, memory::host), 0u);
  EXPECT_EQ(races_with(action::wait_with_global_memory_fence, memory::words), 1u);
  EXPECT_EQ(races_with(action::wait_with_tile_static_memory_fence, memory::odd), 0u);
  EXPECT_EQ(races_with(action::wait_with_tile_static_memory_fence, memory::view), 1u);
}

/// One thread stores to x and then raises a flag, another reads the flag and then loads x; with
/// these fences between each two.
std::size_t message_races(action release, action acquire, memory data_in = memory::words,
                          memory flag_in = memory::words, action raise = action::exchange,
                          action read = action::fetch_add) {
  return races_of({{store(data_in, x), fence(release), access(raise, flag_in, flag)},
                   {access(read, flag_in, flag), fence(acquire), load(data_in, x)}});
}

constexpr action all = action::all_memory_fence;
constexpr action global = action::global_memory_fence;
constexpr action tile_static_ = action::tile_static_memory_fence;
constexpr action none = action::none;

TEST(ReferenceModel, OrdersWhatAnAtomicOperationCarriesFromFenceToFence) {
  EXPECT_EQ(message_races(all, all), 0u);
  EXPECT_EQ(message_races(tile_static_, tile_static_), 0u);
  EXPECT_EQ(message_races(tile_static_, all), 0u);
  EXPECT_EQ(message_races(global, global, memory::view, memory::array), 0u);
}

TEST(ReferenceModel, WantsAFenceOnBothSides) {
  EXPECT_EQ(message_races(all, none), 1u);
  EXPECT_EQ(message_races(none, all), 1u);
  EXPECT_EQ(message_races(none, none), 1u);
}

TEST(ReferenceModel, WantsFencesOfTheKindOfMemory) {
  EXPECT_EQ(message_races(global, all), 1u);
  EXPECT_EQ(message_races(all, global), 1u);
  EXPECT_EQ(message_races(tile_static_, tile_static_, memory::view, memory::view), 1u);
}

// Rule 4: a fence of both kinds joins them; one of a single kind leaves the flag or the data out.
TEST(ReferenceModel, CarriesOneKindOfMemoryByTheOtherWithFencesOfBoth) {
  EXPECT_EQ(message_races(all, all, memory::view, memory::words), 0u);
  EXPECT_EQ(message_races(all, all, memory::words, memory::view), 0u);
  EXPECT_EQ(message_races(global, global, memory::view, memory::words), 1u);
  EXPECT_EQ(message_races(tile_static_, tile_static_, memory::view, memory::words), 1u);
}

TEST(ReferenceModel, CarriesToPlainLoadsButNotFromPlainStores) {
  EXPECT_EQ(message_races(all, all, data, data, action::exchange, action::load), 0u);
  // The flag itself is a race then; so is what depends on it.
  EXPECT_EQ(message_races(all, all, data, data, action::store, action::load), 2u);
}

TEST(ReferenceModel, CarriesNothingToThoseWhoReadTooEarly) {
  EXPECT_EQ(races_of({{access(action::fetch_add, data, flag), fence(all), load(data, x)},
                      {store(data, x), fence(all), access(action::fetch_add, data, flag)}}),
            1u);
}

TEST(ReferenceModel, CarriesAlongAChainOfAtomicOperations) {
  const thread_program sender = {store(data, x), fence(all), access(action::exchange, data, flag)};
  const thread_program receiver = {load(data, flag), fence(all), load(data, x)};
  EXPECT_EQ(races_of({sender, {access(action::fetch_add, data, flag)}, receiver}), 0u);
  // A plain store in the chain, here by the sender itself, ends it.
  thread_program interrupted = sender;
  interrupted.push_back(store(data, flag));
  EXPECT_EQ(races_of({interrupted, {access(action::fetch_add, data, flag)}, receiver}), 3u);
}

TEST(ReferenceModel, CarriesThroughThreadsInBetween) {
  const thread_program sender = {store(data, x), fence(all), access(action::exchange, data, flag)};
  const thread_program relay = {load(data, flag), fence(all), access(action::exchange, data, 32)};
  const thread_program receiver = {load(data, 32), fence(all), load(data, x)};
  EXPECT_EQ(races_of({sender, relay, receiver}), 0u);
  const thread_program hasty = {load(data, flag), access(action::exchange, data, 32)};
  EXPECT_EQ(races_of({sender, hasty, receiver}), 1u);
}

TEST(ReferenceModel, CarriesNothingFromACompareExchangeThatFails) {
  const thread_program sender = {store(data, x), fence(all),
                                 access(action::compare_exchange, data, flag)};
  const thread_program receiver = {load(data, flag), fence(all), load(data, x)};
  EXPECT_EQ(scenario().tile({sender, receiver}).races(), 0u);
  EXPECT_EQ(scenario().compare_exchanges_fail().tile({sender, receiver}).races(), 1u);
}

// The last of all threads that count resets the counter.
TEST(ReferenceModel, OrdersAtomicOperationsBeforeThoseWhoReadThem) {
  const operation count = access(action::fetch_add, data, flag);
  EXPECT_EQ(races_of({{count}, {count}, {count, fence(all), store(data, flag)}}), 0u);
  EXPECT_EQ(races_of({{count}, {count}, {count, store(data, flag)}}), 1u);
  EXPECT_EQ(races_of({{count, fence(all), store(data, flag)}, {count}, {count}}), 1u);
}

TEST(ReferenceModel, OrdersNothingByFencesAlone) {
  EXPECT_EQ(races_of({{store(data, x), fence(all)}, {fence(all), load(data, x)}}), 1u);
}

TEST(ReferenceModel, OrdersByFencesAroundABarrierThatShareAKindOfMemoryWithIt) {
  const auto races_with = [](action around, action wait) {
    return races_of({{store(memory::view, x), fence(around), fence(wait), fence(around)},
                     {fence(around), fence(wait), fence(around), load(memory::view, x)}});
  };
  EXPECT_EQ(races_with(all, action::wait_with_tile_static_memory_fence), 0u);
  EXPECT_EQ(races_with(global, action::wait_with_tile_static_memory_fence), 1u);
  EXPECT_EQ(races_with(tile_static_, action::wait_with_global_memory_fence), 0u);
}

TEST(ReferenceModel, TakesAWideAccessForOneToEachOfItsWords) {
  // The flag is in the first word, the data in the second: nothing orders the two loads.
  EXPECT_EQ(races_of({{store(data, 4), fence(all), access(action::exchange, data, 0)},
                      {load(data, 0, 8)}}),
            1u);
}

// --- Instances -----------------------------------------------------------------------------------

TEST(ReferenceModel, KnowsWhichThreadsRace) {
  scenario s;
  s.tile({{store(memory::view, x)}, {}, {load(memory::view, x)}});
  s.tile({{load(memory::view, 1)}, {load(memory::view, 4)}, {}});
  const reference_model model(s.made(), s.order());
  ASSERT_EQ(model.races().size(), 2u) << "within a tile, and between tiles";
  const race r = *model.races().begin();  // loads come before stores
  EXPECT_TRUE(model.is_instance(r, 2, 0));
  EXPECT_TRUE(model.is_instance(r, 3, 0));
  EXPECT_FALSE(model.is_instance(r, 4, 0));
  EXPECT_FALSE(model.is_instance(r, 0, 2));
  EXPECT_FALSE(model.is_instance(r, 1, 0));
}

}  // namespace
