#include "engine/tile_arena.h"

#include "report/symbols.h"

#include <milliamp/exceptions.h>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace milliamp::detail {

namespace {

// --- Modules -------------------------------------------------------------------------------------

/// The mark that `tile_static` leaves at the end of a mangled name: B for an ABI tag, its length,
/// the tag.
constexpr std::string_view mark = "B11tile_static";

/// An ELF file, open for reading its symbols.
class elf_file {
 public:
  explicit elf_file(const char* path) : file_(open(path, O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
    if (file_ >= 0) elf_ = elf_begin(file_, ELF_C_READ_MMAP, nullptr);
  }
  ~elf_file() {
    elf_end(elf_);
    if (file_ >= 0) close(file_);
  }
  elf_file(const elf_file&) = delete;
  elf_file& operator=(const elf_file&) = delete;

  /// Calls f(name, symbol) for every symbol of the table of that kind.
  template <class F>
  void for_each_symbol(unsigned table, F f) const {
    for (Elf_Scn* section = elf_nextscn(elf_, nullptr); section != nullptr;
         section = elf_nextscn(elf_, section)) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != table) continue;
      Elf_Data* data = elf_getdata(section, nullptr);
      if (data == nullptr || header.sh_entsize == 0) continue;
      const int count = static_cast<int>(header.sh_size / header.sh_entsize);
      for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, i, &symbol) == nullptr) break;
        const char* name = elf_strptr(elf_, header.sh_link, symbol.st_name);
        if (name != nullptr) f(name, symbol);
      }
    }
  }

 private:
  int file_;
  Elf* elf_ = nullptr;
};

std::vector<tile_variable> read_variables(const char* path) {
  std::map<std::size_t, tile_variable> by_offset;
  const elf_file elf(path);
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (GELF_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF ||
        name.find(mark) == std::string_view::npos || name.substr(0, 4) == "_ZGV") {
      return;
    }
    by_offset.try_emplace(symbol.st_value,
                          tile_variable{demangle(name.data()), symbol.st_value, symbol.st_size});
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  std::vector<tile_variable> variables;
  for (auto& [offset, variable] : by_offset) variables.push_back(std::move(variable));
  return variables;
}

bool has_thread_local_storage(const dl_phdr_info& info) {
  return std::any_of(info.dlpi_phdr, info.dlpi_phdr + info.dlpi_phnum,
                     [](const ElfW(Phdr) & header) { return header.p_type == PT_TLS; });
}

/// Calls f(info) for every module of the process until it returns true.
template <class F>
void for_each_module(F f) {
  dl_iterate_phdr([](dl_phdr_info* info, std::size_t,
                     void* function) { return (*static_cast<F*>(function))(*info) ? 1 : 0; },
                  &f);
}

/// A number that changes when a module is loaded or unloaded.
unsigned long long loader_generation() {
  unsigned long long generation = 0;
  for_each_module([&](const dl_phdr_info& info) {
    generation = info.dlpi_adds + info.dlpi_subs;
    return true;
  });
  return generation;
}

/// The modules with tile_static variables, kept up to date with the loader.
class module_registry {
 public:
  static module_registry& instance() {
    static module_registry registry;
    return registry;
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
  void reload() {
    modules_.clear();
    for_each_module([&](const dl_phdr_info& info) {
      if (!has_thread_local_storage(info)) return false;
      const char* path = *info.dlpi_name != '\0' ? info.dlpi_name : "/proc/self/exe";
      auto& variables = read_[{info.dlpi_addr, path}];
      if (variables == nullptr) {
        variables = std::make_shared<tile_module>(
            tile_module{info.dlpi_addr, info.dlpi_tls_modid, read_variables(path)});
      }
      if (!variables->variables.empty()) modules_.push_back(variables);
      return false;
    });
  }

  std::mutex mutex_;
  unsigned long long generation_ = 0;
  std::vector<std::shared_ptr<const tile_module>> modules_;
  std::map<std::pair<std::uintptr_t, std::string>, std::shared_ptr<tile_module>> read_;
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
  static std::unordered_set<const std::type_info*> checked;
  const std::lock_guard lock(mutex);
  if (checked.count(kernel.type) != 0) return;
  if (limit_can_be_exceeded()) check_limit(demangle(kernel.type->name()));
  checked.insert(kernel.type);
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
