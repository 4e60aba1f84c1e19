#include "comparisons.h"

#include "by_hand.h"
#include "host_code.h"
#include "kernels.h"
#include "launches.h"
#include "memory.h"
#include "short_vectors.h"
#include "untiled.h"

#include <algorithm>
#include <string>
#include <thread>

namespace milliamp::bench {

namespace {

concurrency::accelerator_view warp() {
  return concurrency::accelerator(concurrency::accelerator::direct3d_warp).default_view;
}

concurrency::accelerator_view ref() {
  return concurrency::accelerator(concurrency::accelerator::direct3d_ref).default_view;
}

constexpr int saxpy_size = 1 << 24;
constexpr int reduction_size = 1 << 22;
constexpr int product_size = 512;
constexpr int tiles = 400;
constexpr int tile_size = 256;
constexpr int barriers = 64;

std::unique_ptr<workload> make_product() {
  return plain_kernels.matrix_product(warp(), product_size);
}
std::unique_ptr<workload> make_barriers() {
  return plain_kernels.barriers(warp(), tiles, tile_size, barriers);
}

// --- What was measured elsewhere -----------------------------------------------------------------

constexpr double milliseconds = 1e-3;
constexpr double microseconds = 1e-6;
constexpr double nanoseconds = 1e-9;

// HIP-CPU also suspends threads on fibers. It was measured on two cores where a switch in the bare
// ring took 4.6 ns; the speed of the ring in this run scales its figures to this machine.
constexpr double ring_switch_of_hip_cpu = 4.6 * nanoseconds;
constexpr const char* scaled_hip_cpu = "HIP-CPU (scaled by the ring)";
constexpr const char* ring_switch = "barrier in a tile of 256/bare ring of fibers";

void compare_with_hip_cpu(suite& all, const std::string& workload, double seconds, double aim) {
  const std::string name = workload + '/' + scaled_hip_cpu;
  all.derive(name, [seconds](const figures& known) {
    return seconds * known.at(ring_switch) / ring_switch_of_hip_cpu;
  });
  all.compare({workload + "/WARP", name, aim});
}

void compare_with_given(suite& all, const std::string& ours, const std::string& given,
                        double figure, unit counts = unit::seconds) {
  const std::string name = ours.substr(0, ours.find('/') + 1) + given;
  all.given(name, figure);
  all.compare({ours, name, 1, counts});
}

/// Two workers beside one.
void compare_workers(suite& all, const std::string& workload, const suite::maker& make) {
  const std::string one = workload + "/1 worker";
  const std::string two = workload + "/2 workers";
  constexpr double least_gain = 1.85;
  all.time(one, make, {.workers = 1});
  all.time(two, make, {.workers = 2});
  all.compare({two, one, 1 / least_gain});
}

}  // namespace

void add_workloads(suite& all) {
  const auto vectors = lazily([] { return std::make_shared<saxpy_vectors>(warp(), saxpy_size); });
  all.time("saxpy16M/WARP", [=] { return plain_kernels.saxpy(vectors()); });
  all.time("saxpy16M/tbb::parallel_for", [=] { return make_saxpy_by_hand(vectors()); });
  all.compare({"saxpy16M/WARP", "saxpy16M/tbb::parallel_for", 1.05});
  compare_with_given(all, "saxpy16M/WARP", "HIP-CPU (as measured)", 8.3 * milliseconds);

  all.time("mm512/WARP", &make_product);
  compare_with_hip_cpu(all, "mm512", 65 * milliseconds, 0.65);

  all.time("reduce4M/WARP", [] { return plain_kernels.reduction(warp(), reduction_size); });
  compare_with_hip_cpu(all, "reduce4M", 140 * milliseconds, 0.6);

  all.time("barriers/WARP", &make_barriers);
  compare_with_hip_cpu(all, "barriers", 17 * milliseconds, 1);

  compare_workers(all, "mm512", &make_product);
  compare_workers(all, "barriers", &make_barriers);
  compare_workers(all, "uneven tiles", [] { return make_uneven_tiles(tiles); });
}

// All three run on one core, and each of their threads waits at every barrier of its tile once.
// What is compared is the time per thread and barrier, so the slowest may run fewer tiles. The
// making of fibers is part of it where a tile needs new ones: ours and the ring's live on from tile
// to tile.
void add_barriers(suite& all) {
  constexpr int few_tiles = 10;
  for (const int threads : {64, 256, 1024}) {
    const std::string workload = "barrier in a tile of " + std::to_string(threads);
    const auto waits = [=](int of_tiles) { return double{1} * of_tiles * threads * barriers; };
    const std::string ours = workload + "/WARP, 1 worker";
    const std::string ring = workload + "/bare ring of fibers";
    const std::string boost = workload + "/boost::fibers::barrier";

    all.time(ours, [=] { return plain_kernels.barriers(warp(), tiles / 4, threads, barriers); },
             {.units = waits(tiles / 4), .workers = 1});
    all.time(ring, [=] { return make_barriers_of_bare_ring(tiles / 4, threads, barriers); },
             {.units = waits(tiles / 4)});
    all.time(boost, [=] { return make_barriers_of_boost_fibers(few_tiles, threads, barriers); },
             {.units = waits(few_tiles)});
    all.compare({ours, ring, 1.1});
    all.compare({ours, boost, 1. / 8});
  }
}

void add_untiled(suite& all) {
  const auto add = [&all](const untiled_pair& pair, const char* level) {
    const std::string workload = std::string(pair.name) + ' ' + level;
    const std::string ours = workload + "/WARP";
    const std::string by_hand = workload + "/tbb::parallel_for";
    all.time(ours, pair.make_ours);
    all.time(by_hand, pair.make_by_hand);
    all.compare({ours, by_hand, 1.05});
  };
  for (const untiled_pair& pair : untiled_pairs_at_O2()) add(pair, "-O2");
  for (const untiled_pair& pair : untiled_pairs_at_O3()) add(pair, "-O3");
}

void add_short_vectors(suite& all) {
  const auto compare = [&all](const std::string& workload, const suite::maker& make_ours,
                              const suite::maker& make_structs) {
    const std::string ours = workload + "/float_4";
    const std::string structs = workload + "/struct of 4 floats";
    all.time(ours, make_ours);
    all.time(structs, make_structs);
    all.compare({ours, structs, 1.05});
  };
  constexpr int bodies = 1 << 18;
  compare(
      "motion", [] { return make_motion_of_float_4(bodies); },
      [] { return make_motion_of_structs(bodies); });
  // Few enough to stay in the caches, where arithmetic shows.
  constexpr int few = 1 << 14;
  compare(
      "saxpy of 4 floats", [] { return make_saxpy_of_float_4(few); },
      [] { return make_saxpy_of_structs(few); });
}

void add_launches(suite& all) {
  constexpr int launches = 1000;
  const auto launch_of = [&](int elements, double aim) {
    const std::string ours = "launch of " + std::to_string(elements) + "/WARP";
    all.time(ours, [=] { return make_empty_launches(elements, launches); }, {.units = launches});
    compare_with_given(all, ours, "aim", aim);
  };
  launch_of(1, 2 * microseconds);
  launch_of(1024, 3 * microseconds);
  all.time("launch of a tile of 256/WARP", [] { return make_empty_tile_launches(launches); },
           {.units = launches});
  all.compare({"launch of a tile of 256/WARP", "launch of 1024/WARP"});

  constexpr int elements = 1 << 20;
  all.time("work/in tiles", [] { return make_tiled_work(elements); });
  all.time("work/untiled", [] { return make_untiled_work(elements); });
  all.compare({"work/in tiles", "work/untiled", 1.1});

  all.time("barriers in some tiles/WARP",
           [] { return make_work_with_barriers_in_some_tiles(tiles); });
  all.time("barriers in some tiles/work and barriers apart",
           [] { return make_work_and_barriers_apart(tiles); });
  all.compare(
      {"barriers in some tiles/WARP", "barriers in some tiles/work and barriers apart", 1.1});
}

void add_memory(suite& all) {
  constexpr double kibibytes = 1024;
  const auto allocations = [&all](const std::string& what, const auto& make) {
    const std::string ours = "allocations a launch/" + what;
    all.measure(ours, [make] {
      const auto launch = make();
      return allocations_of([&launch] { launch->run(); });
    });
    // The target is none, to which there is no ratio, so the baseline is one.
    all.given("allocations a launch/one", 1);
    all.compare({ours, "allocations a launch/one", 0.001, unit::number});
  };
  allocations("of 1 element", [] { return make_empty_launches(1, 1); });
  allocations("of 1024 elements", [] { return make_empty_launches(1024, 1); });

  // One tile; all its threads but the first get stacks.
  const auto resident = [&all](const std::string& what, int threads, const auto& make) {
    const std::string ours = "stack of a suspended thread/" + what;
    all.measure(ours, [=] {
      const auto warm_up = make_empty_tile_launches(1);
      const auto launch = make();
      return resident_after([&] { warm_up->run(); }, [&] { launch->run(); }) / (threads - 1);
    });
    compare_with_given(all, ours, "aim", 8 * kibibytes, unit::bytes);
  };
  resident("product, 16x16 threads", 256, [] { return plain_kernels.matrix_product(warp(), 16); });
  resident("barriers, 1024 threads", 1024,
           [] { return plain_kernels.barriers(warp(), 1, 1024, barriers); });

  const std::string stacks = "stacks of all workers/of 1024 threads each";
  all.derive(stacks, [](const figures& known) {
    const double workers = std::max(1u, std::thread::hardware_concurrency());
    return workers * 1024 * known.at("stack of a suspended thread/barriers, 1024 threads");
  });
  compare_with_given(all, stacks, "aim", 64 * 1024 * kibibytes, unit::bytes);
}

void add_checked(suite& all) {
  const auto add = [&all](const std::string& workload, const suite::maker& make) {
    all.time(workload + "/REF, checked", make);
    all.compare({workload + "/REF, checked", workload + "/WARP"});
  };
  add("mm512", [] { return checked_kernels.matrix_product(ref(), product_size); });
  add("reduce4M", [] { return checked_kernels.reduction(ref(), reduction_size); });
  add("barriers", [] { return checked_kernels.barriers(ref(), tiles, tile_size, barriers); });
  add("saxpy16M",
      [] { return checked_kernels.saxpy(std::make_shared<saxpy_vectors>(ref(), saxpy_size)); });

  // At other levels of optimization than that of the other rows.
  const auto add_levels = [&all](const std::string& workload, const auto& make) {
    const auto time = [&](const std::string& build, const kernels& k,
                          const concurrency::accelerator_view& view) {
      all.time(workload + build, [&k, make, view] { return make(k, view); });
    };
    time("/REF, checked, -O3", checked_kernels_at_O3, ref());
    time("/REF, checked, -O0", checked_kernels_at_O0, ref());
    time("/WARP, -O0", plain_kernels_at_O0, warp());
    all.compare({workload + "/REF, checked, -O3", workload + "/REF, checked", 1.1});
    all.compare({workload + "/REF, checked, -O0", workload + "/WARP, -O0", 15});
  };
  add_levels("mm512", [](const kernels& k, const concurrency::accelerator_view& view) {
    return k.matrix_product(view, product_size);
  });
  add_levels("reduce4M", [](const kernels& k, const concurrency::accelerator_view& view) {
    return k.reduction(view, reduction_size);
  });

  // What a checked program costs where nothing is checked: on the fast engine, and on the host.
  const auto add_unchecked = [&all](const std::string& workload, const suite::maker& make) {
    all.time(workload + "/WARP, instrumented", make);
    all.compare({workload + "/WARP, instrumented", workload + "/WARP"});
  };
  add_unchecked("mm512", [] { return checked_kernels.matrix_product(warp(), product_size); });
  add_unchecked("reduce4M", [] { return checked_kernels.reduction(warp(), reduction_size); });
  add_unchecked("saxpy16M", [] {
    return checked_kernels.saxpy(std::make_shared<saxpy_vectors>(warp(), saxpy_size));
  });
  constexpr int numbers = 100'000;
  all.time("host code/instrumented", [] { return make_checked_host_code(numbers); });
  all.time("host code/plain", [] { return make_plain_host_code(numbers); });
  all.time("host code/empty calls", [] { return make_host_code_with_empty_calls(numbers); });
  all.compare({"host code/instrumented", "host code/plain"});
  all.compare({"host code/instrumented", "host code/empty calls"});

  // It checks tile_static memory only.
  constexpr const char* racecheck = "racecheck on an H200";
  compare_with_given(all, "mm512/REF, checked", racecheck, 1084 * milliseconds);
  compare_with_given(all, "reduce4M/REF, checked", racecheck, 327 * milliseconds);
}

}  // namespace milliamp::bench
