#include "symbolize/local_variables.h"

#include "base/immortal.h"
#include "symbolize/dwarf.h"
#include "symbolize/query_cache.h"

#include <unwind.h>

#include <utility>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

// DWARF's numbers of registers.
#if defined(__x86_64__)
constexpr int frame_pointer_number = 6;
constexpr int stack_pointer_number = 7;
#elif defined(__aarch64__)
constexpr int frame_pointer_number = 29;
constexpr int stack_pointer_number = 31;
#else  // Variables are found if their locations are relative to the CFA, as with GCC.
constexpr int frame_pointer_number = -1;
constexpr int stack_pointer_number = -1;
#endif

/// What the location of a variable in a stack frame may be relative to.
enum class frame_base : std::uint8_t { cfa, frame_pointer, stack_pointer };

/// The stack frame of a function, from its stack pointer to its canonical frame address (CFA).
struct stack_frame {
  const void* return_address = nullptr;
  std::uintptr_t stack_pointer = 0;
  std::uintptr_t frame_pointer = 0;
  std::uintptr_t cfa = 0;

  std::uintptr_t address_of(frame_base base) const {
    return base == frame_base::cfa             ? cfa
           : base == frame_base::frame_pointer ? frame_pointer
                                               : stack_pointer;
  }
};

/// Finds the frame that contains an address.
class frame_search {
 public:
  explicit frame_search(const void* address)
      : address_(reinterpret_cast<std::uintptr_t>(address)) {}

  std::optional<stack_frame> run() {
    _Unwind_Backtrace(&visit, this);
    return frame_.cfa != 0 ? std::optional(frame_) : std::nullopt;
  }

 private:
  static _Unwind_Reason_Code visit(_Unwind_Context* context, void* self) {
    return static_cast<frame_search*>(self)->visit(context);
  }

  /// The unwinder gives a function the CFA of the one that it calls: its own stack pointer.
  _Unwind_Reason_Code visit(_Unwind_Context* context) {
    const std::uintptr_t here = _Unwind_GetCFA(context);
    if (frame_.return_address != nullptr && address_ < here) {
      frame_.cfa = here;
      return _URC_NORMAL_STOP;
    }
    frame_.return_address = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    frame_.stack_pointer = here;
    if constexpr (frame_pointer_number >= 0)
      frame_.frame_pointer = _Unwind_GetGR(context, frame_pointer_number);
    return _URC_NO_REASON;
  }

  const std::uintptr_t address_;
  stack_frame frame_;
};

/// A variable with a fixed location in the frame of its function.
struct frame_variable {
  std::string name;
  std::int64_t offset;  ///< from the frame base
  std::size_t size;
};

struct frame_variables {
  frame_base base{};
  std::vector<frame_variable> variables;
};

/// The only operation of a location at an instruction; nothing if it has others.
std::optional<Dwarf_Op> location_of(Dwarf_Die* die, unsigned attribute_name, Dwarf_Addr address) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  const bool is_known = dwarf_attr(die, attribute_name, &attribute) != nullptr &&
                        dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) == 1;
  return is_known && count == 1 ? std::optional(operations[0]) : std::nullopt;
}

std::optional<frame_base> frame_base_of(Dwarf_Die* function, Dwarf_Addr address) {
  const std::optional<Dwarf_Op> base = location_of(function, DW_AT_frame_base, address);
  if (!base) return std::nullopt;
  if (base->atom == DW_OP_call_frame_cfa) return frame_base::cfa;
  const int number = static_cast<int>(base->atom) - DW_OP_reg0;
  if (number < 0) return std::nullopt;
  if (number == frame_pointer_number) return frame_base::frame_pointer;
  if (number == stack_pointer_number) return frame_base::stack_pointer;
  return std::nullopt;
}

/// A variable or a parameter, if it has a location in the frame at an instruction.
std::optional<frame_variable> in_frame(Dwarf_Die variable, Dwarf_Addr address) {
  const std::optional<Dwarf_Op> location = location_of(&variable, DW_AT_location, address);
  if (!location || location->atom != DW_OP_fbreg) return std::nullopt;
  Dwarf_Die origin = origin_of(variable);
  Dwarf_Die type;
  Dwarf_Word size = 0;
  if (!entry_of(&origin, DW_AT_type, type) || dwarf_aggregate_size(&type, &size) != 0)
    return std::nullopt;
  const char* const name = dwarf_diename(&origin);
  return frame_variable{name != nullptr ? name : "", static_cast<std::int64_t>(location->number),
                        size};
}

/// Adds the variables of a function, or of a block of it, that are visible at an instruction.
void add_variables(Dwarf_Die* scope, Dwarf_Addr address, std::vector<frame_variable>& variables) {
  any_child(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) {
      if (dwarf_haspc(&child, address) > 0) add_variables(&child, address, variables);
    } else if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
      if (auto variable = in_frame(child, address)) variables.push_back(std::move(*variable));
    }
    return false;
  });
}

frame_variables read_variables(const void* return_address)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  frame_variables found;
  std::optional<code_position> at = position_of(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
  if (!at) return found;
  std::vector<Dwarf_Die> functions = functions_at(&at->unit, at->address);
  if (functions.empty()) return found;
  Dwarf_Die& function = functions.back();
  const std::optional<frame_base> base = frame_base_of(&function, at->address);
  if (!base) return found;
  found.base = *base;
  add_variables(&function, at->address, found.variables);
  return found;
}

}  // namespace

std::optional<local_variable> local_variable_at(const void* address) {
  const std::optional<stack_frame> frame = frame_search(address).run();
  if (!frame) return std::nullopt;
  static base::immortal<query_cache<const void*, frame_variables>> cache;
  const debug_query query;
  const frame_variables& known =
      cache->get(frame->return_address, [&]() MILLIAMP_REQUIRES(debug_information::mutex) {
        return read_variables(frame->return_address);
      });
  const std::uintptr_t base = frame->address_of(known.base);
  // Variables whose lifetimes do not overlap may share a location: the largest is the safe answer.
  std::optional<local_variable> found;
  for (const frame_variable& v : known.variables) {
    const std::uintptr_t begin = base + static_cast<std::uintptr_t>(v.offset);
    const bool contains = reinterpret_cast<std::uintptr_t>(address) - begin < v.size;
    if (contains && (!found || v.size > found->size)) found = {v.name, begin, v.size};
  }
  return found;
}

}  // namespace milliamp::detail::symbolize
