#include "report/announcement.h"

__attribute__((noinline)) void milliamp_on_finding(const char* what) {
  __asm__ volatile("" : : "r"(what) : "memory");  // keeps the compiler from removing the calls
}
