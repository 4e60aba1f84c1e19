#include "report/text_writer.h"

#include "base/shell_word.h"
#include "base/show.h"
#include "report/ansi_style.h"
#include "report/snippet.h"
#include "report/wrapped_text.h"

#include <algorithm>

namespace milliamp::detail::report {

namespace {

bool has_line(const source_frame& frame) { return !frame.file.empty() && frame.line > 0; }

std::string describe(const source_frame& frame) {
  if (frame.file.empty()) return frame.function.empty() ? "an unknown location" : frame.function;
  std::string text = frame.file;
  if (frame.line > 0) text += ':' + std::to_string(frame.line);
  return frame.function.empty() ? text : frame.function + " at " + text;
}

/// Whether two events have the same function and the same callers.
bool have_same_calls(const event& a, const event& b) {
  return a.frames.front().function == b.frames.front().function &&
         std::equal(a.frames.begin() + 1, a.frames.end(), b.frames.begin() + 1, b.frames.end());
}

/// Lines that begin with ` = WHAT: `, each with indented continuation lines.
class remarks {
 public:
  remarks(std::string margin, const ansi_style& style, std::size_t width)
      : margin_(std::move(margin)), style_(style), width_(width) {}

  void add(const std::string& what, const std::string& text) {
    const std::size_t indent = indent_of(what);
    add_line(what, wrap(text, indent, indent, width_));
  }
  /// Adds a source location. Its line is not wrapped, because it contains a path.
  void add_location(const std::string& what, const std::string& location) {
    add_line(what, location);
    indent_ = indent_of(what);
  }
  void add_location(const std::string& text) { text_ += std::string(indent_, ' ') + text + '\n'; }

  const std::string& text() const { return text_; }

 private:
  std::size_t indent_of(const std::string& what) const {
    return margin_.size() + columns_of(what) + 5;
  }
  void add_line(const std::string& what, const std::string& text) {
    text_ += margin_ + ' ' + style_.rule("=") + ' ' + style_.bold(what) + ": " + text + '\n';
  }

  std::string margin_;
  ansi_style style_;
  std::size_t width_;
  std::string text_;
  std::size_t indent_ = 0;
};

/// Adds the call stack of an event: its innermost and outermost calls.
void add_calls(const std::string& what, const event& e, remarks& lines) {
  constexpr std::size_t most_inner = 32, most_outer = 8;
  const std::size_t frames = e.frames.size();
  lines.add_location(what, "in " + e.frames.front().function);
  for (std::size_t i = 1; i < frames; ++i) {
    if (i == most_inner && i + most_outer < frames) {
      lines.add_location("… " + std::to_string(frames - i - most_outer) + " more calls");
      i = frames - most_outer;
    }
    lines.add_location("called by " + describe(e.frames[i]));
  }
}

/// Adds the call stacks of all events, as far as the snippet does not show them.
void add_calls(const finding& found, remarks& lines) {
  std::vector<const event*> shown;
  for (const event& e : found.events) {
    const source_frame& frame = e.frames.front();
    if (e.what == what_returned) {
      lines.add("note", label_of(e));
    } else if (!has_line(frame)) {
      lines.add_location(label_of(e), "in " + describe(frame));
    } else {
      shown.push_back(&e);
    }
  }
  if (shown.empty()) return;
  const event& first = *shown.front();
  if (std::all_of(shown.begin(), shown.end(),
                  [&](const event* e) { return have_same_calls(*e, first); })) {
    if (first.frames.size() > 1) add_calls(shown.size() > 1 ? "both" : first.what, first, lines);
    return;
  }
  for (const event* e : shown)
    add_calls(e->what == what_waits || e->what == what_runs ? threads_of(*e) : e->what, *e, lines);
}

/// Adds what the report lacks, and how to get it.
void add_missing_information(const finding& found, remarks& lines) {
  std::vector<std::string> notes;
  const auto add_once = [&](const std::string& text) {
    if (std::find(notes.begin(), notes.end(), text) != notes.end()) return;
    notes.push_back(text);
    lines.add("note", text);
  };
  for (const event& e : found.events) {
    const source_frame& frame = e.frames.front();
    if (e.what == what_returned) continue;
    if (frame.file.empty()) {
      const std::string where = describe(frame);
      add_once("no debug information for " + where.substr(0, where.find("+0x")) +
               ": compile it with -g, and do not strip it");
    } else if (frame.line == 0) {
      add_once("the compiler merged code from several lines; compile with -O0 to keep them apart");
    } else if (location_of(e, found).text.empty()) {
      add_once(frame.file + " cannot be read; its source lines are omitted");
    }
  }
}

/// The kinds of the findings, each after a space.
std::string kinds_of(const run_summary& run) {
  std::string text;
  for (const kind_description& kind : finding_kinds) {
    if (std::any_of(run.findings.begin(), run.findings.end(),
                    [&](const finding& f) { return f.kind == kind.kind; })) {
      text += ' ' + std::string(kind.name);
    }
  }
  return text;
}

}  // namespace

std::string text_writer::text_of(const finding& found, bool color, std::size_t width) {
  const ansi_style style(color);
  snippet source(style, width);
  for (const event& e : found.events) {
    if (!has_line(e.frames.front())) continue;
    source.add(location_of(e, found), label_of(e), snippet::label_kind::primary);
  }
  for (const related_location& r : found.related) {
    if (!has_line(r.location)) continue;
    source.add(location_of(r), r.text, snippet::label_kind::secondary);
  }
  if (found.declaration.has_value()) {
    source.add(declaration_location(found), "declared here", snippet::label_kind::secondary);
  }

  remarks lines(source.margin(), style, width);
  add_calls(found, lines);
  for (const std::string& note : notes_of(found)) lines.add("note", note);
  if (found.count > 1) {
    lines.add("note", "occurred " + std::to_string(found.count) + " times; the first is shown");
  }
  add_missing_information(found, lines);
  if (!found.advice.empty()) lines.add("help", found.advice);

  const std::string kind = std::string("milliamp: ") + milliamp::to_string(found.kind);
  constexpr std::size_t indent = 4;
  return style.error(kind) + ": " +
         style.bold(wrap(found.summary, kind.size() + 2, indent, width)) + '\n' + source.draw() +
         lines.text() + '\n';
}

std::size_t text_writer::width() const {
  constexpr std::size_t least = 60;  // source lines need room
  const std::size_t wanted = base::current_options().width;
  return std::max(least, wanted != 0 ? wanted : std::min(report_width, output_.width()));
}

void text_writer::write(const finding& found) {
  const base::color_mode mode = base::current_options().color;
  const bool color = mode == base::color_mode::always ||
                     (mode == base::color_mode::automatic && output_.is_terminal());
  output_.write(text_of(found, color, width()));
}

void text_writer::finish(const run_summary& run) {
  std::string text;
  if (run.count() != 0) {
    text += "milliamp: " + base::show_count(run.count(), "finding") + " in " +
            base::show_count(run.instances, "instance");
    if (run.not_shown != 0) {
      text += "; " + run.describe_not_shown();
    }
    if (!run.options.starts_with("schedule=forward")) {
      text += "; to repeat this run: MILLIAMP_OPTIONS=" + base::shell_word(run.options);
    }
    text += "\nmilliamp: for an explanation, run: milliamp explain" + kinds_of(run) + '\n';
  }
  if (run.suppressed_instances != 0) {
    text += "milliamp: " + base::show_count(run.suppressed_instances, "instance") +
            " of findings suppressed by " + run.suppressions_path + '\n';
  }
  for (const suppressions::entry& e : run.unused_suppressions) {
    text += "milliamp: " + run.suppressions_path + ':' + std::to_string(e.line) +
            ": unused suppression '" + e.text + "'\n";
  }
  if (!text.empty()) output_.write(text);
  output_.commit();
}

}  // namespace milliamp::detail::report
