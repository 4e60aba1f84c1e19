/// @file
/// Callbacks of code compiled with -fsanitize=bounds for an index out of the bounds of a C array.
/// UndefinedBehaviorSanitizer's own runtime is not linked.

#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "check/current_launch.h"
#include "check/scratch_memory.h"
#include "diagnose/out_of_bounds.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace milliamp::detail::intercept {

namespace {

/// Argument of the callbacks, with the layout of UndefinedBehaviorSanitizer's runtime. It is in
/// writable memory, so that the runtime can disable a check.
struct source_location {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};

struct type_descriptor {
  std::uint16_t kind;  // 0: an integer
  std::uint16_t info;  // of an integer: bit 0: signed; other bits: log2 of its width
  char name[1];        // of unknown length
};

struct out_of_bounds_data {
  source_location location;
  const type_descriptor* array_type;
  const type_descriptor* index_type;
};

bool is_signed(const type_descriptor& type) { return (type.info & 1) != 0; }

/// The column of a disabled check.
constexpr std::uint32_t disabled = ~std::uint32_t{0};

bool is_disabled(const source_location& location) {
  return __atomic_load_n(&location.column, __ATOMIC_RELAXED) == disabled;
}

/// The value of an index; nothing if the callback cannot pass values of its type.
std::optional<std::uint64_t> index_value(const type_descriptor& type, std::uintptr_t value) {
  const unsigned bits = 1u << (type.info >> 1);
  if (type.kind != 0 || bits > 64) return std::nullopt;
  const unsigned unused = 64 - bits;
  const std::uint64_t shifted = std::uint64_t{value} << unused;
  return is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(shifted) >> unused)
                         : shifted >> unused;
}

std::string index_text(const type_descriptor& type, std::uint64_t value) {
  return is_signed(type) ? std::to_string(static_cast<std::int64_t>(value)) : std::to_string(value);
}

/// The name of a type without the descriptor's quotes, and without the space of GCC's `int [4]`.
std::string type_text(const type_descriptor& type) {
  std::string name(static_cast<const char*>(type.name));
  if (name.size() >= 2 && name.front() == '\'' && name.back() == '\'') {
    name = name.substr(1, name.size() - 2);
  }
  if (const std::size_t space = name.find(" ["); space != std::string::npos) name.erase(space, 1);
  return name;
}

/// The lengths in an array type: 4 and 8 of `int[4][8]`. Empty if they are not numbers.
std::vector<std::uint64_t> lengths_of(const std::string& array_type) {
  std::vector<std::uint64_t> lengths;
  for (std::size_t at = array_type.find('['); at < array_type.size();
       at = array_type.find('[', at)) {
    const char* const digits = array_type.data() + ++at;
    std::uint64_t length = 0;
    const char* const end = array_type.data() + array_type.size();
    const auto [rest, error] = std::from_chars(digits, end, length);
    if (error != std::errc{} || rest == end || *rest != ']') return {};
    lengths.push_back(length);
  }
  return lengths;
}

/// Whether an array may be a flexible array member: host programs index such arrays at the end of a
/// structure beyond their declared length.
bool may_be_longer(const std::vector<std::uint64_t>& lengths) {
  return lengths.empty() || lengths.front() <= 1;
}

/// @param frame the frame pointer of the function with the array
void report_out_of_bounds(out_of_bounds_data& data, std::uintptr_t index,
                          const void* return_address, const void* frame) {
  if (is_disabled(data.location)) return;
  const base::scoped_ignore ignore;
  const auto thread = check::current_kernel_thread();
  const std::string type = type_text(*data.array_type);
  const std::vector<std::uint64_t> lengths = lengths_of(type);
  if (!check::are_findings_wanted() || (!thread && may_be_longer(lengths))) return;
  const std::optional<std::uint64_t> known_value = index_value(*data.index_type, index);
  check::checker* const checker = base::this_thread.kernel_checker();
  const diagnose::array_index_fact access{
      type,
      lengths.size(),
      known_value ? index_text(*data.index_type, *known_value) : "",
      data.location.file,
      static_cast<int>(data.location.line),
      static_cast<int>(data.location.column),
      checker != nullptr ? checker->thread().call_site(return_address)
                         : diagnose::call_site{return_address},
      thread};
  if (diagnose::is_pointer_arithmetic(access)) {
    __atomic_store_n(&data.location.column, disabled, __ATOMIC_RELAXED);
    return;
  }
  finding found = diagnose::diagnose(access);
  check::bad_index bad{{}, 0, found.events.front().frames.front()};
  if (known_value) {
    bad.lengths = lengths;
    bad.value = static_cast<std::int64_t>(*known_value);
  }
  check::report_finding(std::move(found));
  if (checker != nullptr) checker->on_bad_index(frame, bad);
}

/// The caller's frame pointer, which a function saves at its own; instrumented code has frame
/// pointers.
const void* saved_at(const void* frame) { return *static_cast<const void* const*>(frame); }

}  // namespace

}  // namespace milliamp::detail::intercept

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail::intercept;
  report_out_of_bounds(*static_cast<out_of_bounds_data*>(data), index, __builtin_return_address(0),
                       saved_at(__builtin_frame_address(0)));
}

// See MILLIAMP_WRAPPED_FUNCTIONS in tools/cmake/MilliampFlags.cmake.
extern "C" __attribute__((visibility("default"), alias("__ubsan_handle_out_of_bounds"))) void
__wrap___ubsan_handle_out_of_bounds(void* data, std::uintptr_t index);

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds_abort(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail::intercept;
  report_out_of_bounds(*static_cast<out_of_bounds_data*>(data), index, __builtin_return_address(0),
                       saved_at(__builtin_frame_address(0)));
  __builtin_trap();
}

// See src/instrument/clang_index_checks.cpp.
extern "C" __attribute__((visibility("default"))) void* __milliamp_out_of_bounds_scratch(
    std::size_t size) {
  return milliamp::detail::check::out_of_bounds_scratch(size);
}
