/// @file
/// A program as it was written for Visual C++: it counts primes on the accelerator and on the host,
/// and uses headers of Windows and of the Parallel Patterns Library. porting.md tells how to compile
/// such programs; this one needs:
///
///     milliamp run --msvc examples/ported_primes.cpp
#include <Windows.h>
#include <amp.h>
#include <concurrent_vector.h>
#include <ppl.h>
#include <ppltasks.h>
#include <tchar.h>

#include <iostream>

using namespace concurrency;

const int count = 1000;

int is_prime(int n) restrict(cpu, amp) {
  for (int divisor = 2; divisor < min(n, 32); ++divisor) {
    if (n % divisor == 0) return 0;
  }
  return n > 1 ? 1 : 0;
}

double seconds_between(const LARGE_INTEGER& start, const LARGE_INTEGER& end) {
  LARGE_INTEGER frequency;
  QueryPerformanceFrequency(&frequency);
  return double(end.QuadPart - start.QuadPart) / double(frequency.QuadPart);
}

int _tmain() {
  LARGE_INTEGER start, end;
  QueryPerformanceCounter(&start);

  std::vector<int> flags(count);
  array<int> marked(count);
  parallel_for_each(marked.extent,
                    [&marked](index<1> i) restrict(amp) { marked[i] = is_prime(i[0]); });
  task<void> copied = copy_async(marked, flags.begin()).to_task();
  task<int> on_accelerator = copied.then(
      [&flags] { return parallel_reduce(flags.begin(), flags.end(), 0); });

  concurrent_vector<int> primes;
  parallel_for(0, count, [&primes](int n) {
    if (is_prime(n)) primes.push_back(n);
  });
  parallel_sort(primes.begin(), primes.end());

  QueryPerformanceCounter(&end);
  _ASSERT(seconds_between(start, end) > 0);

  char text[80];
  sprintf_s(text, "%d primes on the accelerator, %d on the host, the last is %d", on_accelerator.get(),
            static_cast<int>(primes.size()), primes.back());
  std::cout << text << std::endl;
  return 0;
}
