#include "report/text_writer.h"

#include "report/ansi_style.h"
#include "report/snippet.h"

#include <algorithm>

namespace milliamp::detail::report {

namespace {

bool has_place(const source_frame& frame) { return !frame.file.empty() && frame.line > 0; }

std::string place_of_caller(const source_frame& frame) {
  if (frame.file.empty()) return frame.function.empty() ? "an unknown place" : frame.function;
  std::string text = frame.file;
  if (frame.line > 0) text += ':' + std::to_string(frame.line);
  return frame.function.empty() ? text : frame.function + " at " + text;
}

/// Whether threads came to two events by the same calls.
bool have_same_calls(const event& a, const event& b) {
  return a.frames.front().function == b.frames.front().function &&
         std::equal(a.frames.begin() + 1, a.frames.end(), b.frames.begin() + 1, b.frames.end());
}

/// Lines that begin with ` = WHAT: `; what does not fit on one is indented.
class remarks {
 public:
  remarks(std::string margin, const ansi_style& paint)
      : margin_(std::move(margin)), paint_(paint) {}

  void add(const std::string& what, const std::string& text) {
    text_ += margin_ + ' ' + paint_.rule("=") + ' ' + paint_.bold(what) + ": " + text + '\n';
    indent_ = margin_.size() + what.size() + 5;
  }
  void add_line(const std::string& text) { text_ += std::string(indent_, ' ') + text + '\n'; }

  const std::string& text() const { return text_; }

 private:
  std::string margin_;
  ansi_style paint_;
  std::string text_;
  std::size_t indent_ = 0;
};

/// How threads came to where an event is.
void add_calls(const std::string& what, const event& e, remarks& lines) {
  lines.add(what, "in " + e.frames.front().function);
  for (auto caller = e.frames.begin() + 1; caller != e.frames.end(); ++caller) {
    lines.add_line("called by " + place_of_caller(*caller));
  }
}

/// The same for all events, as far as the snippet does not show it.
void add_calls(const finding& found, remarks& lines) {
  std::vector<const event*> shown;
  for (const event& e : found.events) {
    const source_frame& frame = e.frames.front();
    if (e.what == what_returned) {
      lines.add("note", label_of(e));
    } else if (!has_place(frame)) {
      lines.add(label_of(e), "in " + place_of_caller(frame));
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
    add_calls(e->what == what_waits ? threads_of(*e) : e->what, *e, lines);
}

/// What is missing, and how to get it.
void add_what_is_missing(const finding& found, remarks& lines) {
  std::vector<std::string> said;
  const auto say_once = [&](const std::string& text) {
    if (std::find(said.begin(), said.end(), text) != said.end()) return;
    said.push_back(text);
    lines.add("note", text);
  };
  for (const event& e : found.events) {
    const source_frame& frame = e.frames.front();
    if (e.what == what_returned) continue;
    if (frame.file.empty()) {
      const std::string where = place_of_caller(frame);
      say_once("no debug information for " + where.substr(0, where.find("+0x")) +
               ": compile it with -g, and do not strip it");
    } else if (frame.line == 0) {
      say_once("the compiler has merged code of several lines here: -O0 keeps them apart");
    } else if (place_of(e, found).text.empty()) {
      say_once(frame.file + " cannot be read here, so its lines are not shown");
    }
  }
}

}  // namespace

std::string text_report(const finding& found, bool color) {
  const ansi_style paint(color);
  snippet source;
  for (const event& e : found.events) {
    if (!has_place(e.frames.front())) continue;
    source.add(place_of(e, found), label_of(e), snippet::style::main);
  }
  for (const related_place& r : found.related) {
    if (!has_place(r.place)) continue;
    source.add(place_of(r), r.text, snippet::style::secondary);
  }
  if (found.declaration.has_value()) {
    source.add(place_of_declaration(found), "declared here", snippet::style::secondary);
  }

  remarks lines(source.margin(), paint);
  add_calls(found, lines);
  for (const std::string& note : notes_of(found)) lines.add("note", note);
  if (found.count > 1) {
    lines.add("note", "arose " + std::to_string(found.count) + " times; the first is shown");
  }
  add_what_is_missing(found, lines);
  if (!found.advice.empty()) lines.add("help", found.advice);

  return paint.error(std::string("milliamp: ") + milliamp::to_string(found.kind)) + ": " +
         paint.bold(found.summary) + '\n' + source.draw(paint) + lines.text() + '\n';
}

std::string text_summary(const run_summary& run) {
  const auto number = [](std::uint64_t n, const char* noun) {
    return std::to_string(n) + ' ' + noun + (n == 1 ? "" : "s");
  };
  std::string text;
  if (const std::size_t count = run.findings.size() + run.not_shown; count != 0) {
    text += "milliamp: " + number(count, "finding") + " in " + number(run.instances, "instance");
    if (run.not_shown != 0) {
      text += ", " + std::to_string(run.not_shown) +
              " of them not shown (max_reports=" + std::to_string(run.findings.size()) + ")";
    }
    if (!run.options.starts_with("schedule=forward")) {
      text += "; to repeat this run: MILLIAMP_OPTIONS=" + run.options;
    }
    text += '\n';
  }
  if (run.suppressed_instances != 0) {
    text += "milliamp: " + number(run.suppressed_instances, "instance") +
            " of findings suppressed by " + run.suppressions_path + '\n';
  }
  for (const suppressions::entry& e : run.unused_suppressions) {
    text += "milliamp: " + run.suppressions_path + ':' + std::to_string(e.line) +
            ": unused suppression '" + e.text + "'\n";
  }
  return text;
}

}  // namespace milliamp::detail::report
