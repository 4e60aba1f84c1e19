#include "explore.h"

#include "base/options.h"
#include "base/output_file.h"
#include "base/shell_word.h"
#include "base/show.h"
#include "error.h"
#include "explored_run.h"
#include "merge.h"
#include "observation.h"
#include "output.h"
#include "process.h"
#include "progress_line.h"
#include "report/merged_report.h"
#include "shrink.h"
#include "temporary_directory.h"

#include <milliamp/detail/campaign_share.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace milliamp::command {

namespace {

using detail::campaign_share;
namespace base = detail::base;

/// The schedule of a run. It depends on the number of the run only.
std::string schedule_of(const exploration& given, std::uint64_t run) {
  return "schedule=" + given.schedules[run % given.schedules.size()] +
         ":seed=" + std::to_string(given.seed + run);
}

std::string repeat_command(const std::vector<std::string>& command, const std::string& schedule) {
  std::string text = "MILLIAMP_OPTIONS=" + base::shell_word(schedule);
  for (const std::string& argument : command) text += ' ' + base::shell_word(argument);
  return text;
}

[[noreturn]] void refuse_directory(const std::string& path, const std::string& reason) {
  throw error("cannot use the directory of recordings '" + path + "': " + reason +
              "; name another one with --recordings");
}

/// Makes sure, before the first run, that recordings can be written.
void require_directory(const std::string& path) {
  std::error_code failure;
  std::filesystem::path existing = std::filesystem::absolute(path, failure);
  while (!std::filesystem::exists(existing, failure) && existing.has_relative_path()) {
    existing = existing.parent_path();
  }
  if (!std::filesystem::is_directory(existing, failure)) {
    refuse_directory(path, "'" + existing.string() + "' is not a directory");
  }
  if (access(existing.c_str(), W_OK | X_OK) != 0) refuse_directory(path, std::strerror(errno));
}

/// What the runs have shown.
struct shown {
  std::string text;
  bool is_usual = false;             ///< also with schedule=forward
  std::vector<std::string> under;    ///< the schedules, in the order of the runs
  std::vector<std::string> details;  ///< the details of each of these runs
};

/// The runs of a campaign that belong to this process.
class campaign {
 public:
  /// @param signals the signals that end the runs; what has been observed by then is the result
  campaign(const exploration& given, const held_signals& signals)
      : given_(given),
        signals_(signals),
        program_(given.command, given.time_limit, directory_.path(), signals) {
    for (std::uint64_t r = 0; r < given.runs; ++r) {
      if (share_.contains(r)) runs_.push_back(r);
    }
  }

  int run() {
    try {
      run_usual();
      run_all();
    } catch (const interrupted&) {
      keep_completed_runs();
    }
    collect();
    if (shown_.empty() && !has_launched_ && interrupted_runs_ == 0) {
      throw error("no kernel of " + given_.command[0] +
                  " ran on the checking engine (REF), so there was nothing to explore; compile the "
                  "program with: milliamp c++ --check");
    }
    print_results();
    if (!given_.report.empty() && !write_merged(merged_, given_.format, given_.report)) {
      return detail::base::unwritten_status;
    }
    return shown_.empty() ? 0 : detail::base::options().exitcode;
  }

 private:
  static constexpr std::size_t most_observations = 20;  // of those that are shortened

  /// Runs with schedule=forward, twice: outputs are compared only if both are equal.
  void run_usual() {
    if (!can_execute(given_.command[0])) {
      throw error("cannot run " + given_.command[0] +
                  "; name a program, as in: milliamp explore --runs 100 -- ./program");
    }
    usual_ = program_.run("schedule=forward", 0);
    const explored_run again = program_.run("schedule=forward", 0);
    if (usual_.timed_out || usual_.how.signal != 0) return;
    keep_repeatable(usual_.values, again.values);
    compared_ = &usual_;
    if (again.output != usual_.output) {
      usual_.is_output_repeatable = false;
      std::fputs(
          "milliamp: the output differs between two runs with schedule=forward, so it is not "
          "compared\n",
          stderr);
    }
  }

  void run_all() {
    results_.resize(runs_.size());
    reports_.resize(runs_.size());
    is_completed_.resize(runs_.size());
    progress_line shown_progress(runs_.size());
    std::map<std::string, int> keys;
    std::mutex mutex;
    std::exception_ptr failure;
    std::atomic<std::size_t> next{0};
    const auto work = [&](unsigned job) {
      try {
        for (std::size_t i; (i = next++) < runs_.size();) {
          explored_run run = program_.run(schedule_of(given_, runs_[i]), job);
          results_[i] = observe(run, compared_);
          reports_[i] = std::move(run.report);
          const std::scoped_lock lock(mutex);
          is_completed_[i] = true;
          has_launched_ = has_launched_ || run.has_launched;
          for (const observation& o : results_[i]) ++keys[o.key];
          shown_progress.add(keys.size());
        }
      } catch (...) {
        const std::scoped_lock lock(mutex);
        failure = std::current_exception();
        next = runs_.size();
      }
    };
    unsigned jobs = given_.jobs;
    if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (unsigned job = 0; job < jobs; ++job) threads.emplace_back(work, job);
    for (std::thread& t : threads) t.join();
    if (failure != nullptr) std::rethrow_exception(failure);
  }

  void keep_completed_runs() {
    std::size_t completed = 0;
    for (std::size_t i = 0; i < is_completed_.size(); ++i) {
      if (!is_completed_[i]) continue;
      std::swap(runs_[completed], runs_[i]);
      std::swap(results_[completed], results_[i]);
      std::swap(reports_[completed], reports_[i]);
      ++completed;
    }
    interrupted_runs_ = runs_.size() - completed;
    runs_.resize(completed);
  }

  /// Joins the results in the order of the runs, which does not depend on the number of jobs.
  void collect() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (observation& o : results_[i]) {
        auto [known, is_new] = indices_.try_emplace(o.key, shown_.size());
        if (is_new) shown_.emplace_back(std::move(o.key), shown{std::move(o.text), false, {}, {}});
        shown_[known->second].second.under.push_back(schedule_of(given_, runs_[i]));
        shown_[known->second].second.details.push_back(std::move(o.detail));
      }
      merged_.add(reports_[i]);
    }
    for (const observation& o : observe(usual_, compared_)) {
      const auto [known, is_new] = indices_.try_emplace(o.key, shown_.size());
      if (is_new) shown_.emplace_back(o.key, shown{o.text, true, {}, {}});
      shown_[known->second].second.is_usual = true;
    }
  }

  void print_results() {
    print(headline());
    std::size_t shortened = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const auto& [key, s] = shown_[i];
      print('\n' + s.text + "\n  in " + std::to_string(s.under.size()) + " of " +
            std::to_string(runs_.size()) + " runs" +
            (s.is_usual ? ", and with schedule=forward\n" : "\n") + schedules_of(s) +
            repeat_line(s.is_usual ? "schedule=forward" : s.under.front()));
      const bool can_be_shortened = !s.is_usual && key != "hang";
      if (can_be_shortened && shortened++ < most_observations)
        try_to_print_recording(i + 1, key, s);
    }
  }

  std::string headline() const {
    std::string line = "milliamp: ";
    if (interrupted_runs_ != 0)
      line += "interrupted after " + std::to_string(runs_.size()) + " of ";
    line += base::show_count(runs_.size() + interrupted_runs_, "run");
    if (share_.count != 1) {
      line += " (share " + std::to_string(share_.index + 1) + " of " +
              std::to_string(share_.count) + ')';
    }
    return line + ", " + base::show_count(shown_.size(), "observation") + '\n';
  }

  static std::string schedules_of(const shown& s) {
    constexpr std::size_t most = 5;
    std::string lines;
    for (std::size_t i = 0; i < std::min(s.under.size(), most); ++i) {
      const std::string& detail = s.details[i];
      lines += "    " + s.under[i] + (detail.empty() ? "" : ": ") + detail + '\n';
    }
    if (s.under.size() > most) {
      lines += "    and " + std::to_string(s.under.size() - most) + " more\n";
    }
    return lines;
  }

  std::string repeat_line(const std::string& schedule) const {
    return "  to repeat it: " + repeat_command(given_.command, schedule) + '\n';
  }

  /// Leaves out what a signal interrupts.
  void try_to_print_recording(std::size_t number, const std::string& key, const shown& s) {
    try {
      if (!signals_.has_arrived()) print_recording(number, key, s);
    } catch (const interrupted&) {
      print("  interrupted while its decisions were shortened\n");
    }
  }

  /// Records the first run that shows the observation, and shortens the recording.
  void print_recording(std::size_t number, const std::string& key, const shown& s) {
    std::error_code failure;
    std::filesystem::create_directories(given_.recordings, failure);
    if (failure) refuse_directory(given_.recordings, failure.message());
    const std::string share = share_.count == 1 ? "" : std::to_string(share_.index) + '-';
    const std::string path =
        std::filesystem::path(given_.recordings) / (share + std::to_string(number) + ".schedule");
    const auto shows = [&](const std::string& schedule) {
      const std::vector<observation> all = observe(program_.run(schedule, 0), compared_);
      return std::any_of(all.begin(), all.end(),
                         [&](const observation& o) { return o.key == key; });
    };
    if (!shows(s.under.front() + ":record=" + base::option_value(path))) {
      print(
          "  a second run with this seed does not show it: it also depends on something other than "
          "the schedule\n");
      return;
    }
    const shortened_recording made = shorten(
        path, given_.shrinking_runs,
        [&](const std::string& p) { return shows("schedule=replay:" + base::option_value(p)); });
    if (made.decisions == 0) return;
    print("  or by " + std::to_string(made.decisions) + " of the " + std::to_string(made.original) +
          " decisions of that run: " +
          repeat_command(given_.command, "schedule=replay:" + base::option_value(path)) + '\n');
  }

  const exploration& given_;
  const held_signals& signals_;
  const campaign_share share_ = detail::share_of_process();
  const temporary_directory directory_;
  const explored_program program_;
  std::vector<std::uint64_t> runs_;
  std::vector<bool> is_completed_;  ///< by run
  std::size_t interrupted_runs_ = 0;
  bool has_launched_ = false;  ///< in a run
  explored_run usual_;
  const explored_run* compared_ = nullptr;  ///< the run whose output and values are the usual ones
  std::vector<std::vector<observation>> results_;
  std::vector<detail::report::json_report> reports_;
  std::vector<std::pair<std::string, shown>> shown_;  ///< by key
  std::map<std::string, std::size_t> indices_;
  detail::report::merged_report merged_;
};

/// @throws error if the seed does not determine one of them
void check_schedules(const exploration& given) {
  const std::vector<std::string> all = base::random_schedules();
  for (const std::string& s : given.schedules) {
    if (std::find(all.begin(), all.end(), s) != all.end()) continue;
    std::string names;
    for (const std::string& name : all) names += (names.empty() ? "" : ", ") + name;
    throw error("'" + s + "' is not a schedule with a seed; use one of " + names);
  }
}

}  // namespace

int explore(const exploration& given) {
  if (given.command.empty()) {
    throw error("no program given; name one, as in: milliamp explore --runs 100 -- ./program");
  }
  check_schedules(given);
  require_directory(given.recordings);
  const held_signals signals;  // one that has arrived ends this process when all is cleaned up
  return campaign(given, signals).run();
}

}  // namespace milliamp::command
