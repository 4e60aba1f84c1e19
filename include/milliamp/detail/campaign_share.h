/// @file
/// The share of a campaign of runs that a process does when several processes divide it. Run i
/// belongs to share i % count, so the seeds of all runs are the same whatever the number of shares.
#ifndef MILLIAMP_DETAIL_CAMPAIGN_SHARE_H
#define MILLIAMP_DETAIL_CAMPAIGN_SHARE_H

#include <cstdint>
#include <cstdlib>
#include <string>

namespace milliamp::detail {

struct campaign_share {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  bool contains(std::uint64_t run) const { return run % count == index; }
};

/// Reads a share from environment variables.
/// @param first the index of the first share, in text; may be null
/// @return whether they are set and valid
inline bool read_share(const char* index, const char* count, const char* first,
                       campaign_share& share) {
  if (index == nullptr || count == nullptr) return false;
  const std::uint64_t begin = first == nullptr ? 0 : std::strtoull(first, nullptr, 10);
  const std::uint64_t number = std::strtoull(index, nullptr, 10);
  const std::uint64_t shares = std::strtoull(count, nullptr, 10);
  if (number < begin || number - begin >= shares) return false;
  share = {number - begin, shares};
  return true;
}

/// The tasks of a Slurm array. The numbers of an array may begin anywhere.
inline bool read_slurm_share(campaign_share& share) {
  return read_share(std::getenv("SLURM_ARRAY_TASK_ID"), std::getenv("SLURM_ARRAY_TASK_COUNT"),
                    std::getenv("SLURM_ARRAY_TASK_MIN"), share);
}

/// The processes that Open MPI's mpirun has started.
inline bool read_mpi_share(campaign_share& share) {
  return read_share(std::getenv("OMPI_COMM_WORLD_RANK"), std::getenv("OMPI_COMM_WORLD_SIZE"),
                    nullptr, share);
}

/// Whether this process runs a test of a number. GoogleTest divides tests by its own variables.
inline bool runs_test(std::uint64_t number) {
  campaign_share share;
  if (std::getenv("GTEST_TOTAL_SHARDS") == nullptr && !read_slurm_share(share)) {
    read_mpi_share(share);
  }
  return share.contains(number);
}

/// The share of this process: that of GoogleTest's variables, of a Slurm array, or of Open MPI;
/// otherwise the whole.
inline campaign_share share_of_process() {
  campaign_share share;
  static_cast<void>(read_share(std::getenv("GTEST_SHARD_INDEX"), std::getenv("GTEST_TOTAL_SHARDS"),
                               nullptr, share) ||
                    read_slurm_share(share) || read_mpi_share(share));
  return share;
}

}  // namespace milliamp::detail

#endif
