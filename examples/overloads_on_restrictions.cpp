// Functions that are overloaded on their restrictions. A call chooses the overload that can run where
// the call stands, also in a function that runs in both places. Only Clang compiles this.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int place() restrict(cpu) { return 1; }
int place() restrict(amp) { return 2; }

// A constructor and a member function. The destructor cannot be overloaded: it covers both.
class visitor {
 public:
  visitor() restrict(cpu) : born_in_(1) {}
  visitor() restrict(amp) : born_in_(2) {}
  int born_in() const restrict(cpu, amp) { return born_in_; }
  int now_in() const restrict(cpu, amp) { return place(); }

 private:
  int born_in_;
};

int main() {
  const visitor on_host;
  std::cout << "host code calls place(): " << place() << '\n';
  std::cout << "a visitor from the host, on the host: " << on_host.born_in() << ' '
            << on_host.now_in() << '\n';

  std::vector<int> results(5);
  array_view<int> view(results);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        const visitor in_kernel;
        view[0] = place();
        view[1] = on_host.born_in();
        view[2] = on_host.now_in();
        view[3] = in_kernel.born_in();
        view[4] = in_kernel.now_in();
      });
  std::cout << "a kernel calls place(): " << view[0] << '\n';
  std::cout << "a visitor from the host, in a kernel: " << view[1] << ' ' << view[2] << '\n';
  std::cout << "a visitor from the kernel: " << view[3] << ' ' << view[4] << '\n';
}
