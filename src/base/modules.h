/// @file
/// The modules of the process, which are the executable and the shared libraries, and the symbols
/// in their files.
#pragma once

#include "base/memory_range.h"

#include <elf.h>
#include <gelf.h>
#include <link.h>

#include <cstddef>

namespace milliamp::detail::base {

/// Calls f(info) for each module of the process, the executable first, until f returns true.
template <class F>
void for_each_module(F f) {
  dl_iterate_phdr([](dl_phdr_info* info, std::size_t,
                     void* function) { return (*static_cast<F*>(function))(*info) ? 1 : 0; },
                  &f);
}

/// How many modules have been loaded and unloaded.
struct loader_generation {
  unsigned long long loads = 0;
  unsigned long long unloads = 0;

  static loader_generation now();
  bool operator==(const loader_generation&) const = default;
};

/// Returns the load address of the module that contains an address, or null if there is none.
const void* module_base(const void* address);

/// Returns the memory from the first to the last segment of a module. (It does not begin at
/// dlpi_addr in an executable with a fixed address, where that is 0.)
memory_range range_of(const dl_phdr_info& info);

/// Returns the header of a module's thread-local segment, or null if it has none.
const ElfW(Phdr) * thread_local_segment(const dl_phdr_info& info);

/// Returns the memory of the module that contains an address; empty if there is none.
memory_range module_range(const void* address);

/// Whether one module contains both addresses.
bool in_same_module(const void* a, const void* b);

/// Returns the path of a module's file.
const char* path_of(const dl_phdr_info& info);

/// Whether any module imports a function of the library. Reads the modules' files again only if
/// modules were loaded or unloaded since the last call.
/// @param function a part of the mangled name, in static storage
bool is_called_by_program(const char* function);

/// The symbols of an ELF file.
class elf_file {
 public:
  /// An unreadable file has no symbols.
  explicit elf_file(const char* path);
  ~elf_file();
  elf_file(const elf_file&) = delete;
  elf_file& operator=(const elf_file&) = delete;

  bool is_readable() const { return elf_ != nullptr; }

  /// Calls f(name, symbol) for each symbol in the tables of a type.
  /// @param table SHT_SYMTAB or SHT_DYNSYM
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

}  // namespace milliamp::detail::base
