/// @file
/// A workload: something that can be run again and again, and be measured.
///
///     std::unique_ptr<workload> product = make_matrix_product(place, 512);
///     product->run();
#pragma once

#include <memory>
#include <utility>

namespace milliamp::bench {

/// Work of a certain amount, with the data that it needs.
class workload {
 public:
  virtual ~workload() = default;
  /// Does all of the work, and returns when it is done.
  virtual void run() = 0;
  /// Whether the runs so far have computed what they should.
  virtual bool is_right() const { return true; }
};

/// A workload that is no more than a function.
template <class Function>
std::unique_ptr<workload> workload_of(Function function) {
  class call : public workload {
   public:
    explicit call(Function function) : function_(std::move(function)) {}
    void run() override { function_(); }

   private:
    Function function_;
  };
  return std::make_unique<call>(std::move(function));
}

/// A function that returns what make() has made when it was called first: a shared pointer to what
/// workloads have in common.
template <class Make>
auto lazily(Make make) {
  using pointer = decltype(make());
  return [make, made = std::make_shared<pointer>()] {
    if (*made == nullptr) *made = make();
    return *made;
  };
}

}  // namespace milliamp::bench
