// Two threads at a time write to one element of a view in a base of the kernel function object.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

struct with_heights {
  array_view<int> heights;
};

struct raise : with_heights {
  explicit raise(const array_view<int>& all) : with_heights{all} {}
  void operator()(index<1> i) const restrict(amp) { heights[i[0] / 2] = i[0]; }
};

}  // namespace

int main() {
  std::vector<int> numbers(4);
  parallel_for_each(extent<1>(4), raise(array_view<int>(4, numbers)));
}
