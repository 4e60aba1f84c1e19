// What code compiled with -fsanitize=bounds calls when the index of a C array is out of range, as
// the compilers name it: UndefinedBehaviorSanitizer's own runtime is not linked.

#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "check/current_launch.h"
#include "report/source_location.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace milliamp::detail::intercept {

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

/// 4 and 8 of `int[4][8]`; none when they are not numbers.
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

/// Whether an array may stand for a longer one, as programs of the host have it at the end of a
/// structure whose size they know only when they run.
bool may_be_longer(const std::vector<std::uint64_t>& lengths) {
  return lengths.empty() || lengths.front() <= 1;
}

/// Where the subscripts begin that an expression ends with; at its end when there are none.
std::size_t begin_of_subscripts(std::string_view expression) {
  std::size_t begin = expression.size();
  while (begin > 0 && expression[begin - 1] == ']') {
    int depth = 0;
    do {
      --begin;
      depth += expression[begin] == ']' ? 1 : expression[begin] == '[' ? -1 : 0;
    } while (depth > 0 && begin > 0);
  }
  return begin;
}

/// Whether an index of an array of so many dimensions cannot be among these subscripts: they are
/// too few, or numbers, each of them another one.
bool are_of_others(std::string_view subscripts, const std::string& index, std::size_t dimensions) {
  const auto count = std::count(subscripts.begin(), subscripts.end(), '[');
  const bool are_numbers = subscripts.find_first_not_of("[]0123456789") == std::string_view::npos;
  return static_cast<std::size_t>(count) < dimensions ||
         (are_numbers && subscripts.find('[' + index + ']') == std::string_view::npos);
}

/// What the source calls the array that is indexed, or the one that it is a row of: `values` of
/// `values[0][i + 1]`, `cells[0].values` of `cells[0].values[i]`; empty when the source cannot be
/// read. GCC tells where the subscript ends, Clang where the expression begins.
std::string array_name(const finding& found, const std::string& index, std::size_t dimensions) {
  const report::source_location place = report::location_of(found.events.front(), found);
  const std::string_view text(place.text);
  const auto end = static_cast<std::size_t>(found.events.front().frames.front().column);
  std::string_view rest = text.substr(std::min(place.span.begin, text.size()), place.span.size());
  if (end > place.span.begin && end <= text.size() && text[end - 1] == ']') {
    rest = text.substr(place.span.begin, end - place.span.begin);
  }
  std::size_t name = begin_of_subscripts(rest);
  while (are_of_others(rest.substr(name), index, dimensions)) {
    const std::size_t bracket = rest.substr(0, name).rfind(']');
    if (bracket == std::string_view::npos) break;
    rest = rest.substr(0, bracket + 1);
    name = begin_of_subscripts(rest);
  }
  return name < rest.size() ? std::string(rest.substr(0, name)) : "";
}

/// @param frame the frame pointer of the function with the array
void report_out_of_bounds(const out_of_bounds_data& data, std::uintptr_t index,
                          const void* return_address, const void* frame) {
  const base::scoped_ignore own;
  const auto thread = check::current_kernel_thread();
  const std::string type = type_text(*data.array_type);
  const std::vector<std::uint64_t> lengths = lengths_of(type);
  if (!check::are_findings_wanted() || (!thread && may_be_longer(lengths))) return;
  const std::optional<std::uint64_t> known_value = index_value(*data.index_type, index);
  const std::string value = known_value ? index_text(*data.index_type, *known_value) : "an index";
  finding found;
  found.kind = finding_kind::out_of_bounds;
  check::checker* const checker = base::this_thread.kernel_checker();
  const std::vector<const void*> calls =
      checker != nullptr ? checker->calls_of_thread() : std::vector<const void*>();
  std::vector<source_frame> frames = symbolize::user_frames_of(return_address, calls);
  if (data.location.file != nullptr) {
    // Debug information has the whole path of what is written here as the compiler was given it.
    if (frames.front().file.empty()) frames.front().file = data.location.file;
    frames.front().line = static_cast<int>(data.location.line);
    frames.front().column = static_cast<int>(data.location.column);
  }
  event access{"access", std::move(frames), {}, 0};
  if (thread) {
    access.threads = {*thread};
    access.thread_count = 1;
  }
  found.events = {std::move(access)};
  found.name = array_name(found, value, lengths.size());
  found.variable = type + (found.name.empty() ? "" : " " + found.name);
  found.element = found.name + "[" + value + "]";
  found.summary = "index " + value + " is out of the bounds of " + found.variable;
  found.advice = "keep the index from 0 up to, but not including, the length of its dimension";
  check::bad_index bad{{}, 0, found.events.front().frames.front()};
  if (known_value) {
    bad.lengths = lengths;
    bad.value = static_cast<std::int64_t>(*known_value);
  }
  check::report_finding(std::move(found));
  if (checker != nullptr) checker->suspect_overrun(frame, bad);
}

/// Where functions save the frame pointer of their caller, which instrumented code keeps.
const void* saved_at(const void* frame) { return *static_cast<const void* const*>(frame); }

}  // namespace

}  // namespace milliamp::detail::intercept

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail::intercept;
  report_out_of_bounds(*static_cast<const out_of_bounds_data*>(data), index,
                       __builtin_return_address(0), saved_at(__builtin_frame_address(0)));
}

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds_abort(
    void* data, std::uintptr_t index) {
  using namespace milliamp::detail::intercept;
  report_out_of_bounds(*static_cast<const out_of_bounds_data*>(data), index,
                       __builtin_return_address(0), saved_at(__builtin_frame_address(0)));
  __builtin_trap();
}
