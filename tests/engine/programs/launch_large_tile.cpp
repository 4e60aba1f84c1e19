// Launches a kernel with 1024 threads a tile that wait at a barrier, on a thread of its own, which
// then ends. Prints what the launch says if it fails.
//
//     launch_large_tile ref

#include <amp.h>

#include <cstdio>
#include <cstring>
#include <thread>

using namespace concurrency;

int main(int, char** arguments) {
  const bool on_ref = std::strcmp(arguments[1], "ref") == 0;
  std::thread([on_ref] {
    try {
      const accelerator engine(on_ref ? accelerator::direct3d_ref : accelerator::direct3d_warp);
      parallel_for_each(engine.default_view, extent<1>(1024).tile<1024>(),
                        [](tiled_index<1024> t) { t.barrier.wait(); });
      std::puts("all is well");
    } catch (const runtime_exception& failure) {
      std::puts(failure.what());
    }
  }).join();
  std::puts("the thread has ended");
}
