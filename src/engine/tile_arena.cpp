#include "engine/tile_arena.h"

#include "base/assert.h"
#include "base/modules.h"

#include <algorithm>
#include <cstring>

namespace milliamp::detail::engine {

namespace {

struct tls_index {
  std::size_t module;
  std::size_t offset;
};
extern "C" void* __tls_get_addr(tls_index*);

/// The length of the first part of some variables, which ends before the variables of a second
/// kernel.
std::size_t length_of_first_part(std::span<const symbolize::tile_variable> variables) {
  const std::string* kernel = nullptr;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::string& owner = variables[i].kernel;
    if (owner.empty()) continue;
    if (kernel != nullptr && *kernel != owner) return i;
    kernel = &owner;
  }
  return variables.size();
}

/// Part of a thread-local block.
struct part {
  std::size_t begin;
  std::size_t end;
};

/// Extends a part by the red zones beside it. Alignment may leave a gap between a variable and the
/// next red zone.
part with_red_zones(part variables, const std::vector<symbolize::red_zone>& sorted_zones) {
  constexpr std::size_t most_alignment = 64;
  part whole = variables;
  for (const symbolize::red_zone& z : sorted_zones) {
    if (z.offset >= whole.end && z.offset - whole.end < most_alignment) {
      whole.end = z.offset + z.size;
    }
    const std::size_t end = z.offset + z.size;
    if (end <= variables.begin && variables.begin - end < most_alignment) whole.begin = z.offset;
  }
  return whole;
}

}  // namespace

bool tile_arena::refresh(const symbolize::held_tile_modules& modules) {
  if (modules.generation() == generation_) return false;
  generation_ = modules.generation();
  regions_.clear();
  for (const auto& module : modules.all()) {
    tls_index index{module->tls_module, 0};
    auto* block = static_cast<std::byte*>(__tls_get_addr(&index));
    std::span<const symbolize::tile_variable> rest = module->variables;
    do {
      const std::size_t length =
          module->unknown_size != 0 ? rest.size() : length_of_first_part(rest);
      add_region(block, module, rest.first(length));
      rest = rest.subspan(length);
    } while (!rest.empty());
    // No constructors are called for tile_static variables (spec 2.4.3.5.1).
    for (const std::size_t offset : module->guards) block[offset] = std::byte{1};
  }
  return true;
}

void tile_arena::add_region(std::byte* block,
                            const std::shared_ptr<const symbolize::tile_module>& module,
                            std::span<const symbolize::tile_variable> variables) {
  std::byte* begin = block;
  std::byte* end = block + module->unknown_size;
  if (module->unknown_size == 0) {
    const part whole =
        with_red_zones({variables.front().offset, variables.back().offset + variables.back().size},
                       module->red_zones);
    begin = block + whole.begin;
    end = block + whole.end;
  }
  begin -= reinterpret_cast<std::uintptr_t>(begin) % 16;
  // Variables of two kernels may share 16 bytes.
  if (!regions_.empty() && regions_.back().module == module) {
    begin = std::max(begin, regions_.back().begin + regions_.back().size);
    begin -= reinterpret_cast<std::uintptr_t>(begin) % 4;
  }
  regions_.push_back({block, begin, static_cast<std::size_t>(end - begin), module, variables});
}

std::size_t tile_arena::size() const {
  std::size_t sum = 0;
  for (const region& r : regions_) {
    for (const symbolize::tile_variable& v : r.variables) sum += v.size;
  }
  return sum;
}

void tile_arena::poison() {
  for (const region& r : regions_) {
    for (const symbolize::tile_variable& v : r.variables) {
      std::memset(r.block + v.offset, 0xFF, v.size);
    }
  }
}

bool tile_arena::is_beside_variables(const void* address) const {
  constexpr std::ptrdiff_t reach = 64 * 1024;
  const auto* a = static_cast<const std::byte*>(address);
  return find(address).variable == nullptr &&
         std::any_of(regions_.begin(), regions_.end(), [&](const region& r) {
           const std::ptrdiff_t at = a - r.begin;
           const auto size = static_cast<std::ptrdiff_t>(r.size);
           const bool may_be_variable = r.module->variables.empty() && at >= 0 && at < size;
           return at > -reach && at < size + reach && !may_be_variable;
         });
}

symbolize::tile_static_location tile_arena::find(const void* address) const {
  const symbolize::tile_static_location before = find_before(address);
  const bool is_within = before.variable != nullptr && before.offset < before.variable->size;
  return is_within ? before : symbolize::tile_static_location();
}

symbolize::tile_static_location tile_arena::find_before(const void* address) const {
  const auto* a = static_cast<const std::byte*>(address);
  symbolize::tile_static_location nearest;
  for (const region& r : regions_) {
    if (a < r.block) continue;
    const auto& variables = r.module->variables;
    const auto offset = static_cast<std::size_t>(a - r.block);
    const auto after = std::upper_bound(
        variables.begin(), variables.end(), offset,
        [](std::size_t o, const symbolize::tile_variable& v) { return o < v.offset; });
    if (after == variables.begin()) continue;
    const symbolize::tile_variable& v = *std::prev(after);
    if (nearest.variable == nullptr || offset - v.offset < nearest.offset) {
      nearest = {r.module, &v, offset - v.offset};
    }
  }
  return nearest;
}

symbolize::tile_static_location tile_arena::find_nearest(const void* address,
                                                         const std::string* kernel) const {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  symbolize::tile_static_location nearest;
  std::uintptr_t least = UINTPTR_MAX;
  for (const region& r : regions_) {
    for (const symbolize::tile_variable& v : r.variables) {
      if (kernel != nullptr && v.kernel != *kernel) continue;
      const auto begin = reinterpret_cast<std::uintptr_t>(r.block + v.offset);
      const bool is_before = a < begin;
      const std::uintptr_t distance = is_before ? begin - a : a - (begin + v.size);
      if (distance >= least) continue;
      least = distance;
      nearest = {r.module, &v, is_before ? 0 : v.size - 1};
    }
  }
  return nearest;
}

base::memory_range tile_arena::memory_of(const symbolize::tile_static_location& location) const {
  const auto r = std::find_if(regions_.begin(), regions_.end(), [&](const region& candidate) {
    return candidate.module == location.module;
  });
  MILLIAMP_ASSERT(r != regions_.end());
  return {r->block + location.variable->offset, location.variable->size};
}

}  // namespace milliamp::detail::engine
