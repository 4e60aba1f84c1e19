// One algorithm in two versions of a step. The host raises to a power with the standard library, which
// amp code cannot call; kernels multiply. The functions around them are written once, for both. Only
// Clang compiles this.
#include <amp.h>

#include <cmath>
#include <iostream>
#include <vector>

using namespace concurrency;

double power(double x, int n) restrict(cpu) { return std::pow(x, n); }
double power(double x, int n) restrict(amp) {
  double product = 1;
  for (int i = 0; i < n; ++i) product *= x;
  return product;
}

// The value at x of the polynomial with these coefficients.
template <int N>
double value_at(double x, const double (&coefficients)[N]) restrict(cpu, amp) {
  double sum = 0;
  for (int i = 0; i < N; ++i) sum += coefficients[i] * power(x, i);
  return sum;
}

double cubic(double x) restrict(cpu, amp) {
  const double coefficients[] = {1, -2, 0, 0.5};
  return value_at(x, coefficients);
}

int main() {
  std::vector<double> values(8);
  array_view<double> view(values);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = cubic(i[0]); });
  for (int i = 0; i < 8; ++i) {
    std::cout << "x = " << i << ": " << view[i] << " in a kernel, " << cubic(i) << " on the host\n";
  }
}
