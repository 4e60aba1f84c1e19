#include "base/modules.h"

#include "base/immortal.h"
#include "base/mutex.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace milliamp::detail::base {

loader_generation loader_generation::now() {
  loader_generation generation;
  for_each_module([&](const dl_phdr_info& info) {
    generation = {info.dlpi_adds, info.dlpi_subs};
    return true;
  });
  return generation;
}

const void* module_base(const void* address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

memory_range range_of(const dl_phdr_info& info) {
  std::uintptr_t begin = UINTPTR_MAX;
  std::uintptr_t end = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    begin = std::min(begin, info.dlpi_addr + segment.p_vaddr);
    end = std::max(end, info.dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  return begin < end ? memory_range(begin, end - begin) : memory_range();
}

const ElfW(Phdr) * thread_local_segment(const dl_phdr_info& info) {
  const auto* const end = info.dlpi_phdr + info.dlpi_phnum;
  const auto* const found =
      std::find_if(info.dlpi_phdr, end, [](const auto& h) { return h.p_type == PT_TLS; });
  return found != end ? found : nullptr;
}

memory_range module_range(const void* address) {
  memory_range found;
  for_each_module([&](const dl_phdr_info& info) {
    if (const memory_range range = range_of(info); range.contains(address)) found = range;
    return found.size != 0;
  });
  return found;
}

bool in_same_module(const void* a, const void* b) {
  const void* const base = module_base(a);
  return base != nullptr && base == module_base(b);
}

const char* path_of(const dl_phdr_info& info) {
  return *info.dlpi_name != '\0' ? info.dlpi_name : "/proc/self/exe";
}

namespace {

/// Whether any module imports a function with this part in its mangled name.
bool is_imported(const char* function) {
  bool found = false;
  for_each_module([&](const dl_phdr_info& info) {
    elf_file(path_of(info))
        .for_each_symbol(SHT_DYNSYM, [&](std::string_view name, const GElf_Sym& symbol) {
          found = found || (symbol.st_shndx == SHN_UNDEF && name.find(function) != name.npos);
        });
    return found;
  });
  return found;
}

}  // namespace

bool is_called_by_program(const char* function) {
  struct answer {
    loader_generation generation;
    bool is_called = false;
  };
  static mutex known_mutex;
  static immortal<std::unordered_map<std::string_view, answer>> known MILLIAMP_GUARDED_BY(
      known_mutex);
  const scoped_lock lock(known_mutex);
  answer& last = (*known)[function];
  if (const auto now = loader_generation::now(); now != last.generation) {
    last = {now, is_imported(function)};
  }
  return last.is_called;
}

elf_file::elf_file(const char* path) : file_(open(path, O_RDONLY | O_CLOEXEC)) {
  elf_version(EV_CURRENT);
  if (file_ >= 0) elf_ = elf_begin(file_, ELF_C_READ_MMAP, nullptr);
}

elf_file::~elf_file() {
  elf_end(elf_);
  if (file_ >= 0) close(file_);
}

}  // namespace milliamp::detail::base
