// A program whose kernels race as its first argument says, and which ends as the second says.
//
//     racy none|one|two|thrice|interrupted|threads|collected|divergence|global|calls|deep|
//     same_value|tiles|moved|backward [ENDING]

#include <milliamp/milliamp.h>

#include <amp.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

using namespace concurrency;

namespace {

thread_local int result;

void add_up() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

void add_up_elsewhere() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int sum;
    sum = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) result = sum;
  });
}

void add_up_globally() {
  int total = 0;
  parallel_for_each(extent<1>(4), [&total](index<1> i) { total = i[0]; });
}

__attribute__((noinline)) void put(int& place, int value) { place = value; }

void add_up_by_calls() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    put(total, t.local[0]);
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

template <int depth>
__attribute__((noinline)) void put_below(int& place, int value) {
  if constexpr (depth > 0) {
    put_below<depth - 1>(place, value);
    asm volatile("");  // no tail call
  } else {
    place = value;
  }
}

void add_up_deep_below() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    put_below<50>(total, t.local[0]);
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

/// Races in each of two launches, first by the higher threads.
void add_up_backward() {
  for (const int first : {16, 0}) {
    parallel_for_each(extent<1>(32).tile<32>(), [first](tiled_index<32> t) {
      tile_static int total;
      if (t.local[0] >= first && t.local[0] < first + 16) total = t.local[0];
      t.barrier.wait();
      if (t.local[0] == 0) result = total;
    });
  }
}

/// The second half of the tiles races. Its first tile does so last, unless one worker runs all.
void add_up_in_many_tiles() {
  parallel_for_each(extent<1>(8192).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    if (t.global[0] == 4096) usleep(50'000);
    t.barrier.wait();
    if (t.global[0] >= 4096) total = t.global[0];
    t.barrier.wait();
    if (t.global[0] >= 4096 && t.local[0] == 0) result = total;
  });
}

void find_at_once() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static bool found;
    found = true;
    t.barrier.wait();
    if (t.local[0] == 0) result = found;
  });
}

void diverge() {
  try {
    parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
      if (t.local[0] < 8) t.barrier.wait();
    });
  } catch (const runtime_exception&) {
    // The launch ends with what the report has in more detail.
  }
}

/// Continues when there is a file `continue`.
void add_up_twice() {
  add_up();
  while (access("continue", F_OK) != 0) usleep(1000);
  add_up();
  add_up_elsewhere();
}

void run_collected() {
  milliamp::finding_scope scope;
  add_up();
  std::printf("collected %zu\n", scope.findings().size());
}

void run_in_threads() {
  const auto repeat = [](void (*kernel)()) {
    for (int i = 0; i < 20; ++i) kernel();
  };
  std::thread one(repeat, add_up);
  std::thread other(repeat, add_up_elsewhere);
  one.join();
  other.join();
}

const std::map<std::string, void (*)()> findings = {
    {"none", [] {}},
    {"one", [] { add_up(); }},
    {"backward", add_up_backward},
    {"two",
     [] {
       add_up();
       add_up_elsewhere();
     }},
    {"thrice",
     [] {
       for (int i = 0; i < 3; ++i) add_up();
     }},
    {"interrupted", add_up_twice},
    {"threads", run_in_threads},
    {"collected", run_collected},
    {"divergence", diverge},
    {"global", add_up_globally},
    {"calls", add_up_by_calls},
    {"deep", add_up_deep_below},
    {"moved",
     [] {
       add_up();
       if (chdir("/") == 0) add_up_elsewhere();
     }},
    {"same_value", find_at_once},
    {"tiles", add_up_in_many_tiles},
};

const std::map<std::string, int (*)()> endings = {
    {"return", [] { return 0; }},
    {"return_3", [] { return 3; }},
    {"exit", []() -> int { std::exit(0); }},
    {"quick_exit", []() -> int { std::quick_exit(0); }},
    {"abort", []() -> int { std::abort(); }},
    {"throw", []() -> int { throw std::runtime_error("the end"); }},
    {"segfault", [] { return *static_cast<volatile int*>(nullptr); }},
    {"print",
     [] {
       std::ios::sync_with_stdio(false);
       std::cout << "text in cout";
       std::printf("text in stdout");
       std::atexit([] { std::printf(", text of an exit handler"); });
       return 0;
     }},
    {"read_stdin",
     [] {
       std::thread([] { std::getchar(); }).detach();
       return 0;
     }},
};

}  // namespace

int main(int argc, char** argv) {
  findings.at(argc > 1 ? argv[1] : "one")();
  return endings.at(argc > 2 ? argv[2] : "return")();
}
