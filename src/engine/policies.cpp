#include "engine/policies.h"

#include "base/assert.h"
#include "base/random.h"
#include "engine/saved_schedule.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace milliamp::detail::engine {

namespace {

/// A policy whose decisions are derived from the seed.
class seeded_policy : public schedule_policy {
 public:
  explicit seeded_policy(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t swap_part(const part_number& position, std::uint64_t parts) final {
    const std::uint64_t seed = base::mix(~base::mix(seed_, position.launch), position.part);
    return position.part + base::random_numbers(seed).below(parts - position.part);
  }

 protected:
  void begin(const part_number& tile, thread_number threads) override {
    random_ = base::random_numbers(base::mix(base::mix(seed_, tile.launch), tile.part));
    interruptions_left_ = most_interruptions * threads;
  }

  base::random_numbers& random() { return random_; }
  thread_number random_thread() { return ready()[random_.below(ready().size())]; }
  /// A random thread in one of `interval` cases.
  std::optional<thread_number> interrupt_sometimes(std::size_t interval) {
    if (interruptions_left_ == 0 || random_.below(interval) != 0) return std::nullopt;
    --interruptions_left_;
    return random_thread();
  }

 private:
  static constexpr std::size_t most_interruptions = 1000;

  const std::uint64_t seed_;
  base::random_numbers random_{0};
  std::size_t interruptions_left_ = 0;
};

class random_policy final : public seeded_policy {
 public:
  using seeded_policy::seeded_policy;
  bool counts_accesses() const override { return false; }

 private:
  std::optional<thread_number> at_step(step) override { return interrupt_sometimes(2); }
  thread_number at_stop() override { return random_thread(); }
};

class interleave_policy final : public seeded_policy {
 public:
  using seeded_policy::seeded_policy;
  bool counts_accesses() const override { return true; }

 private:
  void begin(const part_number& tile, thread_number threads) override {
    seeded_policy::begin(tile, threads);
    interval_ = std::size_t{2} << random().below(6);
  }
  std::optional<thread_number> at_step(step s) override {
    return interrupt_sometimes(s == step::access ? interval_ : 2);
  }
  thread_number at_stop() override { return random_thread(); }

  std::size_t interval_ = 2;
};

class pct_policy final : public seeded_policy {
 public:
  pct_policy(std::uint64_t seed, int depth)
      : seeded_policy(seed), changes_(static_cast<std::size_t>(depth) - 1) {}
  bool counts_accesses() const override { return true; }

 private:
  /// The number of points of a tile is unknown when it begins. So the logarithm of the chosen point
  /// is uniformly distributed: the probability of point k is 1 / (k log2(most_points) ln 2), close
  /// to the 1 / k of a choice among k points.
  void begin(const part_number& tile, thread_number threads) override {
    seeded_policy::begin(tile, threads);
    priorities_.resize(threads);
    std::iota(priorities_.begin(), priorities_.end(), changes_.size());
    shuffle(priorities_);
    for (std::uint64_t& point : changes_) {
      const std::uint64_t bound = std::uint64_t{2} << random().below(log_of_most_points);
      point = bound / 2 + random().below(bound / 2);
    }
    std::sort(changes_.begin(), changes_.end());
    next_change_ = 0;
  }
  /// The running thread has the highest priority unless it is lowered: threads become ready only
  /// between rounds, and each round begins with at_stop().
  std::optional<thread_number> at_step(step) override {
    if (!lower_priority()) return std::nullopt;
    const thread_number best = highest();
    if (priorities_[best] < priorities_[running()]) return std::nullopt;
    return best;
  }
  thread_number at_stop() override {
    lower_priority();
    return highest();
  }

  /// Lowers the priority of the running thread if this is the point of a change. Later changes lead
  /// to higher priorities, so that two threads do not only exchange their roles.
  /// @return whether it has
  bool lower_priority() {
    const std::size_t first_change = next_change_;
    while (next_change_ != changes_.size() && changes_[next_change_] <= point()) {
      if (running() < priorities_.size()) priorities_[running()] = next_change_;
      ++next_change_;
    }
    return next_change_ != first_change;
  }
  thread_number highest() const {
    return *std::max_element(
        ready().begin(), ready().end(),
        [this](thread_number a, thread_number b) { return priorities_[a] < priorities_[b]; });
  }
  void shuffle(std::vector<std::size_t>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[random().below(i)]);
    }
  }

  static constexpr std::size_t log_of_most_points = 16;

  std::vector<std::size_t> priorities_;  ///< the priorities of the threads
  std::vector<std::uint64_t> changes_;   ///< the points at which a priority changes
  std::size_t next_change_ = 0;
};

class replay_policy final : public schedule_policy {
 public:
  explicit replay_policy(const saved_schedule& recorded) : recorded_(recorded) {}
  bool counts_accesses() const override { return recorded_.counts_accesses(); }

  std::uint64_t swap_part(const part_number& position, std::uint64_t parts) override {
    const auto& changes = recorded_.order_changes(position.recorded_launch);
    const auto found = std::lower_bound(
        changes.begin(), changes.end(), position.part,
        [](const order_change& c, std::uint64_t part) { return c.position < part; });
    const bool is_changed = found != changes.end() && found->position == position.part;
    return is_changed && found->other < parts ? found->other : position.part;
  }

 private:
  void begin(const part_number& tile, thread_number) override {
    const auto& changes = recorded_.thread_changes(tile.recorded_launch, tile.part);
    next_ = changes.data();
    end_ = next_ + changes.size();
  }
  std::optional<thread_number> at_step(step) override { return recorded_thread(); }
  thread_number at_stop() override { return recorded_thread().value_or(ready().front()); }

  /// The thread that the schedule names for this point. In a shortened schedule it may be one
  /// that cannot run.
  std::optional<thread_number> recorded_thread() {
    while (next_ != end_ && next_->point < point()) ++next_;
    if (next_ == end_ || next_->point != point()) return std::nullopt;
    const thread_number thread = next_->thread;
    if (!std::binary_search(ready().begin(), ready().end(), thread)) return std::nullopt;
    return thread;
  }

  const saved_schedule& recorded_;
  const thread_change* next_ = nullptr;
  const thread_change* end_ = nullptr;
};

}  // namespace

boost::intrusive_ptr<schedule_policy> make_policy(const base::options& options) {
  MILLIAMP_ASSERT(base::has_policy(options.schedule));
  switch (options.schedule) {
    case schedule::pct:
      return new pct_policy(options.seed, options.depth);
    case schedule::interleave:
      return new interleave_policy(options.seed);
    case schedule::replay:
      return new replay_policy(saved_schedule::to_replay());
    default:
      return new random_policy(options.seed);
  }
}

}  // namespace milliamp::detail::engine
