#include "launches.h"

#include <amp.h>

namespace milliamp::bench {

namespace {

using namespace concurrency;

constexpr int tile_size = 256;
constexpr int barriers = 64;

accelerator_view warp() { return accelerator(accelerator::direct3d_warp).default_view; }

/// Some steps of a sequence that no compiler can foresee: neighbours do not lead to neighbours.
/// (Marsaglia: Xorshift RNGs, 2003.)
inline unsigned steps(unsigned x, int count) restrict(amp) {
  for (int i = 0; i < count; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

template <class Launch>
std::unique_ptr<workload> on_results(int count, Launch launch) {
  return workload_of([launch, results = std::make_shared<array<unsigned>>(count, warp())] {
    launch(array_view<unsigned>(*results));
  });
}

}  // namespace

std::unique_ptr<workload> make_empty_launches(int elements, int launches) {
  return workload_of([elements, launches, place = warp()] {
    for (int i = 0; i < launches; ++i) {
      parallel_for_each(place, extent<1>(elements), [=](index<1>) restrict(amp){});
    }
  });
}

std::unique_ptr<workload> make_empty_tile_launches(int launches) {
  return workload_of([launches, place = warp()] {
    for (int i = 0; i < launches; ++i) {
      parallel_for_each(
          place,
          extent<1>(tile_size).tile<tile_size>(), [=](tiled_index<tile_size>) restrict(amp){});
    }
  });
}

std::unique_ptr<workload> make_untiled_work(int elements) {
  return on_results(elements, [](array_view<unsigned> results) {
    parallel_for_each(
        results.source_accelerator_view, results.extent, [=](index<1> i) restrict(amp) {
          results[i] = steps(static_cast<unsigned>(i[0]), 8);
        });
  });
}

std::unique_ptr<workload> make_tiled_work(int elements) {
  return on_results(elements, [](array_view<unsigned> results) {
    parallel_for_each(
        results.source_accelerator_view,
        results.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
          results[t] = steps(static_cast<unsigned>(t.global[0]), 8);
        });
  });
}

namespace {

constexpr int steps_of_work = 256;
constexpr int one_tile_of = 16;

}  // namespace

std::unique_ptr<workload> make_work_with_barriers_in_some_tiles(int tiles) {
  return on_results(tiles * tile_size, [](array_view<unsigned> results) {
    parallel_for_each(
        results.source_accelerator_view,
        results.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
          if (t.tile[0] % one_tile_of == 0) {
            for (int i = 0; i < barriers; ++i) t.barrier.wait();
          } else {
            results[t] = steps(static_cast<unsigned>(t.global[0]), steps_of_work);
          }
        });
  });
}

std::unique_ptr<workload> make_work_and_barriers_apart(int tiles) {
  return on_results(tiles * tile_size, [tiles](array_view<unsigned> results) {
    const auto place = results.source_accelerator_view;
    const int waiting = tiles / one_tile_of * tile_size;
    const int working = tiles * tile_size - waiting;
    parallel_for_each(
        place, extent<1>(waiting).tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
          for (int i = 0; i < barriers; ++i) t.barrier.wait();
        });
    parallel_for_each(
        place, extent<1>(working).tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
          results[t] = steps(static_cast<unsigned>(t.global[0]), steps_of_work);
        });
  });
}

std::unique_ptr<workload> make_uneven_tiles(int tiles) {
  return on_results(tiles * tile_size, [tiles](array_view<unsigned> results) {
    parallel_for_each(
        results.source_accelerator_view,
        results.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
          const int work = 1 + t.tile[0] * 1000 / tiles;
          results[t] = steps(static_cast<unsigned>(t.global[0]), work);
        });
  });
}

}  // namespace milliamp::bench
