#include "symbolize/line_table.h"

#include "base/immortal.h"
#include "base/stack_bounds.h"
#include "symbolize/query_cache.h"

#include <pthread.h>

#include <cstddef>

namespace milliamp::detail::symbolize {

namespace {

/// dwarf_getsrclines() of elfutils 0.188 needs 150 KiB.
constexpr std::size_t needed_stack = 192 * 1024;

void* read_lines(void* unit) {
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  dwarf_getsrclines(static_cast<Dwarf_Die*>(unit), &lines, &count);
  return nullptr;
}

bool read_on_thread(Dwarf_Die& unit) {
  // The default size of a stack is that of the main thread, which may be too small, too.
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const std::size_t size = 2 * needed_stack + base::thread_local_size();
  const bool has_begun = pthread_attr_setstacksize(&attributes, size) == 0 &&
                         pthread_create(&thread, &attributes, &read_lines, &unit) == 0;
  pthread_attr_destroy(&attributes);
  return has_begun && pthread_join(thread, nullptr) == 0;
}

}  // namespace

bool read_line_table(Dwarf_Die& unit) {
  if (base::has_stack(needed_stack)) return true;
  static base::immortal<query_cache<const void*, bool>> have_been_read;
  return have_been_read->get(unit.addr, [&] { return read_on_thread(unit); });
}

}  // namespace milliamp::detail::symbolize
