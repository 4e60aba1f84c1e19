#include "reliability/view_program.h"

#include "reliability/dice.h"

#include <array>
#include <sstream>

namespace reliability {

namespace {

constexpr std::array names = {
    "view_read",  "view_write",   "kernel_read",   "kernel_write", "plain_read", "plain_write",
    "copy_out",   "copy_in",      "replace",       "synchronize",  "refresh",    "host_read",
    "host_write", "outside_read", "outside_write", "stray_read",   "stray_write"};
// Programs differ in what they do. Each of these is the number of the actions up to one.
constexpr int through_view = static_cast<int>(view_action::host_read);
constexpr int inside = static_cast<int>(view_action::outside_read);
constexpr int all = static_cast<int>(names.size());

bool is_outside(view_action a) { return a >= view_action::outside_read; }

view_operation make_operation(dice& random, int actions) {
  view_operation made{.what = static_cast<view_action>(random.below(actions))};
  // The whole view is frequent, as in programs. Only it is known to be replaced as a whole.
  if (made.what != view_action::replace && !random.one_in(2)) {
    made.begin = random.below(view_length);
    made.length = random.between(1, view_length - made.begin);
  }
  made.element = random.below(made.length);
  // The whole view's end is the end of its data. Behind that of a section there are elements.
  if (is_outside(made.what)) {
    made.begin = 0;
    made.length = view_length;
    made.element = view_length + random.below(view_length);
  }
  // Equal values are frequent: a write of the present value changes nothing.
  made.value = random.below(4);
  return made;
}

}  // namespace

view_program generate_view_program(std::uint64_t seed) {
  dice random(seed);
  view_program program(static_cast<std::size_t>(random.between(2, 16)));
  const int actions = random.one_of({through_view, inside, inside, all});
  for (view_operation& operation : program) operation = make_operation(random, actions);
  program.push_back({.what = view_action::synchronize});
  return program;
}

std::string to_string(const view_program& program) {
  std::ostringstream text;
  for (const view_operation& o : program) {
    text << "  " << names[static_cast<std::size_t>(o.what)] << " of element " << o.element
         << " in section(" << o.begin << ", " << o.length << "), value " << o.value << '\n';
  }
  return text.str();
}

}  // namespace reliability
