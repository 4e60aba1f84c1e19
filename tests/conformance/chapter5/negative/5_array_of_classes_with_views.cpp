// error: must not contain a container, string, array or view
#include <amp.h>

using namespace concurrency;

class table {
 public:
  explicit table(const array_view<int>& numbers);

 private:
  array_view<int> numbers_;
};
void f(array<table>& a) { a.get_extent(); }
