#include "host_code.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

namespace milliamp::bench {

namespace {

class host_code : public workload {
 public:
  explicit host_code(int size) : size_(size) {}

  void run() override {
    sort_numbers();
    count_in_two_threads();
  }

  bool is_right() const override {
    return std::is_sorted(numbers_.begin(), numbers_.end()) && count_ == size_;
  }

 private:
  void sort_numbers() {
    std::map<unsigned, unsigned> occurrences;
    numbers_.clear();
    unsigned number = 1;
    for (int i = 0; i < size_; ++i) {
      number = number * 1664525u + 1013904223u;
      numbers_.push_back(number);
      ++occurrences[number % 1024];
    }
    std::sort(numbers_.begin(), numbers_.end());
  }

  void count_in_two_threads() {
    std::atomic<int> count{0};
    const auto half = [&] {
      for (int i = 0; i < size_ / 2; ++i) ++count;
    };
    std::thread other(half);
    half();
    other.join();
    count_ = count;
  }

  const int size_;
  std::vector<unsigned> numbers_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<workload> MILLIAMP_BENCH_HOST_CODE(int size) {
  return std::make_unique<host_code>(size);
}

}  // namespace milliamp::bench
