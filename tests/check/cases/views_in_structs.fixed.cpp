// The views whose elements threads write, each its own, are members of a struct, one by itself and some in an array.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct outputs {
  array_view<int, 2> table;
  array_view<int> rows[2];
};

int main() {
  std::vector<int> data(10);
  array_view<int> all(10, data);
  outputs out{all.section(0, 4).view_as(extent<2>(2, 2)), {all.section(4, 3), all.section(7, 3)}};
  parallel_for_each(extent<1>(2), [=](index<1> i) {
    out.table(1, i[0]) = i[0];
    out.rows[i[0]][2] = i[0];
  });
}
