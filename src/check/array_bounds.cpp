// What code compiled with -fsanitize=bounds calls when the index of a C array is out of range, as
// the compilers name it: UndefinedBehaviorSanitizer's own runtime is not linked.

#include "check/access_checker.h"
#include "check/own_work.h"
#include "check/report_finding.h"
#include "report/marked_place.h"
#include "report/symbols.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace milliamp::detail {

namespace {

/// What the compilers pass: laid out as UndefinedBehaviorSanitizer's runtime has it.
struct source_location {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};

struct type_descriptor {
  std::uint16_t kind;  // 0: an integer
  std::uint16_t info;  // of an integer: bit 0: signed; the rest: the logarithm of its bits
  char name[1];        // of unknown length
};

struct out_of_bounds_data {
  source_location location;
  const type_descriptor* array_type;
  const type_descriptor* index_type;
};

bool is_signed(const type_descriptor& type) { return (type.info & 1) != 0; }

/// The value of an index, as far as one can be passed.
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

/// What the source calls the array, or the array that it is a row of: `values` of `values[0][i +
/// 1]`; empty when the source cannot be read.
std::string array_name(const finding& found) {
  const marked_place place = place_of(found.events.front(), found);
  const std::string expression =
      place.text.substr(std::min(place.span.begin, place.text.size()), place.span.size());
  const std::size_t bracket = expression.find('[');
  return bracket == std::string::npos ? "" : expression.substr(0, bracket);
}

/// @param frame the frame pointer of the function with the array
void report_out_of_bounds(const out_of_bounds_data& data, std::uintptr_t index,
                          const void* return_address, const void* frame) {
  const own_work own;
  if (!are_findings_wanted()) return;
  const std::optional<std::uint64_t> known_value = index_value(*data.index_type, index);
  const std::string value = known_value ? index_text(*data.index_type, *known_value) : "an index";
  finding found;
  found.kind = finding_kind::out_of_bounds;
  std::vector<source_frame> frames = user_frames_of(return_address);
  if (data.location.file != nullptr) {
    // Debug information has the whole path of what is written here as the compiler was given it.
    if (frames.front().file.empty()) frames.front().file = data.location.file;
    frames.front().line = static_cast<int>(data.location.line);
    frames.front().column = static_cast<int>(data.location.column);
  }
  event access{"access", std::move(frames), {}, 0};
  if (const auto thread = current_kernel_thread()) {
    access.threads = {*thread};
    access.thread_count = 1;
  }
  found.events = {std::move(access)};
  found.name = array_name(found);
  const std::string type = type_text(*data.array_type);
  found.variable = type + (found.name.empty() ? "" : " " + found.name);
  found.element = found.name + "[" + value + "]";
  found.summary = "index " + value + " is out of the bounds of " + found.variable;
  found.advice = "keep the index from 0 up to, but not including, the length of its dimension";
  bad_index bad{found.name, 0, 0, found.events.front().frames.front()};
  if (known_value) {
    bad.dimensions = static_cast<std::size_t>(std::count(type.begin(), type.end(), '['));
    bad.value = static_cast<std::int64_t>(*known_value);
  }
  report_finding(std::move(found));
  if (access_checker* checker = own_work::checker()) checker->suspect_overrun(frame, bad);
}

/// Where functions save the frame pointer of their caller, which instrumented code keeps.
const void* saved_at(const void* frame) { return *static_cast<const void* const*>(frame); }

}  // namespace

}  // namespace milliamp::detail

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail;
  report_out_of_bounds(*static_cast<const out_of_bounds_data*>(data), index,
                       __builtin_return_address(0), saved_at(__builtin_frame_address(0)));
}

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds_abort(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail;
  report_out_of_bounds(*static_cast<const out_of_bounds_data*>(data), index,
                       __builtin_return_address(0), saved_at(__builtin_frame_address(0)));
  __builtin_trap();
}
