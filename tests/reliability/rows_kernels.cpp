#include "reliability/rows_kernels.h"

#include <amp.h>

#include <numeric>

namespace reliability {

namespace {

using namespace concurrency;

struct particle {
  int mass;
  int charge;
};

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

std::vector<int> saxpy(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<const int> from(p.length, x);
  const array_view<int> to(p.length, y);
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[i] = 2 * from[i] + to[i]; });
  to.synchronize();
  return y;
}

/// Beyond an end of the destination, if the offset leads there.
std::vector<int> shifted_copy(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<const int> from(p.length, x);
  const array_view<int> to(p.length, y);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[i[0] + offset] = from[i]; });
  to.synchronize();
  return y;
}

/// Races between neighbours.
std::vector<int> shift_in_place(const row_parameters& p) {
  std::vector<int> x = numbers(p.length);
  const array_view<int> all(p.length, x);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        const int value = all[i];
        all[i + offset] = value;
      });
  all.synchronize();
  return {};  // depends on the order of the threads
}

/// Views that overlap.
std::vector<int> sections(const row_parameters& p) {
  std::vector<int> x = numbers(p.length + p.columns);
  const array_view<int> all(p.length + p.columns, x);
  const array_view<int> to = all.section(0, p.columns);
  const array_view<int> from = all.section(p.limit, p.columns);
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[i] += from[i]; });
  all.synchronize();
  return {};
}

/// All threads write one element, and read another one.
std::vector<int> shared_elements(const row_parameters& p) {
  std::vector<int> x = numbers(p.length + 1);
  const array_view<int> all(p.length + 1, x);
  const int at = p.limit - 1;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1>) restrict(amp) {
        all[at] = 7;
        all[p.length] = all[0];
      });
  all.synchronize();
  return x;
}

std::vector<int> backward(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<const int> from(p.length, x);
  const array_view<int> to(p.length, y);
  const int last = p.columns - 1 + p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[i] = from[last - i[0]]; });
  to.synchronize();
  return y;
}

std::vector<int> every_other(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(2 * p.length);
  const array_view<const int> from(p.length, x);
  const array_view<int> to(2 * p.length, y);
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[2 * i[0]] = from[i]; });
  to.synchronize();
  return y;
}

std::vector<int> members(const row_parameters& p) {
  std::vector<particle> all(static_cast<std::size_t>(p.length), particle{1, 2});
  const array_view<particle> view(p.length, all);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        view[i].mass += view[i + offset].charge;
      });
  view.synchronize();
  std::vector<int> masses;
  for (const particle& one : all) masses.push_back(one.mass);
  return masses;
}

std::vector<int> gather(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length), places = numbers(p.length);
  for (int& place : places) place = place * 7 % (p.length + (p.offset > 0 ? 1 : 0));
  const array_view<const int> from(p.length, x), where(p.length, places);
  const array_view<int> to(p.length, y);
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) { to[i] = from[where[i]]; });
  to.synchronize();
  return y;
}

std::vector<int> part_of_a_row(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<const int> from(p.length, x);
  const array_view<int> to(p.length, y);
  const int limit = p.limit, offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        if (i[0] < limit) to[i + offset] = from[i];
      });
  to.synchronize();
  return y;
}

/// Reads what no thread has written.
std::vector<int> unwritten(const row_parameters& p) {
  array<int> scratch(p.length);
  std::vector<int> y = numbers(p.length);
  const array_view<int> to(p.length, y);
  parallel_for_each(
      extent<1>(p.limit), [&scratch](index<1> i) restrict(amp) { scratch[i] = i[0]; });
  parallel_for_each(
      extent<1>(p.columns), [ =, &scratch ](index<1> i) restrict(amp) { to[i] = scratch[i] % 2; });
  to.synchronize();
  return y;
}

/// Updates what no thread has written.
std::vector<int> unwritten_updates(const row_parameters& p) {
  array<int> scratch(p.length);
  parallel_for_each(
      extent<1>(p.columns), [&scratch, p ](index<1> i) restrict(amp) {
        if (i[0] % 3 != p.offset) scratch[i] = i[0];
      });
  parallel_for_each(
      extent<1>(p.columns), [&scratch](index<1> i) restrict(amp) { scratch[i] += 1; });
  return {};
}

std::vector<int> arrays_by_reference(const row_parameters& p) {
  const std::vector<int> x = numbers(p.length);
  array<int> from(p.length, x.begin()), to(p.length, x.begin());
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns),
      [&from, &to, offset ](index<1> i) restrict(amp) { to[i + offset] += from[i]; });
  return to;
}

std::vector<int> stencil(const row_parameters& p) {
  std::vector<int> x = numbers(p.rows * p.columns), y = x;
  const array_view<const int, 2> from(p.rows, p.columns, x);
  const array_view<int, 2> to(p.rows, p.columns, y);
  const int offset = p.offset;
  parallel_for_each(
      extent<2>(p.rows - 2, p.columns - 2), [=](index<2> i) restrict(amp) {
        const int row = i[0] + 1, column = i[1] + 1 + offset;
        to(row, column) = from(row - 1, column) + from(row + 1, column) + from(row, column + 1);
      });
  to.synchronize();
  return y;
}

std::vector<int> transposed(const row_parameters& p) {
  std::vector<int> x = numbers(p.rows * p.columns), y = numbers(p.rows * (p.columns + p.offset));
  const array_view<const int, 2> from(p.rows, p.columns, x);
  const array_view<int, 2> to(p.columns + p.offset, p.rows, y);
  parallel_for_each(
      from.extent, [=](index<2> i) restrict(amp) { to(i[1], i[0]) = from[i]; });
  to.synchronize();
  return y;
}

/// Rows that overlap.
std::vector<int> rows_in_place(const row_parameters& p) {
  std::vector<int> x = numbers(p.rows * p.columns);
  const array_view<int, 2> all(p.rows, p.columns, x);
  const index<2> distance(1, p.offset);
  parallel_for_each(
      extent<2>(p.rows - 1, p.columns), [=](index<2> i) restrict(amp) {
        all[i + distance] = all[i];
      });
  all.synchronize();
  return {};
}

std::vector<int> cube(const row_parameters& p) {
  const extent<3> lengths(2, p.rows, p.columns);
  std::vector<int> x = numbers(static_cast<int>(lengths.size())), y = x;
  const array_view<const int, 3> from(lengths, x);
  const array_view<int, 3> to(lengths, y);
  const int offset = p.offset;
  parallel_for_each(
      lengths, [=](index<3> i) restrict(amp) { to[i] = from(i[0] + offset, i[1], i[2]); });
  to.synchronize();
  return y;
}

std::vector<int> histogram(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y(8);
  const array_view<int> keys(p.length, x), counts(8, y);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        atomic_fetch_inc(&counts[keys[i + offset] % 8]);
      });
  counts.synchronize();
  return y;
}

/// Reads an element, changes one by an atomic operation, its own or a neighbour's, and writes one.
std::vector<int> read_before_atomic(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<int> all(p.length, x), to(p.length, y);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        const int value = all[i];
        atomic_fetch_add(&all[i + offset], value);
        to[i] = value;
      });
  all.synchronize();
  to.synchronize();
  return offset == 0 ? x : std::vector<int>();
}

/// Does what read_before_atomic() does, but reads after the atomic operation: the read may depend
/// on another thread's operation.
std::vector<int> read_after_atomic(const row_parameters& p) {
  std::vector<int> x = numbers(p.length), y = numbers(p.length);
  const array_view<int> all(p.length, x), to(p.length, y);
  const int offset = p.offset;
  parallel_for_each(
      extent<1>(p.columns), [=](index<1> i) restrict(amp) {
        atomic_fetch_add(&all[i + offset], 1);
        to[i] = all[i];
      });
  all.synchronize();
  to.synchronize();
  return offset == 0 ? y : std::vector<int>();
}

}  // namespace

std::vector<row_kernel> MILLIAMP_TEST_ROW_KERNELS() {
  return {{"saxpy", saxpy, hoisting::all},
          {"shifted_copy", shifted_copy, hoisting::all},
          {"shift_in_place", shift_in_place, hoisting::all},
          {"sections", sections, hoisting::all},
          {"shared_elements", shared_elements, hoisting::none},
          {"backward", backward, hoisting::some},
          {"every_other", every_other, hoisting::all},
          {"members", members, hoisting::all},
          {"gather", gather, hoisting::all},
          {"part_of_a_row", part_of_a_row, hoisting::none},
          {"unwritten", unwritten, hoisting::some},
          {"unwritten_updates", unwritten_updates, hoisting::some},
          {"arrays_by_reference", arrays_by_reference, hoisting::all},
          {"stencil", stencil, hoisting::all},
          {"transposed", transposed, hoisting::all},
          {"rows_in_place", rows_in_place, hoisting::all},
          {"cube", cube, hoisting::all},
          {"histogram", histogram, hoisting::all},
          {"read_before_atomic", read_before_atomic, hoisting::all},
          {"read_after_atomic", read_after_atomic, hoisting::none}};
}

}  // namespace reliability
