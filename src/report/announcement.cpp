#include "report/announcement.h"

// The statement keeps the compiler from removing the calls.
__attribute__((noinline)) void milliamp_on_finding(const char* what) { __asm__("" ::"r"(what)); }

__attribute__((noinline)) void milliamp_on_halt(const char* what) { milliamp_on_finding(what); }
