// Launches kernels while the process may map only so many KiB more. Prints how each launch ends:
// "done", or the exception and what it says.
//
//     launch_with_little_memory 300

#include <amp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

using namespace concurrency;

namespace {

constexpr int size = 1 << 16;

/// The address space that the process has mapped, in bytes.
rlim_t mapped() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (file == nullptr || std::fscanf(file, "%lu", &pages) != 1) std::abort();
  std::fclose(file);
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

class address_space_limit {
 public:
  explicit address_space_limit(rlim_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{mapped() + bytes, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~address_space_limit() { setrlimit(RLIMIT_AS, &before_); }
  address_space_limit(const address_space_limit&) = delete;
  address_space_limit& operator=(const address_space_limit&) = delete;

 private:
  rlimit before_{};
};

/// The thread's place in a permutation that spreads neighbours over all pages.
int scattered(int number) {
  return static_cast<int>(static_cast<unsigned>(number) * 7919u % static_cast<unsigned>(size));
}

void write_in_tiles(array<int>& to) {
  parallel_for_each(to.extent.tile<256>(), [&to](tiled_index<256> t) {
    tile_static int numbers[256];
    numbers[t.local[0]] = t.global[0];
    t.barrier.wait();
    to[t.tile_origin[0] + 255 - t.local[0]] = numbers[255 - t.local[0]];
  });
}

void write_scattered(array<int>& to) {
  parallel_for_each(to.extent, [&to](index<1> i) {
    const int place = scattered(i[0]);
    to[place] = place;
  });
}

void add_scattered(array<int>& to) {
  parallel_for_each(to.extent, [&to](index<1> i) {
    const int place = scattered(i[0]);
    atomic_exchange(&to[place], place);
  });
}

void write_between_fences(array<int>& to) {
  parallel_for_each(to.extent.tile<256>(), [&to](tiled_index<256> t) {
    to[t.global] = -1;
    global_memory_fence(t.barrier);
    to[t.global] = t.global[0];
  });
}

int sum_of(int depth, int number) {
  return depth == 0 ? number : sum_of(depth - 1, number + 1) - 1;
}

void write_in_deep_calls(array<int>& to) {
  parallel_for_each(to.extent.tile<64>(),
                    [&to](tiled_index<64> t) { to[t.global] = sum_of(100, t.global[0]); });
}

bool is_right(const array<int>& written) {
  const std::vector<int> numbers = written;
  for (int i = 0; i < size; ++i) {
    if (numbers[static_cast<std::size_t>(i)] != i) return false;
  }
  return true;
}

void launch(void (*kernel)(array<int>&), rlim_t bytes) {
  array<int> written(size);
  try {
    const address_space_limit limit(bytes);
    kernel(written);
  } catch (const out_of_memory& failure) {
    std::printf("out_of_memory: %s\n", failure.what());
    return;
  } catch (const runtime_exception& failure) {
    std::printf("runtime_exception: %s\n", failure.what());
    return;
  } catch (const std::exception& failure) {
    std::printf("another exception: %s\n", failure.what());
    return;
  }
  std::puts(is_right(written) ? "done" : "wrong values");
}

}  // namespace

int main(int, char** arguments) {
  const rlim_t bytes = std::strtoull(arguments[1], nullptr, 10) * 1024;
  for (const auto kernel : {&write_in_tiles, &write_scattered, &add_scattered,
                            &write_between_fences, &write_in_deep_calls}) {
    launch(kernel, bytes);  // nothing is mapped
    launch(kernel, rlim_t{1} << 34);
    launch(kernel, bytes);  // the stacks are mapped
    launch(kernel, rlim_t{1} << 34);
  }
}
