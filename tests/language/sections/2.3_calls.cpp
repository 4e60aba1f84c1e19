// Spec 2.3: calls and overloads.
#include <amp.h>

#include <cstdio>
#include <vector>

void grod();
void glorp() restrict(amp);
void both() restrict(cpu, amp);
struct host_only {
  host_only() {}
  host_only(const host_only&) {}
  int member() { return 1; }
  int value = 0;
};

void amp_caller() restrict(amp) {
  glorp();
  both();
  grod();
//^ error: no matching function for call
}
void host_caller() {
  grod();
  both();
  glorp();
//^ error: no matching function for call
}
void caller() restrict(cpu, amp) {
  both();
  grod();
//^ error: 'grod' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code.*spec 2\.3\.2\.1
}

int overlapping(int x) restrict(cpu, amp);
int overlapping(int x) restrict(cpu);
//  ^ error: restrict\(cpu\) function 'overlapping' cannot overload restrict\(cpu, amp\) function.*spec 2\.3\.2\]

void kernels(std::vector<int>& data) {
  using namespace concurrency;
  array_view<int> view(data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
}
