#include "check/sites.h"

#include <link.h>

#include <array>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail {

namespace {

struct interned_sites {
  std::mutex mutex;
  std::unordered_map<const void*, std::uint32_t> numbers;
  std::vector<const void*> addresses;
};

interned_sites& interned() {
  static auto* const sites = new interned_sites;
  return *sites;
}

}  // namespace

const std::uintptr_t site_numbers::base_ = find_base();

std::uintptr_t site_numbers::find_base() {
  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        return 1;  // the executable comes first
      },
      &base);
  return base;
}

std::uint32_t site_numbers::intern(const void* return_address) {
  struct cached {
    const void* address;
    std::uint32_t number;
  };
  static thread_local std::array<cached, 1024> cache{};
  cached& entry = cache[reinterpret_cast<std::uintptr_t>(return_address) % cache.size()];
  if (entry.address == return_address) return entry.number;

  interned_sites& sites = interned();
  const std::lock_guard lock(sites.mutex);
  const auto next = static_cast<std::uint32_t>(first_interned + sites.addresses.size());
  const auto [found, is_new] = sites.numbers.try_emplace(return_address, next);
  if (is_new) sites.addresses.push_back(return_address);
  entry = {return_address, found->second};
  return found->second;
}

const void* site_numbers::address_of(std::uint32_t number) {
  if (number < first_interned) return reinterpret_cast<const void*>(base_ + number);
  interned_sites& sites = interned();
  const std::lock_guard lock(sites.mutex);
  return sites.addresses[number - first_interned];
}

}  // namespace milliamp::detail
