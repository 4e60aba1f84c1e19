#include "race/call_sites.h"

#include "base/immortal.h"
#include "base/mutex.h"

#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

namespace {

constexpr std::size_t most_call_sites = std::size_t{1} << call_site_bits;

struct call_site_table {
  base::mutex mutex;
  std::unordered_map<std::uintptr_t, std::uint32_t> numbers MILLIAMP_GUARDED_BY(mutex);
  std::vector<const void*> addresses MILLIAMP_GUARDED_BY(mutex);
};

}  // namespace

std::uint32_t call_site_number(const void* return_address, std::uintptr_t call_stack_id) {
  call_site_table& known = base::only<call_site_table>();
  const base::scoped_lock lock(known.mutex);
  // All call sites beyond the last number share it.
  const auto next = static_cast<std::uint32_t>(
      known.addresses.size() < most_call_sites ? known.addresses.size() : most_call_sites - 1);
  const auto [found, is_new] =
      known.numbers.try_emplace(call_site_key(return_address, call_stack_id), next);
  if (is_new && known.addresses.size() < most_call_sites) known.addresses.push_back(return_address);
  return found->second;
}

const void* call_site_address(std::uint32_t number) {
  call_site_table& known = base::only<call_site_table>();
  const base::scoped_lock lock(known.mutex);
  return known.addresses[number];
}

}  // namespace milliamp::detail::race
