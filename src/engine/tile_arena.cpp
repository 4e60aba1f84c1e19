#include "engine/tile_arena.h"

#include "report/symbols.h"
#include "runtime/modules.h"

#include <milliamp/exceptions.h>

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace milliamp::detail {

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

std::vector<tile_variable> read_variables(const elf_file& elf) {
  std::map<std::size_t, tile_variable> by_offset;
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (!is_marked(name, symbol) || name.starts_with(guard)) return;
    by_offset.try_emplace(symbol.st_value,
                          tile_variable{demangle(name.data()), symbol.st_value, symbol.st_size});
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  std::vector<tile_variable> variables;
  for (auto& [offset, variable] : by_offset) variables.push_back(std::move(variable));
  return variables;
}

std::vector<std::size_t> read_guards(const elf_file& elf) {
  std::vector<std::size_t> offsets;
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (is_marked(name, symbol) && name.starts_with(guard)) offsets.push_back(symbol.st_value);
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  return offsets;
}

bool has_thread_local_storage(const dl_phdr_info& info) {
  return std::any_of(info.dlpi_phdr, info.dlpi_phdr + info.dlpi_phnum,
                     [](const ElfW(Phdr) & header) { return header.p_type == PT_TLS; });
}

/// The modules with tile_static variables, kept up to date with the loader.
class module_registry {
 public:
  static module_registry& instance() {
    static module_registry* const registry = new module_registry;  // outlives every static object
    return *registry;
  }

  std::vector<std::shared_ptr<const tile_module>> modules() {
    const std::lock_guard lock(mutex_);
    if (const auto now = loader_generation(); now != generation_) {
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
    for_each_module([&](const dl_phdr_info& info) {
      if (!has_thread_local_storage(info)) return false;
      const char* path = path_of(info);
      std::error_code unknown_time;
      const identity key{info.dlpi_addr, info.dlpi_tls_modid, path,
                         std::filesystem::last_write_time(path, unknown_time)};
      auto& module = loaded[key];
      if (const auto known = read_.find(key); known != read_.end()) {
        module = known->second;
      } else {
        const elf_file elf(path);
        module = std::make_shared<tile_module>(tile_module{info.dlpi_addr, info.dlpi_tls_modid,
                                                           read_variables(elf), read_guards(elf)});
      }
      if (!module->variables.empty()) modules_.push_back(module);
      return false;
    });
    read_ = std::move(loaded);
  }

  std::mutex mutex_;
  unsigned long long generation_ = 0;
  std::vector<std::shared_ptr<const tile_module>> modules_;
  std::map<identity, std::shared_ptr<const tile_module>> read_;
};

// --- The limit -----------------------------------------------------------------------------------

std::string list_sizes(const std::vector<const tile_variable*>& variables) {
  std::string text;
  for (const tile_variable* v : variables) {
    text +=
        (text.empty() ? "" : ", ") + v->short_name() + " (" + std::to_string(v->size) + " bytes)";
  }
  return text;
}

/// The variables that count against a kernel: those in its own call operator, and any that is too
/// large for every kernel.
std::vector<const tile_variable*> variables_of(
    const std::vector<std::shared_ptr<const tile_module>>& modules, const std::string& kernel) {
  std::vector<const tile_variable*> found;
  for (const auto& module : modules) {
    for (const tile_variable& v : module->variables) {
      if (v.size > tile_static_limit || v.name.rfind(kernel + "::operator()", 0) == 0) {
        found.push_back(&v);
      }
    }
  }
  return found;
}

void check_limit(const std::string& kernel) {
  const auto modules = tile_modules();
  const std::vector<const tile_variable*> variables = variables_of(modules, kernel);
  std::size_t total = 0;
  for (const tile_variable* v : variables) total += v->size;
  if (total <= tile_static_limit) return;
  const std::string message = "the kernel " + kernel + " has " + std::to_string(total) +
                              " bytes of tile_static variables: " + list_sizes(variables) +
                              "; the limit is " + std::to_string(tile_static_limit) +
                              " bytes a tile (spec 2.4.3.5.1); use smaller tiles or " +
                              "keep part of the data in an array";
  throw concurrency::runtime_exception(message.c_str(), concurrency::detail::e_fail);
}

/// Whether any module has so much thread-local storage that the limit could be exceeded.
bool limit_can_be_exceeded() {
  bool found = false;
  for_each_module([&](const dl_phdr_info& info) {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const auto& header = info.dlpi_phdr[i];
      found = found || (header.p_type == PT_TLS && header.p_memsz > tile_static_limit);
    }
    return found;
  });
  return found;
}

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

void check_tile_static_limit(const tiled_kernel& kernel) {
  static std::mutex mutex;
  // Outlives every static object.
  static auto* const checked = new std::unordered_set<const std::type_info*>;
  static unsigned long long generation = 0;
  const std::lock_guard lock(mutex);
  if (const auto now = loader_generation(); now != generation) {
    checked->clear();  // another module's kernel may be in the place of one that is gone
    generation = now;
  }
  if (checked->count(kernel.type) != 0) return;
  if (limit_can_be_exceeded()) check_limit(demangle(kernel.type->name()));
  checked->insert(kernel.type);
}

bool tile_arena::refresh() {
  const auto now = loader_generation();
  if (now == generation_) return false;
  generation_ = now;
  regions_.clear();
  for (const auto& module : tile_modules()) {
    tls_index index{module->tls_module, 0};
    auto* block = static_cast<std::byte*>(__tls_get_addr(&index));
    const auto first = reinterpret_cast<std::uintptr_t>(block + module->variables.front().offset);
    std::byte* begin = block + module->variables.front().offset - first % 16;
    const tile_variable& last = module->variables.back();
    const auto size = static_cast<std::size_t>(block + last.offset + last.size - begin);
    regions_.push_back({block, begin, size, module});
    // No constructors are called for tile_static variables (spec 2.4.3.5.1).
    for (const std::size_t offset : module->guards) block[offset] = std::byte{1};
  }
  return true;
}

void tile_arena::poison() {
  for (const region& r : regions_) {
    for (const tile_variable& v : r.module->variables) {
      std::memset(r.block + v.offset, 0xFF, v.size);
    }
  }
}

tile_arena::place tile_arena::find(const void* address) const {
  const auto* a = static_cast<const std::byte*>(address);
  for (const region& r : regions_) {
    if (a < r.begin || a >= r.begin + r.size) continue;
    const auto& variables = r.module->variables;
    const auto offset = static_cast<std::size_t>(a - r.block);
    auto after =
        std::upper_bound(variables.begin(), variables.end(), offset,
                         [](std::size_t o, const tile_variable& v) { return o < v.offset; });
    if (after == variables.begin()) return {};
    --after;
    if (offset >= after->offset + after->size) return {};
    return {r.module, &*after, offset - after->offset};
  }
  return {};
}

}  // namespace milliamp::detail
