/// @file
/// The values that launches leave in the arrays and views which their kernels have captured, for
/// `milliamp explore`, which compares those of different schedules.
///
/// The file of the option `values_path` has a line of JSON for each launch, in the order in which
/// they end:
///
///     {"launch": 1, "file": "a.cpp", "line": 9,
///      "containers": [{"name": "sums", "lengths": [2, 2], "values": ["0", "4", "1", "7"]}]}
///
/// The values are in the order of the indices, the last dimension varying fastest.

#include "base/immortal.h"
#include "base/json.h"
#include "base/mutex.h"
#include "base/options.h"
#include "base/output_file.h"
#include "check/checked_launch.h"
#include "check/watcher.h"
#include "symbolize/kernel_class.h"
#include "trace/value_text.h"
#include "trace/variable_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;
using symbolize::captured_memory;
using symbolize::type_layout;

/// The file. Launches are written until the limit of values is reached.
class values_file {
 public:
  values_file() : file_("values_path", base::current_options().values_path) {}

  /// Whether the values of the next launch still have room, which they then use.
  bool admit(std::uint64_t values) {
    const base::scoped_lock lock(mutex_);
    left_ -= std::min(left_, values);
    return left_ != 0;
  }
  void write(ordered_json launch) {
    const base::scoped_lock lock(mutex_);
    launch["launch"] = ++launches_;
    file_.write(base::json_text(launch) + '\n');
  }

 private:
  base::mutex mutex_;
  base::output_file file_ MILLIAMP_GUARDED_BY(mutex_);
  std::uint64_t launches_ MILLIAMP_GUARDED_BY(mutex_) = 0;
  std::uint64_t left_ MILLIAMP_GUARDED_BY(mutex_) = 4'000'000;
};

values_file& file() { return base::only<values_file>(); }

/// The value of an element: of a scalar `1.5`, of a class `{1, {2, 3}}`.
std::string text_of(const std::byte* at, const type_layout& type) {
  if (type.members.empty()) {
    return value_text({reinterpret_cast<const char*>(at), type.size}, name_of(type.kind));
  }
  std::string text;
  for (const type_layout::member& m : type.members) {
    if (m.is_bit_field) continue;
    for (std::size_t i = 0; i < m.type.elements(); ++i) {
      text += (text.empty() ? "" : ", ") + text_of(at + m.offset + i * m.type.size, m.type);
    }
  }
  return '{' + text + '}';
}

/// An element as text; its bytes if its type is not known.
std::string element_text(const std::byte* at, const captured_memory& memory) {
  if (memory.element.size != memory.element_size) {
    return bytes_text({reinterpret_cast<const char*>(at), memory.element_size});
  }
  return text_of(at, memory.element);
}

std::uint64_t elements_of(const captured_memory& memory) {
  return std::accumulate(
      memory.lengths.begin(), memory.lengths.end(), std::uint64_t{1},
      [](std::uint64_t n, std::int64_t length) { return n * static_cast<std::uint64_t>(length); });
}

/// All elements, in the order of their indices.
std::vector<std::string> values_of(const captured_memory& memory) {
  std::vector<std::string> values;
  std::vector<std::int64_t> at(memory.lengths.size());
  for (std::uint64_t n = elements_of(memory); n > 0; --n) {
    const std::int64_t element =
        std::inner_product(at.begin(), at.end(), memory.distances.begin(), std::int64_t{0});
    values.push_back(element_text(
        memory.data + element * static_cast<std::int64_t>(memory.element_size), memory));
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < memory.lengths[d]) break;
      at[d] = 0;
    }
  }
  return values;
}

/// Writes the values when the launch has ended.
class launch_values final : public check::launch_watcher {
 public:
  explicit launch_values(const check::checked_launch& launch) : launch_(launch) {}

  static check::make_watcher watch() {
    return
        [](const check::checked_launch& launch) { return std::make_unique<launch_values>(launch); };
  }

  check::watcher* begin_share(const check::checked_thread&) override { return nullptr; }
  void end_share(const check::checked_thread&) override {}

  void on_findings(const std::vector<finding>&) override {
    std::vector<captured_memory> captures = symbolize::containers_of(launch_.captures());
    std::erase_if(captures, [](const captured_memory& c) {
      return c.data == nullptr || c.element_size == 0;
    });
    std::uint64_t values = 0;
    for (const captured_memory& c : captures) values += elements_of(c);
    if (!file().admit(values)) return;

    const symbolize::kernel_declaration declaration =
        symbolize::kernel_declaration_of(launch_.kernel().code);
    ordered_json containers = ordered_json::array();
    for (const captured_memory& c : captures) {
      containers.push_back({{"name", c.name}, {"lengths", c.lengths}, {"values", values_of(c)}});
    }
    file().write({{"launch", 0},
                  {"file", declaration.file},
                  {"line", declaration.line},
                  {"containers", containers}});
  }

 private:
  const check::checked_launch& launch_;
};

[[maybe_unused]] const bool registered = [] {
  if (!base::current_options().values_path.empty()) check::add_watch(&launch_values::watch);
  return true;
}();

}  // namespace

}  // namespace milliamp::detail::trace
