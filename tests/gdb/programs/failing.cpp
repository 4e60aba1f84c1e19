// Launches that fail: one by a divergent barrier, one by an exception.
#include <amp.h>

#include <cstdio>
#include <stdexcept>
#include <string>

using namespace concurrency;

int main() {
  for (int launch = 0; launch < 2; ++launch) {
    try {
      parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) {
        const int number = t.local[0];           // begin
        if (launch == 0 && number == 3) return;  // fail
        if (launch == 1 && number == 2) throw std::runtime_error("odd");
        t.barrier.wait();  // wait
      });
    } catch (const std::exception& e) {
      const bool has_diverged = std::string(e.what()).find("divergence") != std::string::npos;
      std::puts(has_diverged ? "diverged" : e.what());  // end
    }
  }
}
