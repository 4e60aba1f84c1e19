/// @file
/// The executable and the shared libraries of this process, and the symbols in their files.
#pragma once

#include <elf.h>
#include <gelf.h>
#include <link.h>

#include <cstddef>

namespace milliamp::detail::base {

/// Calls f(info) for every module of the process, the executable first, until it returns true.
template <class F>
void for_each_module(F f) {
  dl_iterate_phdr([](dl_phdr_info* info, std::size_t,
                     void* function) { return (*static_cast<F*>(function))(*info) ? 1 : 0; },
                  &f);
}

/// A number that changes when a module is loaded or unloaded.
unsigned long long loader_generation();

/// The path of a module's file.
const char* path_of(const dl_phdr_info& info);

/// Whether any module refers to a function of the library, by a part of its mangled name. The
/// files are read when modules have come or gone since the last time.
bool is_called_by_program(const char* function);

/// An ELF file, open for reading its symbols.
class elf_file {
 public:
  /// A file that cannot be read has no symbols.
  explicit elf_file(const char* path);
  ~elf_file();
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

}  // namespace milliamp::detail::base
