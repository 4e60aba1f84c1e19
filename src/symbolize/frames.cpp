#include "symbolize/frames.h"

#include "base/immortal.h"
#include "symbolize/dwarf.h"
#include "symbolize/line_table.h"
#include "symbolize/query_cache.h"
#include "symbolize/type_names.h"
#include "symbolize/unit_index.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

source_frame frame_of(Dwarf_Die* unit, Dwarf_Line* line) {
  source_frame frame;
  frame.file = path_of(unit, dwarf_linesrc(line, nullptr, nullptr));
  dwarf_lineno(line, &frame.line);
  dwarf_linecol(line, &frame.column);
  return frame;
}

/// Returns the location of an instruction in the innermost function.
source_frame innermost_frame(Dwarf_Die* unit, Dwarf_Addr address)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  if (!read_line_table(*unit)) return {};
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  return line != nullptr ? frame_of(unit, line) : source_frame();
}

/// Returns the location of the nearest instruction of the same function that has a line, in one
/// direction.
/// @param row the row of the instruction in the line table of the unit
source_frame nearest_frame(Dwarf_Die* unit, Dwarf_Lines* rows, std::ptrdiff_t row,
                           std::ptrdiff_t step) MILLIAMP_REQUIRES(debug_information::mutex) {
  const auto functions_at_row = [&](std::ptrdiff_t r) MILLIAMP_REQUIRES(debug_information::mutex) {
    Dwarf_Addr address = 0;
    dwarf_lineaddr(dwarf_onesrcline(rows, static_cast<std::size_t>(r)), &address);
    std::vector<Dwarf_Off> functions;
    for (Dwarf_Die& f : functions_at(unit, address)) functions.push_back(dwarf_dieoffset(&f));
    return functions;
  };
  const std::vector<Dwarf_Off> functions = functions_at_row(row);
  for (std::ptrdiff_t r = row + step; r >= 0; r += step) {
    Dwarf_Line* const line = dwarf_onesrcline(rows, static_cast<std::size_t>(r));
    if (line == nullptr) break;
    const source_frame frame = frame_of(unit, line);
    const std::vector<Dwarf_Off> there = functions_at_row(r);
    if (there.empty() || there.back() != functions.back()) break;
    if (frame.line != 0 && there == functions) return frame;
  }
  return {};
}

source_frame read_nearest_location(Dwarf_Addr address) {
  const debug_query query;
  std::optional<code_position> at = position_of(address);
  Dwarf_Lines* rows = nullptr;
  std::size_t count = 0;
  if (!at || !read_line_table(at->unit) || dwarf_getsrclines(&at->unit, &rows, &count) != 0 ||
      functions_at(&at->unit, at->address).empty()) {
    return {};
  }
  Dwarf_Line* const line = dwarf_getsrc_die(&at->unit, at->address);
  std::ptrdiff_t row = 0;
  while (dwarf_onesrcline(rows, static_cast<std::size_t>(row)) != line) {
    if (++row == static_cast<std::ptrdiff_t>(count)) return {};
  }
  const source_frame before = nearest_frame(&at->unit, rows, row, -1);
  return before.line != 0 ? before : nearest_frame(&at->unit, rows, row, 1);
}

/// Returns the module and the offset of an address without a symbol: `libkernels.so+0x1a2b`.
std::string module_offset(Dwfl_Module* module, Dwarf_Addr address) {
  Dwarf_Addr begin = 0;
  const char* path =
      dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(address - begin));
  return std::string(path != nullptr ? basename(path) : "") + offset;
}

/// Returns the name of a function without debug information. The name of the library function that
/// calls a kernel becomes that of the kernel, which the compiler inlines there.
std::string kernel_or_function(std::string name) {
  name_lambdas(name);
  const std::size_t caller = name.find("tiled_caller<");
  if (name.rfind("milliamp::detail::", 0) != 0 || caller == std::string::npos) return name;
  const std::size_t begin = name.find('<', caller) + 1;
  std::size_t end = begin;
  for (int depth = 0; end < name.size(); ++end) {
    if (depth == 0 && (name[end] == ',' || name[end] == '>')) break;
    if (name[end] == '<') ++depth;
    if (name[end] == '>') --depth;
  }
  return name.substr(begin, end - begin);
}

/// The frames of an instruction.
struct instruction_frames {
  std::vector<source_frame> all{1};
  /// Whether the compiler has declared the outermost function itself, as it does a copy assignment.
  bool is_implicit = false;
};

/// Whether a function is a constructor of the class that declares it.
bool is_constructor(Dwarf_Die& function) MILLIAMP_REQUIRES(debug_information::mutex) {
  const Dwarf_Die origin = origin_of(function);
  const std::vector<Dwarf_Die> scopes = unit_index::of(origin).scopes_of(origin);
  if (scopes.size() < 2) return false;
  const auto template_of = [](Dwarf_Die entry) {
    const char* const name = dwarf_diename(&entry);
    const std::string_view whole = name == nullptr ? "" : name;
    return whole.substr(0, whole.find('<'));
  };
  return template_of(scopes.back()) == template_of(scopes[scopes.size() - 2]);
}

/// GCC also marks functions that contain code of the program: the call operators of lambdas, the
/// bodies of coroutines and OpenMP regions, and the initializers of static variables.
bool is_declared_implicitly(Dwarf_Die& function) MILLIAMP_REQUIRES(debug_information::mutex) {
  if (dwarf_hasattr_integrate(&function, DW_AT_artificial) == 0) return false;
  const char* const own = dwarf_diename(&function);
  const std::string_view name = own == nullptr ? "" : own;
  // One function of each source calls them all. Clang gives it no name.
  const bool calls_initializers = name.empty() || name.starts_with("_GLOBAL__");
  return calls_initializers || name == "operator=" || name.starts_with('~') ||
         is_constructor(function);
}

instruction_frames read_frames(Dwarf_Addr address) MILLIAMP_REQUIRES(debug_information::mutex) {
  instruction_frames found;
  std::vector<source_frame>& frames = found.all;
  if (std::optional<code_position> at = position_of(address)) {
    frames.front() = innermost_frame(&at->unit, at->address);
    for (Dwarf_Die& function : functions_at(&at->unit, at->address)) {
      const bool is_implicit = is_declared_implicitly(function);
      frames.back().function = name_of(&function);
      if (dwarf_tag(&function) == DW_TAG_subprogram) {
        found.is_implicit = is_implicit;
        break;
      }
      // An implicit function has no line.
      if (is_implicit) frames.pop_back();
      frames.push_back({"", file_of(&function, DW_AT_call_file),
                        number_of(&function, DW_AT_call_line),
                        number_of(&function, DW_AT_call_column)});
    }
  }
  Dwfl_Module* const module = debug_information::instance().module_at(address);
  if (module != nullptr && frames.front().function.empty()) {
    const char* symbol = dwfl_module_addrname(module, address);
    frames.front().function =
        symbol != nullptr ? kernel_or_function(demangle(symbol)) : module_offset(module, address);
  }
  return found;
}

/// Whether a file is a header of this library or of the standard library.
bool is_library_header(const std::string& file) {
  return file.find("include/milliamp/") != std::string::npos ||
         file.find("/include/c++/") != std::string::npos;
}

/// Whether two calls of library functions with the same frames are two calls in the source. If the
/// functions are inlined, each call has an entry in the debug information, which duplicates of its
/// code share. Calls are distinguished only within one function of the program, because that
/// function may have been duplicated before the calls were inlined. Where calls are not inlined,
/// none is duplicated.
bool are_written_apart(const void* return_address, const void* other) {
  const std::vector<source_frame> frames = frames_of(return_address);
  const std::ptrdiff_t inlined =
      std::ranges::find_if_not(frames, is_library_header, &source_frame::file) - frames.begin();
  const debug_query query;
  const std::vector<Dwarf_Die> functions = functions_before(return_address);
  const std::vector<Dwarf_Die> others = functions_before(other);
  const auto is_same = [](const Dwarf_Die& a, const Dwarf_Die& b) { return a.addr == b.addr; };
  return inlined < std::ssize(functions) && functions.size() == others.size() &&
         std::equal(functions.begin() + inlined, functions.end(), others.begin() + inlined,
                    is_same) &&
         (inlined == 0 || !is_same(functions[inlined - 1], others[inlined - 1]));
}

/// The cached frames of the instruction before an address.
instruction_frames kept_frames(const void* return_address) {
  static base::immortal<query_cache<const void*, instruction_frames>> cache;
  const debug_query query;
  return cache->get(return_address, [&]() MILLIAMP_REQUIRES(debug_information::mutex) {
    return read_frames(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
  });
}

}  // namespace

std::vector<source_frame> frames_of(const void* return_address) {
  return kept_frames(return_address).all;
}

source_frame nearest_location(const void* return_address) {
  return read_nearest_location(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
}

std::vector<source_frame> user_part_of(const void* return_address) {
  const instruction_frames frames = kept_frames(return_address);
  std::vector<source_frame> users = frames.all;
  if (frames.is_implicit) users.pop_back();
  std::erase_if(users, [](const source_frame& f) { return is_library_header(f.file); });
  return users;
}

std::vector<source_frame> user_frames_of(const void* return_address,
                                         const std::vector<const void*>& calls) {
  std::vector<source_frame> users = user_part_of(return_address);
  for (const void* const call : calls) {
    const std::vector<source_frame> callers = user_part_of(call);
    users.insert(users.end(), callers.begin(), callers.end());
  }
  return users.empty() ? frames_of(return_address) : users;
}

bool is_same_call_site(const void* return_address, const std::vector<const void*>& calls,
                       const void* other, const std::vector<const void*>& other_calls) {
  if (return_address == other && calls == other_calls) return true;
  // Without debug information, two calls in a function are indistinguishable.
  if (user_frames_of(return_address, calls) != user_frames_of(other, other_calls)) return false;
  return return_address == other || !are_written_apart(return_address, other);
}

}  // namespace milliamp::detail::symbolize
