#include "engine/tile_arena.h"

#include "base/modules.h"
#include "symbolize/symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

namespace milliamp::detail::engine {

namespace {

// --- Modules -------------------------------------------------------------------------------------

/// The mark that `tile_static` leaves at the end of a mangled name: B for an ABI tag, its length,
/// the tag.
constexpr std::string_view mark = "B11tile_static";

/// What the mangled name of a guard begins with.
constexpr std::string_view guard = "_ZGV";

bool is_marked(std::string_view name, const GElf_Sym& symbol) {
  return GELF_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_shndx != SHN_UNDEF &&
         name.find(mark) != std::string_view::npos;
}

std::vector<tile_variable> read_variables(const base::elf_file& elf) {
  std::map<std::size_t, tile_variable> by_offset;
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (!is_marked(name, symbol) || name.starts_with(guard)) return;
    by_offset.try_emplace(symbol.st_value, tile_variable{symbolize::demangle(name.data()),
                                                         symbol.st_value, symbol.st_size});
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  std::vector<tile_variable> variables;
  for (auto& [offset, variable] : by_offset) variables.push_back(std::move(variable));
  return variables;
}

std::vector<std::size_t> read_guards(const base::elf_file& elf) {
  std::vector<std::size_t> offsets;
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (is_marked(name, symbol) && name.starts_with(guard)) offsets.push_back(symbol.st_value);
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  return offsets;
}

/// The symbols of local variables may have been stripped: no local symbol is left.
bool is_stripped(const base::elf_file& elf) {
  bool has_locals = false;
  elf.for_each_symbol(SHT_SYMTAB, [&](std::string_view name, const GElf_Sym& symbol) {
    has_locals = has_locals || (GELF_ST_BIND(symbol.st_info) == STB_LOCAL && !name.empty());
  });
  return !has_locals;
}

bool is_instrumented(const base::elf_file& elf) {
  bool found = false;
  elf.for_each_symbol(SHT_DYNSYM, [&](std::string_view name, const GElf_Sym& symbol) {
    found = found || (symbol.st_shndx == SHN_UNDEF && name == "__tsan_init");
  });
  return found;
}

/// The size of a module's thread-local block.
std::size_t thread_local_size(const dl_phdr_info& info) {
  const auto* const end = info.dlpi_phdr + info.dlpi_phnum;
  const auto* const header =
      std::find_if(info.dlpi_phdr, end, [](const auto& h) { return h.p_type == PT_TLS; });
  return header == end ? 0 : header->p_memsz;
}

tile_module read_module(const dl_phdr_info& info) {
  const base::elf_file elf(base::path_of(info));
  const bool has_unknown = is_stripped(elf) && is_instrumented(elf);
  return {info.dlpi_addr, info.dlpi_tls_modid, read_variables(elf), read_guards(elf),
          has_unknown ? thread_local_size(info) : 0};
}

/// The modules that may have tile_static variables, kept up to date with the loader.
class module_registry {
 public:
  static module_registry& instance() {
    static module_registry* const registry = new module_registry;  // outlives every static object
    return *registry;
  }

  std::vector<std::shared_ptr<const tile_module>> modules() {
    const std::lock_guard lock(mutex_);
    if (const auto now = base::loader_generation(); now != generation_) {
      reload();
      generation_ = now;
    }
    return modules_;
  }

 private:
  /// What tells a loaded module from all others, also from one that was loaded in its place before:
  /// load address, number for thread-local storage, file and the file's time.
  using identity =
      std::tuple<std::uintptr_t, std::size_t, std::string, std::filesystem::file_time_type>;

  void reload() {
    modules_.clear();
    std::map<identity, std::shared_ptr<const tile_module>> loaded;
    base::for_each_module([&](const dl_phdr_info& info) {
      if (thread_local_size(info) == 0) return false;
      const char* path = base::path_of(info);
      std::error_code unknown_time;
      const identity key{info.dlpi_addr, info.dlpi_tls_modid, path,
                         std::filesystem::last_write_time(path, unknown_time)};
      auto& module = loaded[key];
      if (const auto known = read_.find(key); known != read_.end()) {
        module = known->second;
      } else {
        module = std::make_shared<tile_module>(read_module(info));
      }
      if (!module->variables.empty() || module->unknown_size != 0) modules_.push_back(module);
      return false;
    });
    read_ = std::move(loaded);
  }

  std::mutex mutex_;
  unsigned long long generation_ = 0;
  std::vector<std::shared_ptr<const tile_module>> modules_;
  std::map<identity, std::shared_ptr<const tile_module>> read_;
};

struct tls_index {
  std::size_t module;
  std::size_t offset;
};
extern "C" void* __tls_get_addr(tls_index*);

}  // namespace

std::string tile_variable::short_name() const {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::vector<std::shared_ptr<const tile_module>> tile_modules() {
  return module_registry::instance().modules();
}

bool tile_arena::refresh() {
  const auto now = base::loader_generation();
  if (now == generation_) return false;
  generation_ = now;
  regions_.clear();
  for (const auto& module : tile_modules()) {
    tls_index index{module->tls_module, 0};
    auto* block = static_cast<std::byte*>(__tls_get_addr(&index));
    std::byte* begin = block;
    std::byte* end = block + module->unknown_size;
    if (module->unknown_size == 0) {
      begin = block + module->variables.front().offset;
      end = block + module->variables.back().offset + module->variables.back().size;
    }
    begin -= reinterpret_cast<std::uintptr_t>(begin) % 16;
    regions_.push_back({block, begin, static_cast<std::size_t>(end - begin), module});
    // No constructors are called for tile_static variables (spec 2.4.3.5.1).
    for (const std::size_t offset : module->guards) block[offset] = std::byte{1};
  }
  return true;
}

std::size_t tile_arena::size() const {
  std::size_t sum = 0;
  for (const region& r : regions_) {
    for (const tile_variable& v : r.module->variables) sum += v.size;
  }
  return sum;
}

void tile_arena::poison() {
  for (const region& r : regions_) {
    for (const tile_variable& v : r.module->variables) {
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

tile_arena::place tile_arena::find(const void* address) const {
  const place before = find_before(address);
  const bool is_within = before.variable != nullptr && before.offset < before.variable->size;
  return is_within ? before : place();
}

tile_arena::place tile_arena::find_before(const void* address) const {
  const auto* a = static_cast<const std::byte*>(address);
  place nearest;
  for (const region& r : regions_) {
    if (a < r.block) continue;
    const auto& variables = r.module->variables;
    const auto offset = static_cast<std::size_t>(a - r.block);
    const auto after =
        std::upper_bound(variables.begin(), variables.end(), offset,
                         [](std::size_t o, const tile_variable& v) { return o < v.offset; });
    if (after == variables.begin()) continue;
    const tile_variable& v = *std::prev(after);
    if (nearest.variable == nullptr || offset - v.offset < nearest.offset) {
      nearest = {r.module, &v, offset - v.offset};
    }
  }
  return nearest;
}

}  // namespace milliamp::detail::engine
