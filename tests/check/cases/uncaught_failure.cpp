// The program does not catch the exception of a launch that has failed because of a finding.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  for (int launch = 0; launch < 2; ++launch) {
    try {
      parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        if (t.local[0] == 2) return;
        t.barrier.wait();
        out[t.global] = 1;
      });
    } catch (const runtime_exception& failure) {
      std::cout << failure.what() << std::endl;
      if (launch == 1) throw;
    }
  }
}
