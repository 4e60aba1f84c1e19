#include "engine/saved_schedule.h"

#include "base/immortal.h"
#include "base/options.h"
#include "base/read_file.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace milliamp::detail::engine {

namespace {

constexpr std::string_view head_of_accesses = "milliamp schedule 1 accesses";
constexpr std::string_view head_of_atomics = "milliamp schedule 1 atomics";

[[noreturn]] void reject(const std::string& path, const std::string& reason) {
  std::fprintf(stderr, "milliamp: %s: %s\n", path.c_str(), reason.c_str());
  _exit(2);
}

template <class Map, class Key>
const auto& find_or_empty(const Map& map, const Key& key) {
  static const typename Map::mapped_type none;
  const auto found = map.find(key);
  return found == map.end() ? none : found->second;
}

/// When the library is loaded: without a policy, nothing begins the file.
[[maybe_unused]] const bool is_noted = [] {
  const base::options& o = base::current_options();
  if (o.record.empty() || base::has_policy(o.schedule)) return false;
  std::string names;
  for (const std::string& name : base::random_schedules()) names += name + ", ";
  std::fprintf(stderr,
               "milliamp: MILLIAMP_OPTIONS: record: this schedule makes no decisions to record; "
               "use one of %sreplay\n",
               names.c_str());
  return true;
}();

}  // namespace

// --- Reading -------------------------------------------------------------------------------------

const saved_schedule& saved_schedule::to_replay() {
  static const saved_schedule one = [] {
    const std::string& path = base::current_options().replayed_path;
    constexpr std::size_t most = 64 << 20;
    const std::optional<std::string> text = base::read_file(path, most);
    if (!text.has_value() || text->empty()) {
      reject(path, std::string("cannot read the schedule to replay: ") +
                       (text.has_value() ? "it is empty" : std::strerror(errno)));
    }
    try {
      return saved_schedule(*text);
    } catch (const std::invalid_argument& mistake) {
      reject(path, mistake.what());
    }
  }();
  return one;
}

saved_schedule::saved_schedule(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  counts_accesses_ = line == head_of_accesses;
  if (!counts_accesses_ && line != head_of_atomics) {
    throw std::invalid_argument("not a schedule of this version, which record=FILE writes");
  }
  for (int number = 2; std::getline(lines, line); ++number) {
    if (read_line(line)) continue;
    throw std::invalid_argument("line " + std::to_string(number) + ": '" + line +
                                "' is not a decision of a schedule; expected 'swap LAUNCH POSITION "
                                "LATER' or 'run LAUNCH PART POINT THREAD'");
  }
}

bool saved_schedule::read_line(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  const bool is_swap = word == "swap";
  if (!is_swap && word != "run") return false;
  std::vector<std::uint64_t> numbers;
  while (words >> word) {
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, numbers.emplace_back());
    if (error != std::errc() || rest != end) return false;
  }
  if (is_swap) {
    if (numbers.size() != 3 || numbers[2] < numbers[1]) return false;
    orders_[numbers[0]].push_back({numbers[1], numbers[2]});
    return true;
  }
  if (numbers.size() != 4 || numbers[3] > std::numeric_limits<thread_number>::max()) return false;
  threads_[{numbers[0], numbers[1]}].push_back(
      {numbers[2], static_cast<thread_number>(numbers[3])});
  return true;
}

const std::vector<order_change>& saved_schedule::order_changes(std::uint64_t launch) const {
  return find_or_empty(orders_, launch);
}

const std::vector<thread_change>& saved_schedule::thread_changes(std::uint64_t launch,
                                                                 std::uint64_t part) const {
  return find_or_empty(threads_, std::pair(launch, part));
}

// --- Writing -------------------------------------------------------------------------------------

schedule_recorder& schedule_recorder::instance() { return base::only<schedule_recorder>(); }

std::uint64_t schedule_recorder::begin_launch(bool counts_accesses) {
  const base::scoped_lock lock(mutex_);
  const std::string& path = base::current_options().record;
  if (launches_ == 0 && !path.empty()) {
    file_.emplace("record", path);
    file_->write(std::string(counts_accesses ? head_of_accesses : head_of_atomics) + '\n');
  }
  return launches_++;
}

void schedule_recorder::record(std::uint64_t launch, const order_change& change) {
  if (base::current_options().record.empty()) return;
  std::ostringstream line;
  line << "swap " << launch << ' ' << change.position << ' ' << change.other << '\n';
  write(line.str());
}

void schedule_recorder::record(std::uint64_t launch, std::uint64_t part,
                               const thread_change& change) {
  if (base::current_options().record.empty()) return;
  std::ostringstream line;
  line << "run " << launch << ' ' << part << ' ' << change.point << ' ' << change.thread << '\n';
  write(line.str());
}

void schedule_recorder::write(const std::string& line) {
  const base::scoped_lock lock(mutex_);
  if (file_.has_value()) file_->write(line);
}

}  // namespace milliamp::detail::engine
