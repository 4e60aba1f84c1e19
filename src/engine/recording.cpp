#include "engine/recording.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/options.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
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

}  // namespace

// --- Reading -------------------------------------------------------------------------------------

const recording& recording::to_replay() {
  static const recording one(base::current_options().replayed_path);
  return one;
}

recording::recording(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) {
    reject(path, std::string("cannot read the recording to replay: ") +
                     (file.is_open() ? "it is empty" : std::strerror(errno)));
  }
  counts_accesses_ = line == head_of_accesses;
  if (!counts_accesses_ && line != head_of_atomics) {
    reject(path, "not a recording of this version, which record=FILE writes");
  }
  for (int number = 2; std::getline(file, line); ++number) {
    if (!read_line(line)) reject(path, "line " + std::to_string(number) + ": '" + line + "'");
  }
}

bool recording::read_line(const std::string& line) {
  std::istringstream words(line);
  std::string what;
  std::uint64_t launch = 0;
  if (!(words >> what >> launch)) return false;
  if (what == "swap") {
    order_change change{};
    if (!(words >> change.position >> change.other)) return false;
    orders_[launch].push_back(change);
    return true;
  }
  std::uint64_t part = 0;
  thread_change change{};
  if (what != "run" || !(words >> part >> change.point >> change.thread)) return false;
  threads_[{launch, part}].push_back(change);
  return true;
}

const std::vector<order_change>& recording::order_changes(std::uint64_t launch) const {
  return find_or_empty(orders_, launch);
}

const std::vector<thread_change>& recording::thread_changes(std::uint64_t launch,
                                                            std::uint64_t part) const {
  return find_or_empty(threads_, std::pair(launch, part));
}

// --- Writing -------------------------------------------------------------------------------------

recorder& recorder::instance() {
  static base::immortal<recorder> one;
  return *one;
}

std::uint64_t recorder::begin_launch(bool counts_accesses) {
  static base::immortal<base::mutex> beginning;
  const base::scoped_lock lock(*beginning);
  const std::string& path = base::current_options().record;
  if (launches_ == 0 && !path.empty()) {
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0) reject(path, std::string("cannot write the recording: ") + std::strerror(errno));
    write(std::string(counts_accesses ? head_of_accesses : head_of_atomics));
  }
  return launches_++;
}

void recorder::record(std::uint64_t launch, const order_change& change) {
  if (file_ < 0) return;
  std::ostringstream line;
  line << "swap " << launch << ' ' << change.position << ' ' << change.other;
  write(line.str());
}

void recorder::record(std::uint64_t launch, std::uint64_t part, const thread_change& change) {
  if (file_ < 0) return;
  std::ostringstream line;
  line << "run " << launch << ' ' << part << ' ' << change.point << ' ' << change.thread;
  write(line.str());
}

void recorder::write(const std::string& line) const {
  const std::string text = line + '\n';
  if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    reject(base::current_options().record, "cannot write the recording");
  }
}

}  // namespace milliamp::detail::engine
