/// @file
/// A workload: work that can be run and measured repeatedly.
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
  /// Whether the results of the runs so far are correct.
  virtual bool is_right() const { return true; }
};

/// A workload that consists of a function.
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

/// Returns a function that calls make() the first time and then returns the same result: a shared
/// pointer to data that workloads have in common.
template <class Make>
auto lazily(Make make) {
  using pointer = decltype(make());
  return [make, made = std::make_shared<pointer>()] {
    if (*made == nullptr) *made = make();
    return *made;
  };
}

}  // namespace milliamp::bench
