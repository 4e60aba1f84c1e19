// Spec 8.1.1: barriers in control flow that depends on the thread, for which there are warnings, and
// others, for which there are none.
#include <amp.h>

using namespace concurrency;

void synchronize(tiled_index<16> t) restrict(amp) { t.barrier.wait(); }

void uniform(array_view<int> a, int n, bool b) {
  parallel_for_each(a.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int sums[16];
    sums[t.local[0]] = a[t.global];
    for (int k = 8; k > 0; k /= 2) {
      t.barrier.wait();
      if (t.local[0] < k) sums[t.local[0]] += sums[t.local[0] + k];
      if (b) synchronize(t);
    }
    if (t.tile[0] == 0 && t.tile_origin[0] < n) t.barrier.wait();
    if (sums[0] > 3) t.barrier.wait();
    int count = t.local[0];
    count = n;
    while (count-- > 0) t.barrier.wait();
    for (int i = 0; i < n; ++i) {
      if (t.local[0] == i) continue;
      if (t.local[0] == i + 1) break;
      a[t] += sums[i];
    }
    t.barrier.wait();
    int weights[] = {1, 2, 3};
    for (int weight : weights) {
      if (t.local[0] == weight) continue;
      a[t] += weight;
    }
    t.barrier.wait();
    for (int i = 0; i < n; ++i) {
      switch (t.local[0]) {
        case 0: break;
        default: a[t] = i;
      }
      if (i == a[0]) break;
      t.barrier.wait();
    }
    if (t.local[0] != 0) return;
    a[t] = sums[0];
  });
}

void divergent(array_view<int> a, int n) {
  parallel_for_each(a.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] < 8) t.barrier.wait();
    //                            ^ warning: not all threads .*spec 8\.1\.1, --allow=divergent_barriers
    if (t.local[0] < 8) {
      a[t] = 1;
    } else {
      synchronize(t);
//    ^ warning: spec 8\.1\.1
    }
    const int i = t.local[0] + 1;
    for (int k = i; k < n; k += 16) t.barrier.wait();
    //                                        ^ warning: spec 8\.1\.1
    int remaining = i;
    while (remaining-- > 0) t.barrier.wait_with_global_memory_fence();
    //                                ^ warning: spec 8\.1\.1
    do t.barrier.wait(); while (a[t.global] > n);
    //           ^ warning: spec 8\.1\.1
    for (int k = 0; k < n; ++k) {
      if (i == k) continue;
      t.barrier.wait();
      //        ^ warning: spec 8\.1\.1
    }
    for (int k = 0; k < n; ++k) {
      if (i == k) break;
      t.barrier.wait();
      //        ^ warning: spec 8\.1\.1
    }
    int weights[] = {1, 2, 3};
    for (int weight : weights) {
      if (i == weight) break;
      t.barrier.wait();
      //        ^ warning: spec 8\.1\.1
    }
    i > 3 ? synchronize(t) : static_cast<void>(0);
    //      ^ warning: spec 8\.1\.1
    if (i > n && (synchronize(t), n > 0)) a[t] = 1;
    //            ^ warning: spec 8\.1\.1
    switch (i) {
      case 1: t.barrier.wait();
      //                ^ warning: spec 8\.1\.1
    }
  });
}

void after_return(array_view<int> a, int n) {
  parallel_for_each(a.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    if (t.global[0] >= n) return;
    t.barrier.wait();
    //        ^ warning: spec 8\.1\.1
  });
}

bool waiting(tile_barrier barrier) restrict(amp) {
  barrier.wait();
  return true;
}
void waiting_nowhere(tile_barrier barrier) restrict(amp) {
  if constexpr (sizeof(int) == 1) barrier.wait();
  decltype(waiting(barrier)) result = noexcept(waiting(barrier));
  if (sizeof(waiting(barrier)) == sizeof(result)) return;
}
void not_run(array_view<int> a) {
  parallel_for_each(a.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] < 8) {
      if constexpr (sizeof(int) == 1) t.barrier.wait();
      if constexpr (sizeof(int) == 4) a[t] = 1; else t.barrier.wait();
      a[t] += sizeof(waiting(t.barrier)) + noexcept(waiting(t.barrier));
      waiting_nowhere(t.barrier);
    }
    if constexpr (sizeof(int) == 1) { if (t.local[0] < 8) return; }
    t.barrier.wait();
  });
}
void run(array_view<int> a) {
  parallel_for_each(a.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] < 8) {
      if constexpr (sizeof(int) == 4) t.barrier.wait();
      //                                        ^ warning: spec 8\.1\.1
      if constexpr (sizeof(int) == 1) a[t] = 1; else t.barrier.wait();
      //                                                       ^ warning: spec 8\.1\.1
      a[t] += waiting(t.barrier);
      //      ^ warning: spec 8\.1\.1
    }
    if constexpr (sizeof(int) == 4) { if (t.local[0] < 8) return; }
    t.barrier.wait();
    //        ^ warning: spec 8\.1\.1
  });
}

template <int N>
void of_template(array_view<int> a) {
  parallel_for_each(a.extent.tile<N>(), [=](tiled_index<N> t) restrict(amp) {
    if (N > 4) t.barrier.wait();
    if (t.local[0] % 2 == 0) t.barrier.wait();
    //                                 ^ warning: spec 8\.1\.1
  });
}
void use(array_view<int> a) {
  of_template<4>(a);
  of_template<8>(a);
}
