#include "symbolize/tile_variables.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"
#include "symbolize/type_names.h"

#include <elf.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace milliamp::detail::symbolize {

namespace {

/// The ABI tag that `tile_static` adds to the end of a mangled name: B, its length, the tag.
constexpr std::string_view mark = "B11tile_static";

/// Prefix of the mangled name of a guard variable.
constexpr std::string_view guard = "_ZGV";

/// Prefix of the names of red zones; src/instrument/red_zones.h makes them.
constexpr std::string_view red_zone_prefix = "milliamp_red_zone";

bool is_thread_local(const GElf_Sym& symbol) {
  return GELF_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_shndx != SHN_UNDEF;
}

bool is_marked(std::string_view name, const GElf_Sym& symbol) {
  return is_thread_local(symbol) && name.find(mark) != std::string_view::npos &&
         !name.starts_with(red_zone_prefix);
}

/// The names of the functions that call a tiled kernel (see include/milliamp/detail/launch.h).
std::vector<std::string> read_callers(const base::elf_file& elf) {
  std::vector<std::string> callers;
  elf.for_each_symbol(SHT_SYMTAB, [&](std::string_view name, const GElf_Sym& symbol) {
    const bool is_function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
    if (is_function && name.find("12tiled_caller") != std::string_view::npos) {
      callers.push_back(demangle(name.data()));
    }
  });
  return callers;
}

/// The class of the kernel that declares a variable, in its call operator or in a lambda there.
std::string kernel_of(const tile_variable& v, const std::vector<std::string>& callers) {
  constexpr std::string_view call = "::operator()";
  for (std::size_t at = v.name.find(call); at != std::string::npos;
       at = v.name.find(call, at + 1)) {
    const std::string kernel = v.name.substr(0, at);
    const std::string caller = "milliamp::detail::tiled_caller<" + kernel + ',';
    if (std::any_of(callers.begin(), callers.end(),
                    [&](const std::string& c) { return c.starts_with(caller); })) {
      return kernel;
    }
  }
  return "";
}

std::vector<tile_variable> read_variables(const base::elf_file& elf) {
  std::map<std::size_t, tile_variable> by_offset;
  const auto add = [&](std::string_view name, const GElf_Sym& symbol) {
    if (!is_marked(name, symbol) || name.starts_with(guard)) return;
    by_offset.try_emplace(
        symbol.st_value, tile_variable{demangle(name.data()), symbol.st_value, symbol.st_size, ""});
  };
  elf.for_each_symbol(SHT_SYMTAB, add);
  elf.for_each_symbol(SHT_DYNSYM, add);
  if (by_offset.empty()) return {};
  const std::vector<std::string> callers = read_callers(elf);
  std::vector<tile_variable> variables;
  for (auto& [offset, variable] : by_offset) {
    variable.kernel = kernel_of(variable, callers);
    variables.push_back(std::move(variable));
  }
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

std::vector<red_zone> read_red_zones(const base::elf_file& elf) {
  std::vector<red_zone> zones;
  elf.for_each_symbol(SHT_SYMTAB, [&](std::string_view name, const GElf_Sym& symbol) {
    if (is_thread_local(symbol) && name.starts_with(red_zone_prefix)) {
      zones.push_back({symbol.st_value, symbol.st_size});
    }
  });
  std::sort(zones.begin(), zones.end(),
            [](const red_zone& a, const red_zone& b) { return a.offset < b.offset; });
  return zones;
}

/// Whether the symbols of local variables may have been stripped: no local symbol is left.
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
  const auto* const segment = base::thread_local_segment(info);
  return segment != nullptr ? segment->p_memsz : 0;
}

tile_module read_module(const dl_phdr_info& info) {
  const base::elf_file elf(base::path_of(info));
  // The file may have been deleted, or its path is relative to another directory.
  const bool has_unknown = !elf.is_readable() || (is_stripped(elf) && is_instrumented(elf));
  return {info.dlpi_name,
          base::range_of(info).begin,
          info.dlpi_tls_modid,
          read_variables(elf),
          read_red_zones(elf),
          read_guards(elf),
          has_unknown ? thread_local_size(info) : 0};
}

/// Modules that may have tile_static variables, kept up to date with the dynamic loader.
class module_registry {
 public:
  known_tile_modules modules() {
    const base::scoped_lock lock(mutex_);
    if (const auto now = base::loader_generation::now(); now != known_.generation) {
      reload();
      known_.generation = now;
    }
    return known_;
  }

 private:
  /// Identifies a loaded module, also among those loaded earlier at the same address: load address,
  /// TLS module number, file and modification time of the file.
  using identity =
      std::tuple<std::uintptr_t, std::size_t, std::string, std::filesystem::file_time_type>;

  void reload() MILLIAMP_REQUIRES(mutex_) {
    std::vector<std::shared_ptr<const tile_module>> modules;
    std::map<identity, std::shared_ptr<const tile_module>> loaded;
    const auto read_before = std::exchange(read_, {});
    base::for_each_module([&](const dl_phdr_info& info) {
      if (thread_local_size(info) == 0) return false;
      const char* path = base::path_of(info);
      std::error_code unknown_time;
      const identity key{info.dlpi_addr, info.dlpi_tls_modid, path,
                         std::filesystem::last_write_time(path, unknown_time)};
      auto& module = loaded[key];
      if (const auto known = read_before.find(key); known != read_before.end()) {
        module = known->second;
      } else {
        module = std::make_shared<tile_module>(read_module(info));
      }
      if (!module->variables.empty() || module->unknown_size != 0) modules.push_back(module);
      return false;
    });
    known_.modules = std::move(modules);
    read_ = std::move(loaded);
  }

  base::mutex mutex_;
  known_tile_modules known_ MILLIAMP_GUARDED_BY(mutex_);
  std::map<identity, std::shared_ptr<const tile_module>> read_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace

std::string tile_variable::short_name() const {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::string tile_variable::function() const {
  std::string scope = name.substr(0, name.rfind("::"));
  name_lambdas(scope);
  int depth = 0;  // of brackets
  std::size_t begin = 0;
  std::size_t end = scope.size();
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const bool begins_name = i == begin || scope[i - 1] == ':';
    if (scope[i] == '(' && depth == 0 && !begins_name) end = i;
    if (scope[i] == ' ' && depth == 0 && end == scope.size()) begin = i + 1;
    if (scope[i] == '(' || scope[i] == '<') ++depth;
    if (scope[i] == ')' || scope[i] == '>') --depth;
  }
  return scope.substr(begin, end - begin);
}

known_tile_modules tile_modules() { return base::only<module_registry>().modules(); }

variable_declaration declaration_of(const tile_static_location& location) {
  return thread_local_declaration(location.module->begin, location.variable->offset);
}

}  // namespace milliamp::detail::symbolize
