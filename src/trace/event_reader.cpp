#include "trace/event_reader.h"

#include "report/finding.h"
#include "trace/events.h"
#include "trace/value_text.h"

#include <algorithm>
#include <iterator>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;

/// A variable of the tile, ready for the accesses to it.
struct variable {
  explicit variable(const ordered_json& json)
      : element_size(json.at("element_size").get<std::size_t>()),
        lengths(json.at("dimensions").get<std::vector<std::int64_t>>()) {
    if (json.contains("distances")) distances = json.at("distances").get<decltype(distances)>();
    for (const ordered_json& p : json.at("parts")) {
      parts.push_back({p.at("offset").get<std::size_t>(), p.at("size").get<std::size_t>(),
                       p.at("kind").get<std::string>()});
    }
    const bool has_distances = distances.empty() || distances.size() == lengths.size();
    const bool are_positive = std::all_of(distances.begin(), distances.end(),
                                          [](std::int64_t distance) { return distance > 0; });
    if (element_size == 0 || !has_distances || !are_positive) reject("a variable has no size");
  }

  /// The row-major number of the element at a distance from the first one in memory. Of a damaged
  /// description, any number.
  std::int64_t number_of(std::int64_t distance) const {
    if (distances.empty()) return distance;
    std::uint64_t number = 0;
    for (std::size_t d = 0; d < lengths.size(); ++d) {
      number = number * static_cast<std::uint64_t>(lengths[d]) +
               static_cast<std::uint64_t>(distance / distances[d]);
      distance %= distances[d];
    }
    return static_cast<std::int64_t>(number);
  }

  std::size_t element_size;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> distances;
  struct part {
    std::size_t offset;
    std::size_t size;
    std::string kind;
  };
  std::vector<part> parts;
};

class reader {
 public:
  reader(std::string_view bytes, std::size_t places, recorded_tile& tile)
      : rest_(bytes), tile_(tile) {
    for (const ordered_json& v : tile.description.at("variables")) variables_.emplace_back(v);
    for (const ordered_json& s : tile.description.at("sites")) {
      call_sites_.push_back(s.get<int>());
      if (call_sites_.back() < 0 || static_cast<std::size_t>(call_sites_.back()) >= places) {
        reject("a tile refers to an unknown place");
      }
    }
  }

  void read() {
    while (!rest_.empty()) {
      const auto kind = static_cast<event_kind>(take(1).front());
      switch (kind) {
        case event_kind::turn:
          thread_ = static_cast<std::uint32_t>(number_below(tile_.threads, "thread"));
          break;
        case event_kind::begin:
        case event_kind::end:
          add(kind);
          break;
        case event_kind::arrive:
        case event_kind::release:
        case event_kind::fence:
          read_barrier(kind);
          break;
        case event_kind::read:
        case event_kind::write:
        case event_kind::atomic:
          read_access(kind);
          break;
        case event_kind::fault:
          read_fault();
          break;
        default:
          reject("a tile has an unknown event");
      }
    }
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > rest_.size()) reject("the events of a tile end too early");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
    reject("a tile has a number that is too large");
  }
  std::uint64_t number_below(std::uint64_t end, const char* of_what) {
    const std::uint64_t value = number();
    if (value >= end) reject(std::string("a tile has an event with an unknown ") + of_what);
    return value;
  }

  recorded_event& add(event_kind kind) {
    recorded_event& e = tile_.events.emplace_back();
    e.kind = kind;
    e.thread = thread_;
    return e;
  }
  int place() { return call_sites_[number_below(call_sites_.size(), "place")]; }

  std::uint64_t read_offset() {
    const std::uint64_t offset = number();
    if (offset > std::uint64_t{1} << 48) reject("an access is beyond its variable");
    return offset;
  }

  void read_barrier(event_kind kind) {
    recorded_event& e = add(kind);
    e.place = place();
    e.fence = static_cast<int>(number_below(4, "fence"));
    if (kind == event_kind::release) e.time = number();
  }

  /// Adds an event for each element that the access touches.
  void read_access(event_kind kind) {
    const int at = place();
    const auto v = static_cast<std::size_t>(number_below(variables_.size(), "variable"));
    std::uint64_t offset = read_offset();
    std::string_view bytes = take(static_cast<std::size_t>(number()));
    const variable& accessed = variables_[v];
    while (!bytes.empty()) {
      const auto within = static_cast<std::size_t>(offset % accessed.element_size);
      const std::size_t size = std::min(bytes.size(), accessed.element_size - within);
      recorded_event& e = add(kind);
      e.place = at;
      e.variable = static_cast<int>(v);
      e.element = accessed.number_of(static_cast<std::int64_t>(offset / accessed.element_size));
      set_value(accessed, within, bytes.substr(0, size), e);
      offset += size;
      bytes.remove_prefix(size);
    }
  }

  /// Sets the part and the value of an access to an element.
  static void set_value(const variable& accessed, std::size_t within, std::string_view bytes,
                        recorded_event& e) {
    const auto part = std::find_if(
        accessed.parts.begin(), accessed.parts.end(),
        [&](const variable::part& p) { return p.offset == within && p.size == bytes.size(); });
    if (part == accessed.parts.end()) {
      e.value = value_text(bytes, "bytes");
      return;
    }
    e.part = static_cast<int>(part - accessed.parts.begin());
    e.value = value_text(bytes, part->kind);
  }

  void read_fault() {
    recorded_event& e = add(event_kind::fault);
    e.other = static_cast<int>(number_below(std::uint64_t{tile_.threads} + 1, "thread")) - 1;
    e.variable = static_cast<int>(number_below(variables_.size() + 1, "variable")) - 1;
    const std::uint64_t offset = read_offset();
    if (e.variable >= 0) {
      const variable& accessed = variables_[static_cast<std::size_t>(e.variable)];
      e.element = accessed.number_of(static_cast<std::int64_t>(offset / accessed.element_size));
    }
    e.fault = report::finding_kinds[number_below(std::size(report::finding_kinds), "fault")].name;
  }

  std::string_view rest_;
  recorded_tile& tile_;
  std::uint32_t thread_ = 0;
  std::vector<variable> variables_;
  std::vector<int> call_sites_;
};

}  // namespace

void read_events(std::string_view bytes, std::size_t places, recorded_tile& tile) {
  reader(bytes, places, tile).read();
}

}  // namespace milliamp::detail::trace
