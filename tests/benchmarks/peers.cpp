#include "peers.h"

#include "opencl.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace milliamp::bench {

namespace {

/// The kernels of kernels.cpp.
constexpr const char* source = R"(
#define TILE 16
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void mm(__global const float* a, __global const float* b, __global float* product, int size) {
  __local float a_tile[TILE][TILE];
  __local float b_tile[TILE][TILE];
  const int row = get_local_id(1), column = get_local_id(0);
  const int global_row = get_global_id(1), global_column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < size; k += TILE) {
    a_tile[row][column] = a[global_row * size + k + column];
    b_tile[row][column] = b[(k + row) * size + global_column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += a_tile[row][i] * b_tile[i][column];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  product[global_row * size + global_column] = sum;
}

#define THREADS 256
__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void reduce(__global const float* input, __global float* sums) {
  __local float values[THREADS];
  const int me = get_local_id(0);
  values[me] = input[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_of = THREADS / 2; half_of > 0; half_of /= 2) {
    if (me < half_of) values[me] += values[me + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me == 0) sums[get_group_id(0)] = values[0];
}

__kernel void barriers(int count) {
  for (int i = 0; i < count; ++i) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

__kernel void saxpy(__global const float* x, __global float* y) {
  const int i = get_global_id(0);
  y[i] = 2 * x[i] + y[i];
}
)";

using device = std::shared_ptr<opencl_device>;

std::unique_ptr<workload> running(opencl_kernel kernel) {
  return workload_of([kernel = std::move(kernel)]() mutable { kernel.run(); });
}

std::vector<float> ones(std::size_t count) { return std::vector<float>(count, 1.0f); }

std::unique_ptr<workload> make_product(const device& on, std::size_t size) {
  opencl_kernel kernel(on, "mm", {{size, size}, {16, 16}});
  for (cl_uint matrix = 0; matrix < 3; ++matrix) kernel.set(matrix, ones(size * size));
  kernel.set(3, static_cast<int>(size));
  return running(std::move(kernel));
}

std::unique_ptr<workload> make_reduction(const device& on, std::size_t size) {
  opencl_kernel kernel(on, "reduce", {{size}, {256}});
  kernel.set(0, ones(size));
  kernel.set(1, ones(size / 256));
  return running(std::move(kernel));
}

std::unique_ptr<workload> make_barriers(const device& on, std::size_t tiles) {
  opencl_kernel kernel(on, "barriers", {{tiles * 256}, {256}});
  kernel.set(0, 64);
  return running(std::move(kernel));
}

std::unique_ptr<workload> make_saxpy(const device& on, std::size_t size) {
  opencl_kernel kernel(on, "saxpy", {{size}, {256}});
  kernel.set(0, ones(size));
  kernel.set(1, ones(size));
  return running(std::move(kernel));
}

/// A device that is made when it is needed, for in making it its options are read.
std::function<device()> lazy_device(cl_platform_id platform, const char* option) {
  return lazily([=] {
    if (option != nullptr) setenv(option, "1", 1);
    const auto made = std::make_shared<opencl_device>(platform, source);
    if (option != nullptr) unsetenv(option);
    return made;
  });
}

struct peer {
  std::string name;
  std::function<device()> on;
  std::string ours;  ///< who of ours is compared with it
  int fraction;      ///< it does one of so many parts of the work, and its time is scaled up
};

void add_peer(suite& all, const peer& it) {
  const auto add = [&](const std::string& workload, const auto& make, std::size_t size) {
    const std::string theirs = workload + '/' + it.name;
    all.time(theirs, [=] { return make(it.on(), size); }, {.units = 1. / it.fraction});
    all.compare({workload + '/' + it.ours, theirs});
  };
  // The work of a product grows with the third power of its size.
  const std::size_t parts = static_cast<std::size_t>(it.fraction);
  add("mm512", &make_product, it.fraction == 1 ? 512 : 128);
  add("reduce4M", &make_reduction, (std::size_t{1} << 22) / parts);
  add("barriers", &make_barriers, 400 / parts);
  add("saxpy16M", &make_saxpy, (std::size_t{1} << 24) / parts);
}

/// All platforms by name. The loader looks for them in one directory only, in which Oclgrind is not
/// entered when it is installed, so it gets a directory for the moment that has all of them.
std::map<std::string, cl_platform_id> find_platforms() {
  namespace fs = std::filesystem;
  constexpr const char* installed = "/etc/OpenCL/vendors";
  constexpr const char* oclgrind = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";

  std::string vendors = fs::temp_directory_path() / "milliamp-vendors-XXXXXX";
  if (mkdtemp(vendors.data()) == nullptr) throw std::runtime_error("cannot make " + vendors);
  if (fs::exists(installed)) fs::copy(installed, vendors);
  if (fs::exists(oclgrind)) std::ofstream(vendors + "/oclgrind.icd") << oclgrind << '\n';
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);

  std::map<std::string, cl_platform_id> platforms;
  for (const cl_platform_id platform : opencl_platforms()) platforms[name_of(platform)] = platform;
  fs::remove_all(vendors);
  return platforms;
}

}  // namespace

std::string add_peers(suite& all) {
  const std::map<std::string, cl_platform_id> platforms = find_platforms();
  std::string missing;
  if (const auto it = platforms.find("Portable Computing Language"); it != platforms.end()) {
    add_peer(all, {"PoCL", lazy_device(it->second, nullptr), "WARP", 1});
  } else {
    missing += "PoCL is not measured: it is not installed; install pocl-opencl-icd\n";
  }
  if (const auto it = platforms.find("Oclgrind"); it != platforms.end()) {
    constexpr int fraction = 64;
    add_peer(all,
             {"Oclgrind (scaled up)", lazy_device(it->second, nullptr), "REF, checked", fraction});
    add_peer(all, {"Oclgrind --data-races (scaled up)",
                   lazy_device(it->second, "OCLGRIND_DATA_RACES"), "REF, checked", fraction});
  } else {
    missing += "Oclgrind is not measured: it is not installed; install oclgrind\n";
  }
  return missing;
}

}  // namespace milliamp::bench
