#include "reliability/view_model.h"

#include <algorithm>

namespace reliability {

namespace {

void add(view_outcome& outcome, const char* kind, int element) {
  outcome.findings.insert(std::string(kind) + ' ' + std::to_string(element));
}

}  // namespace

view_outcome view_model::perform(const view_operation& operation) {
  view_outcome outcome;
  const int end = operation.begin + operation.length;
  switch (operation.what) {
    case view_action::host_read:
      access_directly(operation, false, outcome);
      break;
    case view_action::host_write:
      access_directly(operation, true, outcome);
      break;
    case view_action::view_read:
    case view_action::plain_read:
      run_elsewhere(operation, false, outcome);
      break;
    case view_action::view_write:
    case view_action::plain_write:
      run_elsewhere(operation, true, outcome);
      break;
    case view_action::copy_out:
      copy_out(operation.begin, end, outcome);
      break;
    case view_action::copy_in:
      copy_in(operation);
      break;
    case view_action::synchronize:
      update_host(operation.begin, end);
      break;
    case view_action::refresh:
      newer_.erase(newer_.lower_bound(operation.begin), newer_.lower_bound(end));
      give_copy_up();
      break;
    default:
      run_on_ref(operation, outcome);
  }
  return outcome;
}

void view_model::access_directly(const view_operation& operation, bool is_write,
                                 view_outcome& outcome) {
  const int element = at(operation);
  const bool is_newer = newer_.count(element) != 0;
  if (is_newer && (is_write || host_[element] != copy_[element])) {
    add(outcome, "stale-host-read", element);
  }
  if (!is_write) {
    outcome.read.push_back(host_[element]);
    return;
  }
  host_[element] = operation.value;
  if (has_copy_ && !is_newer) written_.insert(element);
}

void view_model::capture_on_ref(bool may_write, view_outcome& outcome) {
  if (!has_copy_) {
    update_host(0, view_length);
    copy_ = host_;
  }
  has_copy_ = true;
  // All direct writes have one call site; the first lost one is reported.
  const auto lost = std::find_if(written_.begin(), written_.end(),
                                 [this](int element) { return host_[element] != copy_[element]; });
  if (lost != written_.end()) add(outcome, "lost-host-write", *lost);
  written_.clear();
  for (int element = 0; may_write && element < view_length; ++element) newer_.insert(element);
}

void view_model::run_on_ref(const view_operation& operation, view_outcome& outcome) {
  const view_action what = operation.what;
  const bool is_read = what == view_action::kernel_read || what == view_action::outside_read ||
                       what == view_action::stray_read;
  if (what == view_action::replace) {
    written_.clear();
    newer_.clear();  // the values are discarded
  }
  capture_on_ref(!is_read, outcome);
  if (what == view_action::kernel_read) outcome.read.push_back(copy_[at(operation)]);
  if (what == view_action::kernel_write) copy_[at(operation)] = operation.value;
  if (what == view_action::replace) copy_.fill(operation.value);
  if (operation.element >= operation.length) {
    add(outcome, "out-of-bounds", operation.element);
    if (is_read) outcome.read.push_back(0);
  }
}

void view_model::run_elsewhere(const view_operation& operation, bool may_write,
                               view_outcome& outcome) {
  update_host(0, view_length);
  if (may_write) {
    give_copy_up();
    host_[at(operation)] = operation.value;
  } else {
    outcome.read.push_back(host_[at(operation)]);
  }
}

void view_model::copy_out(int begin, int end, view_outcome& outcome) {
  bool is_newer = has_copy_;
  for (int element = begin; element < end; ++element) is_newer &= newer_.count(element) != 0;
  if (!is_newer) update_host(begin, end);
  for (int element = begin; element < end; ++element) {
    outcome.read.push_back((is_newer ? copy_ : host_)[element]);
  }
}

void view_model::copy_in(const view_operation& operation) {
  for (int i = 0; i < operation.length; ++i) {
    const int element = operation.begin + i;
    (has_copy_ ? copy_ : host_)[element] = operation.value + i;
    if (has_copy_) {
      newer_.insert(element);
    } else {
      newer_.erase(element);
    }
    written_.erase(element);
  }
}

void view_model::update_host(int begin, int end) {
  for (int element = begin; element < end; ++element) {
    if (newer_.erase(element) != 0) host_[element] = copy_[element];
  }
}

void view_model::give_copy_up() {
  has_copy_ = false;
  written_.clear();
}

}  // namespace reliability
