// Spec 2.3.2.1, 2.4.3.4: operators new and delete that are overloaded on restrictions.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

#include <cstddef>

namespace {

using milliamp::tests::both;
using milliamp::tests::values_of;

struct value {
  int number;
  value() restrict(cpu) : number(1) {}
  value() restrict(amp) : number(2) {}
  explicit value(int x) restrict(cpu, amp) : number(x) {}

  void* operator new(std::size_t, value* place) restrict(cpu) { return place; }
  void* operator new(std::size_t, value* place) restrict(amp) { return place + 1; }
  void* operator new[](std::size_t, value* place) restrict(cpu) { return place; }
  void* operator new[](std::size_t, value* place) restrict(amp) { return place + 1; }
  void operator delete(void* place) restrict(cpu) { static_cast<value*>(place)->number = 3; }
  void operator delete(void* place) restrict(amp) { static_cast<value*>(place)->number = 4; }
  void operator delete(void*, value*) restrict(cpu) {}
  void operator delete[](void* place) restrict(cpu) { static_cast<value*>(place)->number = 5; }
  void operator delete[](void* place) restrict(amp) { static_cast<value*>(place)->number = 6; }
};

/// Its operators have other parameters in amp code.
struct sized {
  int number;
  explicit sized(int x) restrict(cpu, amp) : number(x) {}

  void operator delete(void* place, std::size_t size) restrict(cpu) {
    static_cast<sized*>(place)->number = size == sizeof(sized) ? 3 : 9;
  }
  void operator delete(void* place) restrict(amp) { static_cast<sized*>(place)->number = 4; }
};
struct unsized {
  int number;
  explicit unsized(int x) restrict(cpu, amp) : number(x) {}

  void operator delete(void* place) restrict(cpu) { static_cast<unsized*>(place)->number = 3; }
  void operator delete(void* place, std::size_t size) restrict(amp) {
    static_cast<unsized*>(place)->number = size == sizeof(unsized) ? 4 : 9;
  }
};

int second() restrict(cpu) { return 7; }
int second() restrict(amp) { return 8; }

/// The numbers of three values as digits.
template <class T>
int digits(const T* values) restrict(cpu, amp) {
  return 100 * values[0].number + 10 * values[1].number + values[2].number;
}

int made() restrict(cpu, amp) {
  value values[3] = {value(0), value(0), value(0)};
  new (values) value(second());
  return digits(values);
}
int made_by_default() restrict(cpu, amp) {
  value values[3] = {value(0), value(0), value(0)};
  value* const last = new (values + 1) value;
  return digits(values) + last->number;
}
int made_array() restrict(cpu, amp) {
  value values[4] = {value(0), value(0), value(0), value(0)};
  new (values) value[2];
  return 10 * digits(values) + values[3].number;
}
struct made_by_initializer {
  value values[4];
  int last = (new (values) value[2])[1].number;
  made_by_initializer() restrict(cpu, amp) : values{value(0), value(0), value(0), value(0)} {}
};
int made_in_initializer() restrict(cpu, amp) {
  const made_by_initializer made;
  return 10 * digits(made.values) + made.values[3].number + made.last;
}
template <class T>
int deleted() restrict(cpu, amp) {
  T values[3] = {T(0), T(0), T(0)};
  delete (values + second() - 7);
  return digits(values);
}
int deleted_array() restrict(cpu, amp) {
  value values[3] = {value(0), value(0), value(0)};
  value* const first = values;
  delete[] first;
  return digits(values);
}

TEST(Allocation, CallsOperatorNewForTheRestrictions) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return made(); }), (both{80, 700}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return made_by_default(); }),
            (both{2 + 2, 10 + 1}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return made_array(); }), (both{220, 1100}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return made_in_initializer(); }),
            (both{220 + 2, 1100 + 1}));
}

TEST(Allocation, CallsOperatorDeleteForTheRestrictions) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return deleted<value>(); }), (both{40, 300}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return deleted<sized>(); }), (both{40, 300}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return deleted<unsized>(); }), (both{40, 300}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return deleted_array(); }), (both{600, 500}));
}

}  // namespace
