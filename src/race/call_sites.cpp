#include "race/call_sites.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

namespace {

constexpr std::size_t most_sites = std::size_t{1} << site_bits;

/// Never destroyed: kernels may run until the process has ended.
struct known_sites {
  std::mutex mutex;
  std::unordered_map<std::uintptr_t, std::uint32_t> numbers;
  std::vector<const void*> addresses;
};

known_sites& sites() {
  static auto* const instance = new known_sites;
  return *instance;
}

}  // namespace

std::uint32_t call_site_number(const void* return_address, std::uintptr_t call_stack_id) {
  known_sites& known = sites();
  const std::lock_guard lock(known.mutex);
  // The places beyond the last number share it.
  const auto next = static_cast<std::uint32_t>(
      known.addresses.size() < most_sites ? known.addresses.size() : most_sites - 1);
  const auto [found, is_new] =
      known.numbers.try_emplace(call_site_key(return_address, call_stack_id), next);
  if (is_new && known.addresses.size() < most_sites) known.addresses.push_back(return_address);
  return found->second;
}

const void* call_site_address(std::uint32_t number) {
  known_sites& known = sites();
  const std::lock_guard lock(known.mutex);
  return known.addresses[number];
}

}  // namespace milliamp::detail::race
