// A program that was written for Visual C++, built with milliamp::compat and milliamp::checked:
// prints 4 squares, the last is 9.
#include <Windows.h>
#include <amp.h>
#include <ppl.h>
#include <tchar.h>

using namespace Concurrency;

int _tmain() {
  std::vector<int> squares(4);
  parallel_for(0, 4, [&](int i) { squares[i] = max(i, 0); });
  array_view<int> view(squares);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] *= view[i]; });
  view.synchronize();
  _ASSERT(view.extent.size() == 4);
  printf_s("%d squares, the last is %d\n", static_cast<int>(squares.size()), squares.back());
}
