/// @file
/// The scheduling algorithm that Boost.Fiber runs on a worker of REF. While a tile runs, the tile
/// says which of its fibers is next; all other fibers of the thread, such as the program's own, are
/// scheduled round-robin as Boost.Fiber does by default.
#pragma once

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>

namespace milliamp::detail {

/// What the algorithm asks when a fiber of the thread has to be chosen.
class fiber_chooser {
 public:
  /// A fiber that has just been made becomes ready; true: the chooser takes care of it.
  virtual bool adopt(boost::fibers::context* fiber) noexcept = 0;
  /// The fiber that is to run now, or null to leave it to round-robin.
  virtual boost::fibers::context* choose() noexcept = 0;

 protected:
  ~fiber_chooser() = default;
};

class tile_algorithm final : public boost::fibers::algo::round_robin {
 public:
  void set_chooser(fiber_chooser* chooser) noexcept { chooser_ = chooser; }

  /// The fiber that cleans up after those that have ended, to be run now; null: it runs already.
  boost::fibers::context* take_dispatcher() noexcept {
    if (dispatcher_ == nullptr || !dispatcher_->ready_is_linked()) return nullptr;
    dispatcher_->ready_unlink();
    return dispatcher_;
  }

  void awakened(boost::fibers::context* fiber) noexcept override {
    if (fiber->is_context(boost::fibers::type::dispatcher_context)) dispatcher_ = fiber;
    if (chooser_ == nullptr || !chooser_->adopt(fiber)) round_robin::awakened(fiber);
  }

  boost::fibers::context* pick_next() noexcept override {
    if (chooser_ != nullptr) {
      if (boost::fibers::context* fiber = chooser_->choose()) return fiber;
    }
    return round_robin::pick_next();
  }

 private:
  fiber_chooser* chooser_ = nullptr;
  boost::fibers::context* dispatcher_ = nullptr;
};

}  // namespace milliamp::detail
