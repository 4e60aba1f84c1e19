// Runs the kernel that its argument names.

#include <amp.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace concurrency;

namespace {

struct particle {
  float x;
  int charge;
};

std::vector<int> data(64, 1);

/// Each thread reads what its neighbour has written.
void exchange() {
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(8).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int pair[2];
        const int i = t.local[0];
        pair[i] = 10 * t.global[0];
        t.barrier.wait();
        v[t] = pair[1 - i];
      });
}

/// A barrier is missing, but only in tile 20.
void late_race() {
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(64).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int pair[2];
        const int i = t.local[0];
        pair[i] = i;
        if (t.tile[0] != 20) t.barrier.wait();
        v[t] = pair[1 - i];
      });
}

void divergence() {
  parallel_for_each(
      extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        if (t.local[0] != 2) t.barrier.wait();
      });
}

/// Reads one element five times.
void loop() {
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int pair[2];
        pair[t.local[0]] = t.local[0] + 3;
        t.barrier.wait();
        for (int i = 0; i < 5; ++i) v[t] += pair[1];
        t.barrier.wait();
        for (int i = 0; i < 2; ++i) v[t] += pair[0];
      });
}

void fences_and_atomics() {
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int sum;
        if (t.local[0] == 0) sum = 5;
        t.barrier.wait_with_tile_static_memory_fence();
        atomic_fetch_add(&sum, 2);
        tile_static_memory_fence(t.barrier);
      });
}

void members() {
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static particle particles[2][1];
        particles[t.local[0]][0].charge = -3;
        particles[t.local[0]][0].x = 0.25f;
      });
}

/// The second and the fourth element of each row.
void section() {
  array_view<int, 2> v(8, 8, data);
  array_view<int, 2> middle = v.section(2, 4, 2, 2);
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) { middle(t.local[0], 1) = 7; });
}

/// 64 barriers.
void many_barriers() {
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(256).tile<256>(), [=](tiled_index<256> t) restrict(amp) {
        tile_static int ring[256];
        const int i = t.local[0];
        ring[i] = i;
        for (int k = 0; k < 32; ++k) {
          t.barrier.wait();
          const int next = ring[(i + 1) % 256];
          t.barrier.wait();
          ring[i] = next;
        }
        if (i == 0) v[0] = ring[0];
      });
}

void many_launches() {
  for (int i = 0; i < 12; ++i) exchange();
}

void copies() {
  array<int> on_accelerator(64);
  const array_view<int> on_host(64, data);
  copy(on_host, on_accelerator);
  exchange();
  copy(on_accelerator, on_host);
}

/// The headers copy the elements.
void iterator_copies() {
  array<int> on_accelerator(64);
  copy(data.begin(), data.end(), on_accelerator);
  copy(on_accelerator, data.begin());
  copy_async(on_accelerator, data.begin()).get();
  exchange();
}

/// Thread 1 does not write its element.
void unwritten() {
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int pair[2];
        const int i = t.local[0];
        if (i == 0) pair[i] = 1;
        t.barrier.wait();
        v[t] = pair[1 - i];
      });
}

void unwritten_array() {
  array<int> a(2);
  array_view<int> v(64, data);
  parallel_for_each(
      extent<1>(2).tile<2>(), [ =, &a ](tiled_index<2> t) restrict(amp) { v[t] = a[t]; });
}

void untiled() {
  array_view<int> v(64, data);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
}

void crash() {
  exchange();
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int pair[2];
        pair[t.local[0]] = 1;
        t.barrier.wait();
        if (t.local[0] == 1) __builtin_trap();
      });
}

const std::map<std::string, std::function<void()>> kernels = {
    {"exchange", exchange},
    {"late_race", late_race},
    {"divergence", divergence},
    {"loop", loop},
    {"fences_and_atomics", fences_and_atomics},
    {"members", members},
    {"section", section},
    {"many_barriers", many_barriers},
    {"many_launches", many_launches},
    {"copies", copies},
    {"iterator_copies", iterator_copies},
    {"unwritten", unwritten},
    {"unwritten_array", unwritten_array},
    {"untiled", untiled},
    {"crash", crash}};

}  // namespace

int main(int, char** argv) {
  try {
    kernels.at(argv[1])();
  } catch (const concurrency::runtime_exception&) {
  }
}
