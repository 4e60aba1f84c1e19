#include "coherence/tracked_host_buffer.h"

#include "base/scoped_ignore.h"
#include "base/show.h"
#include "check/current_launch.h"
#include "coherence/host_monitor.h"
#include "coherence/rows.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "symbolize/symbols.h"

#include <milliamp/detail/submission.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace milliamp::detail {

bool tracks_host_memory = false;

}  // namespace milliamp::detail

namespace milliamp::detail::coherence {

// --- All homes -----------------------------------------------------------------------------------

/// The homes of the process, and the lock that guards the state of each.
class host_home_table {
 public:
  /// How one comes to it: holds the lock, as long as it lives.
  class access {
   public:
    access() : lock_(instance().mutex_) {}
    host_home_table* operator->() const { return &instance(); }

   private:
    const base::scoped_ignore own_;  // what is done under the lock must not wait for it
    const std::lock_guard<std::mutex> lock_;
  };

  /// For those that hold an access.
  static const std::vector<tracked_host_buffer*>& homes() { return instance().homes_; }

  void add(tracked_host_buffer& buffer_ref) {
    homes_.push_back(&buffer_ref);
    host_monitor::viewed().add(buffer_ref.begin_, buffer_ref.size_);
    if (host_monitor::own_stack().contains(buffer_ref.begin_)) update_stack();
  }

  void remove(tracked_host_buffer& buffer_ref) {
    homes_.erase(std::find(homes_.begin(), homes_.end(), &buffer_ref));
    host_monitor::viewed().clear();
    for (const tracked_host_buffer* other : homes_)
      host_monitor::viewed().add(other->begin_, other->size_);
  }

  /// Tells the watch which memory waits to be brought back.
  void update_pending() const {
    host_monitor::pending().clear();
    for (const tracked_host_buffer* buffer_ref : homes_) {
      if (buffer_ref->is_pending())
        host_monitor::pending().add(buffer_ref->begin_, buffer_ref->size_);
    }
  }

  /// Tells the watch where memory on the calling thread's stack has homes.
  void update_stack() const {
    const host_monitor::stack_bounds stack = host_monitor::own_stack();
    std::uintptr_t lowest = host_monitor::none;
    for (const tracked_host_buffer* buffer_ref : homes_) {
      if (buffer_ref->is_dead_ || !stack.contains(buffer_ref->begin_)) continue;
      lowest = std::min(lowest, reinterpret_cast<std::uintptr_t>(buffer_ref->begin_));
    }
    host_monitor::set_lowest_on_stack(lowest);
  }

  /// The memory is no more. @param describe gives the event for messages
  template <class Describe>
  void end_life(const std::byte* begin, const std::byte* end, Describe describe) {
    for (tracked_host_buffer* buffer_ref : homes_) {
      if (buffer_ref->is_dead_ || !buffer_ref->overlaps(begin, end)) continue;
      buffer_ref->is_dead_ = true;
      buffer_ref->is_readable_ = buffer_ref->is_writable_ = false;
      buffer_ref->died_ = describe();
      if (buffer_ref->is_pending()) update_pending();
    }
  }

 private:
  static host_home_table& instance() {
    static host_home_table& only = *new host_home_table;
    return only;
  }

  std::mutex mutex_;
  std::vector<tracked_host_buffer*> homes_;
};

namespace {

using concurrency::access_type;

void report(std::vector<finding> found) {
  if (!check::are_findings_wanted()) return;
  for (finding& f : found) check::report_finding(std::move(f));
}

std::string type_of(const view_description& view) {
  return std::string("array_view<") + (view.writable ? "" : "const ") +
         symbolize::demangle(view.element->name()) + ", " + std::to_string(view.rank) + ">";
}

std::size_t size_of(const view_description& view) {
  std::size_t size = view.element_size;
  for (int d = 0; d < view.rank; ++d) {
    if (view.lengths[d] <= 0) return 0;
    size *= static_cast<std::size_t>(view.lengths[d]);
  }
  return size;
}

auto piece(const std::byte* begin, const std::byte* end) {
  return boost::icl::interval<const std::byte*>::right_open(begin, end);
}

event at(std::string what, std::vector<source_frame> frames) {
  return {std::move(what), std::move(frames), {}, 0};
}

}  // namespace

}  // namespace milliamp::detail::coherence

namespace milliamp::detail {

location track(void* data, const view_description& view) {
  if (data == nullptr || coherence::size_of(view) == 0) return {data, nullptr};
  coherence::host_monitor::on_frame(__builtin_frame_address(0));
  return {data, new coherence::tracked_host_buffer(data, view)};
}

}  // namespace milliamp::detail

namespace milliamp::detail::coherence {

// --- What the watch asks -------------------------------------------------------------------------

void host_monitor::check_access(const void* address, std::size_t size, race::operation op) {
  if (size == 0 || base::this_thread.is_ignoring || !check::are_findings_wanted()) return;
  const auto* const first = static_cast<const std::byte*>(address);
  std::vector<finding> found;
  {
    const host_home_table::access table;
    for (const tracked_host_buffer* buffer_ref : table->homes()) {
      if (const std::byte* stale = buffer_ref->find_stale(first, first + size, op)) {
        found.push_back(buffer_ref->describe_stale(stale, op));
      }
    }
  }
  report(std::move(found));
}

void host_monitor::end_heap_memory(const void* begin, std::size_t size) {
  if (base::this_thread.is_ignoring) return;
  const auto* const first = static_cast<const std::byte*>(begin);
  const host_home_table::access table;
  table->end_life(first, first + size, [] {
    return at("data given back", symbolize::stack_trace::here().user_frames());
  });
}

void host_monitor::end_frames_below(const void* address) {
  const stack_bounds stack = own_stack();
  // On the stack of a fiber it is not.
  if (!stack.contains(address) || base::this_thread.is_ignoring) return;
  const host_home_table::access table;
  table->end_life(stack.begin, static_cast<const std::byte*>(address), [] { return event(); });
  table->update_stack();
}

// --- One home ------------------------------------------------------------------------------------

void tracked_host_buffer::device_memory_deleter::operator()(std::byte* memory) const {
  ::operator delete[](memory, std::align_val_t(64));
}

template <class Body>
void tracked_host_buffer::locked(Body body) {
  host_monitor::on_frame(__builtin_frame_address(0));
  std::vector<finding> found;
  {
    const host_home_table::access table;
    const bool was_pending = is_pending();
    body(found);
    is_readable_ = !is_dead_ && !is_pending();
    is_writable_ = is_readable_ && !device_is_current_ && !is_discarded_;
    if (is_pending() != was_pending) table->update_pending();
  }
  // A report may end the program, and with it views: not under the lock.
  report(std::move(found));
}

tracked_host_buffer::tracked_host_buffer(void* data, const view_description& view)
    : shared_buffer(host_place),
      begin_(static_cast<std::byte*>(data)),
      size_(size_of(view)),
      element_size_(view.element_size),
      lengths_(view.lengths, view.lengths + view.rank),
      type_(type_of(view)) {
  const host_home_table::access table;
  table->add(*this);
}

void tracked_host_buffer::destroy() noexcept {
  locked([this](std::vector<finding>& found) {
    if (is_pending() && is_dead_) {
      found.push_back(describe_dangling("goes, with changes that nobody synchronized,",
                                        symbolize::stack_trace::here()));
    }
    bring_back();
  });
  {
    const host_home_table::access table;
    table->remove(*this);
  }
  delete this;
}

void* tracked_host_buffer::capture(const submission& launch, void* address, bool writable) {
  const std::ptrdiff_t offset = static_cast<std::byte*>(address) - begin_;
  std::byte* memory = nullptr;
  locked([&](std::vector<finding>& found) {
    if (launch.is_watched()) {
      check_use("is used by a kernel", launch.launch_site(), writable, found);
    }
    if (launch.has_memory_apart()) {
      ready_device();
      memory = device_.get();
      if (writable && !is_dead_) {
        pending_ += piece(begin_, end());
        copied_.clear();
        launch_ = launch.launch_site();
      }
    } else {
      bring_back();
      memory = host_memory();
      if (writable) {
        device_is_current_ = is_discarded_ = false;
        unwritten_.record_write_anywhere();
      }
    }
  });
  return memory + offset;
}

/// Readies the memory for an access of the host. Returns the address, or what stands for it in the
/// memory that find() returns.
template <class Find>
void* tracked_host_buffer::open_for_host(void* address, bool is_writing, Find find) {
  const std::ptrdiff_t offset = static_cast<std::byte*>(address) - begin_;
  std::byte* memory = nullptr;
  locked([&](std::vector<finding>& found) {
    check_use("is accessed by the host", symbolize::stack_trace::here(), is_writing, found);
    if (is_writing) lose_discarded();
    memory = find();
  });
  return memory + offset;
}

void* tracked_host_buffer::open(void* address, access_type access) {
  const bool is_writing = (access & concurrency::access_type_write) != 0;
  const bool is_ready = (is_writing ? is_writable_ : is_readable_).load(std::memory_order_acquire);
  // Where another view has newer values of this memory, there is more to say.
  if (is_ready && !host_monitor::pending().may_contain(address, 1)) return address;
  return open_for_host(address, is_writing, [&] {
    bring_back();
    if (is_writing) device_is_current_ = false;
    return host_memory();
  });
}

void* tracked_host_buffer::open_source(const strided_region& elements, const void* destination) {
  return open_for_host(elements.data, false, [&] {
    const bool is_source_too = begin_ <= destination && destination < end();
    if (is_pending() && device_is_current_ && !is_source_too) return device_.get();
    bring_back();
    return host_memory();
  });
}

void* tracked_host_buffer::open_destination(const strided_region& elements) {
  return open_for_host(elements.data, true, [&] {
    if (device_is_current_ && !is_dead_) {
      for (rows all(elements); !all.at_end(); all.next()) copied_ += piece(all.begin(), all.end());
      pending_ += copied_;
      copy_ = symbolize::stack_trace::here();
      return device_.get();
    }
    bring_back(elements);
    return host_memory();
  });
}

void tracked_host_buffer::synchronize(const strided_region& elements,
                                      const concurrency::accelerator_view& place,
                                      access_type access) {
  locked([&](std::vector<finding>& found) {
    check_use("is synchronized", symbolize::stack_trace::here(), false, found);
    if (devices::device_of(place).kernels == engine_kind::ref) {
      ready_device();
    } else {
      bring_back(elements);
      if ((access & concurrency::access_type_write) != 0) {
        device_is_current_ = is_discarded_ = false;
      }
    }
  });
}

void tracked_host_buffer::refresh() {
  locked([this](std::vector<finding>&) {
    device_is_current_ = is_discarded_ = false;
    pending_.clear();
    copied_.clear();
  });
}

void tracked_host_buffer::discard(void* begin, std::size_t size) {
  if (begin != begin_ || size != size_) return;
  locked([this](std::vector<finding>&) { is_discarded_ = true; });
}

void tracked_host_buffer::ready_device() {
  const bool is_new = device_ == nullptr;
  if (is_new) {
    device_.reset(new (std::align_val_t(64)) std::byte[size_]);
    unwritten_on_device_.emplace(device_.get(), size_);
  }
  if (is_dead_) {
    if (is_new) std::memset(device_.get(), 0, size_);
  } else if (is_discarded_) {
    unwritten_on_device_->record_discard(device_.get(), size_);
  } else if (!device_is_current_) {
    bring_back();
    std::memcpy(device_.get(), begin_, size_);
    unwritten_on_device_->record_copy(device_.get(), size_, &unwritten_, begin_);
  }
  device_is_current_ = true;
  is_discarded_ = false;
}

void tracked_host_buffer::lose_discarded() {
  if (!is_discarded_) return;
  ready_device();
  pending_ += piece(begin_, end());
}

void tracked_host_buffer::bring_back(const std::byte* begin, const std::byte* end) {
  for (const auto& newer : pending_within(begin, end)) {
    if (is_dead_) break;
    const std::size_t offset = static_cast<std::size_t>(newer.lower() - begin_);
    const auto size = static_cast<std::size_t>(newer.upper() - newer.lower());
    std::memcpy(begin_ + offset, device_.get() + offset, size);
    unwritten_.record_copy(begin_ + offset, size, &*unwritten_on_device_, device_.get() + offset);
  }
  pending_ -= piece(begin, end);
  copied_ -= piece(begin, end);
}

void tracked_host_buffer::bring_back(const strided_region& elements) {
  for (rows all(elements); !all.at_end(); all.next()) bring_back(all.begin(), all.end());
}

tracked_host_buffer::pieces tracked_host_buffer::pending_within(const std::byte* begin,
                                                                const std::byte* end) const {
  const auto range = piece(begin, end);
  return pending_ & range;
}

std::byte* tracked_host_buffer::host_memory() {
  if (!is_dead_) return begin_;
  ready_device();
  return device_.get();
}

// --- What is found -------------------------------------------------------------------------------

void tracked_host_buffer::check_use(const char* use, const symbolize::stack_trace& place,
                                    bool writable, std::vector<finding>& found) const {
  if (is_dead_) {
    found.push_back(describe_dangling(use, place));
    return;
  }
  for (const tracked_host_buffer* other : host_home_table::homes()) {
    if (other == this || other->is_dead_ || !other->overlaps(begin_, end())) continue;
    if (other->is_pending() || (writable && other->device_is_current_)) {
      found.push_back(describe_overlap(use, place, *other));
    }
  }
}

const std::byte* tracked_host_buffer::find_stale(const std::byte* begin, const std::byte* end,
                                                 race::operation op) const {
  if (is_dead_ || !is_pending() || !overlaps(begin, end)) return nullptr;
  const std::byte* newer_written = nullptr;
  for (const auto& newer : pending_within(begin, end)) {
    const std::byte* const on_device = device_.get() + (newer.lower() - begin_);
    const std::byte* const different = std::mismatch(newer.lower(), newer.upper(), on_device).first;
    if (different != newer.upper()) return different;
    if (writes(op) && newer_written == nullptr) newer_written = newer.lower();
  }
  return newer_written;
}

std::string tracked_host_buffer::name() const {
  return type_ + " of extent " + base::show(lengths_.data(), static_cast<int>(lengths_.size()));
}

std::string tracked_host_buffer::element_at(const std::byte* address) const {
  auto rest = static_cast<std::size_t>(address - begin_) / element_size_;
  std::vector<int> index(lengths_.size());
  for (std::size_t d = lengths_.size(); d-- > 0;) {
    const auto length = static_cast<std::size_t>(lengths_[d]);
    index[d] = static_cast<int>(rest % length);
    rest /= length;
  }
  return base::show(index.data(), static_cast<int>(index.size()));
}

finding tracked_host_buffer::describe_dangling(const char* use,
                                               const symbolize::stack_trace& place) const {
  finding found;
  found.kind = finding_kind::dangling_view;
  found.variable = name();
  found.summary = "an " + name() + " " + use + " after its data has died";
  found.events = {at("use", place.user_frames())};
  if (died_.frames.empty()) {
    found.notes = {"the data was a local variable of a function that has returned"};
  } else {
    found.events.push_back(died_);
  }
  found.events.push_back(at("view made", made_.user_frames()));
  found.advice = "let the data live longer than all views of it, or keep it in an array";
  return found;
}

finding tracked_host_buffer::describe_overlap(const char* use, const symbolize::stack_trace& place,
                                              const tracked_host_buffer& other) const {
  finding found;
  found.kind = finding_kind::overlapping_views;
  found.variable = name();
  found.summary = "an " + name() + " " + use + ", and another top-level view of its memory, an " +
                  other.name() + ", has other values of it";
  found.events = {at("use", place.user_frames()), at("view made", made_.user_frames()),
                  at("other view made", other.made_.user_frames())};
  found.advice = "make one view of the memory, and the other from it: as a copy or a section";
  return found;
}

finding tracked_host_buffer::describe_stale(const std::byte* address, race::operation op) const {
  const bool is_write = writes(op);
  const bool is_copied = boost::icl::contains(copied_, address);
  // The kernel may have written the values that were there before, or none.
  const bool is_changed = *address != device_[static_cast<std::size_t>(address - begin_)];
  finding found;
  found.kind = finding_kind::stale_host_read;
  found.variable = name();
  found.element = element_at(address);
  found.summary = std::string("the host ") + (is_write ? "writes" : "reads") + " element " +
                  found.element + " of the memory of an " + name() + ", which a " +
                  (is_copied ? "copy " : "kernel ") + (is_changed ? "has changed" : "may change") +
                  ", before the view is synchronized";
  found.events = {at(is_write ? "write" : "read", symbolize::stack_trace::here().user_frames()),
                  at(std::string(is_copied ? "copy" : "launch") +
                         (is_changed ? " that changed it" : " that may change it"),
                     (is_copied ? copy_ : launch_).user_frames()),
                  at("view made", made_.user_frames())};
  found.advice = is_write
                     ? "call synchronize(access_type_read_write) on the view before the memory is "
                       "changed"
                     : "call synchronize() on the view before its memory is read, or read through "
                       "the view";
  return found;
}

}  // namespace milliamp::detail::coherence
