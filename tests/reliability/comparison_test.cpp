// The tools of the comparison: kernels are made again from their seeds, shrunk to what matters, and
// the comparison sees findings that are missing, invented, doubled or of the wrong threads.
#include "reliability/comparison.h"

#include "reliability/generator.h"
#include "reliability/interpreter.h"
#include "reliability/reference_model.h"
#include "reliability/shrink.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace {

using namespace reliability;
using milliamp::finding;
using testing::HasSubstr;
using testing::IsEmpty;

operation access(action what, int site) {
  operation o;
  o.what = what;
  o.width = 4;
  o.site = static_cast<std::uint8_t>(site);
  return o;
}

/// Thread 0 stores, thread 1 loads, thread 2 does nothing.
kernel small_race() {
  kernel k;
  k.shape.tile = {1, 1, 3};
  k.tiles = {{{access(action::store, 3), access(action::load, 4), {}}}};
  return k;
}

struct outcome {
  trace order;
  std::vector<finding> findings;
};

outcome run_alone(const kernel& k) {
  const milliamp::finding_scope scope;
  outcome o{run(k), {}};
  // The memories have not been written before; that is no race.
  std::copy_if(scope.findings().begin(), scope.findings().end(), std::back_inserter(o.findings),
               [](const finding& f) { return f.kind == milliamp::finding_kind::race; });
  return o;
}

TEST(Comparison, AcceptsWhatTheDetectorFinds) {
  const outcome o = run_alone(small_race());
  ASSERT_EQ(o.findings.size(), 1u);
  const comparison c = compare(small_race(), o.order, o.findings);
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.races, 1u);
}

TEST(Comparison, SeesThatAFindingIsMissing) {
  const outcome o = run_alone(small_race());
  EXPECT_THAT(compare(small_race(), o.order, {}).difference,
              HasSubstr("not found: load32 at site 4 and store32 at site 3"));
}

TEST(Comparison, SeesThatAFindingIsInvented) {
  const outcome o = run_alone(small_race());
  kernel without_race = small_race();
  without_race.tiles[0][0][1].offset = 4;
  EXPECT_THAT(compare(without_race, o.order, o.findings).difference,
              HasSubstr("no race by the model: load32 at site 4 and store32 at site 3"));
}

TEST(Comparison, SeesThatAFindingComesTwice) {
  outcome o = run_alone(small_race());
  o.findings.push_back(o.findings.front());
  EXPECT_THAT(compare(small_race(), o.order, o.findings).difference, HasSubstr("found twice"));
}

TEST(Comparison, SeesThatAFindingIsOfTheWrongThreads) {
  outcome o = run_alone(small_race());
  for (milliamp::event& e : o.findings.front().events) {
    if (e.what == "read") e.threads.front().local = {2};
  }
  EXPECT_THAT(compare(small_race(), o.order, o.findings).difference,
              HasSubstr("not these threads"));
}

TEST(Comparison, SeesThatAFindingIsOfTheWrongKindOfAccess) {
  outcome o = run_alone(small_race());
  for (milliamp::event& e : o.findings.front().events) {
    if (e.what == "read") e.what = "write";
  }
  EXPECT_THAT(compare(small_race(), o.order, o.findings).difference,
              HasSubstr("wrong kind of access"));
}

TEST(Comparison, ExplainsADifference) {
  kernel k = small_race();
  k.tiles[0].push_back({{}, access(action::load, 2), access(action::load, 2)});
  EXPECT_EQ(explain(5, k, milliamp::schedule::forward, rule::reads_are_compatible),
            "seed 5, shrunk to 1 tiles of 3 threads\n"
            "  tile 0, thread 1:\n"
            "    load32(words + 0);  // site 2\n"
            "  tile 0, thread 2:\n"
            "    load32(words + 0);  // site 2\n"
            "the detector:\n"
            "the model:\n"
            "  load32 at site 2 and load32 at site 2, words within a tile\n"
            "not found: load32 at site 2 and load32 at site 2, words within a tile\n");
}

TEST(Interpreter, MakesEveryOperationAndTellsTheirOrder) {
  kernel k = small_race();
  k.tiles[0].push_back(step(3, access(action::wait, 0)));
  k.tiles[0].push_back({{}, access(action::fetch_add, 5), access(action::fetch_add, 5)});
  milliamp::set_schedule(milliamp::schedule::reverse);
  const trace order = run_alone(k).order;
  ASSERT_EQ(order.size(), 1u);
  std::vector<std::pair<int, int>> done;
  for (const trace_entry& e : order[0]) done.emplace_back(e.step, e.thread);
  EXPECT_THAT(done, testing::ElementsAre(std::pair(0, 1), std::pair(0, 0), std::pair(2, 2),
                                         std::pair(2, 1)));
}

TEST(Interpreter, TellsWhetherACompareExchangeStored) {
  kernel k;
  k.shape.tile = {1, 1, 2};
  operation o = access(action::compare_exchange, 1);
  o.where = memory::view;  // which begins with zeros, as a compare_exchange expects
  o.value = 1;
  k.tiles = {{{o, o}}};
  milliamp::set_schedule(milliamp::schedule::forward);
  const trace order = run_alone(k).order;
  ASSERT_EQ(order[0].size(), 2u);
  EXPECT_TRUE(order[0][0].stored);
  EXPECT_FALSE(order[0][1].stored);
}

TEST(Generator, MakesTheSameKernelFromTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(to_string(generate(seed, true)), to_string(generate(seed, true)));
  }
  EXPECT_NE(to_string(generate(1, true)), to_string(generate(2, true)));
}

TEST(Generator, MakesEverythingThatAKernelMayHave) {
  std::set<action> actions;
  std::set<std::pair<memory, int>> accesses;
  std::set<std::pair<int, std::array<int, 3>>> tiles;
  std::set<int> untiled_ranks;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const kernel k = generate(seed, true);
    if (k.shape.is_tiled) {
      tiles.insert({k.shape.rank, k.shape.tile});
    } else {
      untiled_ranks.insert(k.shape.rank);
    }
    for (const tile_program& program : k.tiles) {
      for (const step& all : program) {
        for (const operation& o : all) {
          actions.insert(o.what);
          if (is_access(o.what)) accesses.insert({o.where, o.width});
        }
      }
    }
  }
  EXPECT_EQ(actions.size(), 14u);
  EXPECT_EQ(accesses.size(), widths.size() * memories);
  EXPECT_EQ(tiles.size(), tile_shapes.size());
  EXPECT_EQ(untiled_ranks.size(), 3u);
}

// Kernels in which fences and atomic operations had nothing to do would show nothing of them.
TEST(Generator, MakesKernelsThatFencesKeepFromRaces) {
  if (!has_standalone_fences) GTEST_SKIP() << "this program has no fences";
  milliamp::set_schedule(milliamp::schedule::forward);
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 1000 && kept <= 20; ++seed) {
    kernel k = generate(seed, true);
    const trace order = run_alone(k).order;
    const std::size_t races = reference_model(k, order).races().size();
    for (tile_program& program : k.tiles) {
      for (step& all : program) {
        for (operation& o : all) {
          if (!is_access(o.what) && !is_wait(o.what)) o.what = action::none;
        }
      }
    }
    kept += reference_model(k, order).races().size() > races;
  }
  EXPECT_GT(kept, 20);
}

TEST(Shrink, LeavesWhatMatters) {
  kernel k = generate(7, false);
  const auto has_load = [](const kernel& c) {
    for (const tile_program& program : c.tiles) {
      for (const step& all : program) {
        for (const operation& o : all) {
          if (o.what == action::load) return true;
        }
      }
    }
    return false;
  };
  for (std::uint64_t seed = 8; !has_load(k) || k.tiles.size() < 2; ++seed) {
    k = generate(seed, false);
  }
  const kernel small = shrink(k, has_load);
  std::size_t operations = 0;
  for (const tile_program& program : small.tiles) {
    for (const step& all : program) {
      operations += static_cast<std::size_t>(std::count_if(
          all.begin(), all.end(), [](const operation& o) { return o.what != action::none; }));
    }
  }
  EXPECT_EQ(operations, 1u);
  EXPECT_TRUE(has_load(small));
}

}  // namespace
