// Spec 2.3.2: the copy and move constructors that the compiler generates, where members, bases or
// captured objects have overloads on restrictions.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

namespace {

using namespace concurrency;
using milliamp::tests::both;
using milliamp::tests::values_of;

/// Counts its copies by where they have been made.
struct copied {
  int copies = 0;
  copied() restrict(cpu, amp) {}
  copied(const copied& other) restrict(amp) : copies(other.copies + 1) {}
  copied(const copied& other) restrict(cpu) : copies(other.copies + 10) {}
};
struct moved {
  int moves = 0;
  moved() restrict(cpu, amp) {}
  moved(const moved& other) restrict(cpu, amp) : moves(other.moves) {}
  moved(moved&& other) restrict(amp) : moves(other.moves + 1) {}
  moved(moved&& other) restrict(cpu) : moves(other.moves + 10) {}
};
struct holder {
  copied member;
};

struct copied_in_kernels {
  int copies = 0;
  copied_in_kernels() restrict(cpu, amp) {}
  copied_in_kernels(const copied_in_kernels& other) restrict(amp) : copies(other.copies + 100) {}
  copied_in_kernels& operator=(const copied_in_kernels& other) restrict(amp) {
    copies = other.copies + 1000;
    return *this;
  }
};

template <class T>
int copies_of_closure() restrict(cpu, amp) {
  const T object;
  const auto closure = [object] { return object.copies; };
  const auto copy = closure;
  return copy();
}

TEST(GeneratedMembers, CopyClosures) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return copies_of_closure<copied>(); }),
            (both{2, 20}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const holder object;
              const auto generic = [object](auto x) { return object.member.copies + x; };
              const auto copy = generic;
              return copy(0);
            }),
            (both{2, 20}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const copied elements[2];
              const auto closure = [elements] { return elements[1].copies; };
              const auto copy = closure;
              return copy();
            }),
            (both{2, 20}));
}

TEST(GeneratedMembers, MoveClosures) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              moved object;
              auto closure = [object] { return object.moves; };
              const auto other = static_cast<decltype(closure)&&>(closure);
              return other();
            }),
            (both{1, 10}));
}

TEST(GeneratedMembers, CopyClosuresOfTheHostInKernels) {
  const copied object;
  const auto closure = [object]() restrict(cpu, amp) { return object.copies; };
  const int copies = closure();
  int difference = 0;
  array_view<int> result(1, &difference);
  parallel_for_each(
      result.extent, [=](index<1> i) restrict(amp) {
        const int before = closure();
        const auto copy = closure;
        result[i] = copy() - before;
      });
  EXPECT_EQ(result[0], 1);
  EXPECT_EQ(copies, 10);
}

/// Can be copied in kernels only, though one member can be everywhere.
struct mixed {
  copied member;
  copied_in_kernels other;
  int copies() const restrict(amp) {
    mixed copy = *this;
    mixed assigned;
    assigned.other = copy.other;
    return copy.member.copies + copy.other.copies + assigned.other.copies;
  }
};
struct mixed_and_defaulted : copied {
  copied_in_kernels other;
  mixed_and_defaulted() = default;
  mixed_and_defaulted(const mixed_and_defaulted&) = default;
};

TEST(GeneratedMembers, CopyWhatKernelsAloneCanCopy) {
  int copies[] = {0, 0, 0};
  array_view<int> result(3, copies);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        const mixed object;
        result[0] = object.copies();
        const mixed_and_defaulted defaulted;
        const mixed_and_defaulted copy = defaulted;
        result[1] = copy.copies + copy.other.copies;
        const auto closure = [object] { return object.member.copies + object.other.copies; };
        const auto copied_closure = closure;
        result[2] = copied_closure();
      });
  EXPECT_EQ(result[0], 1 + 100 + 1100);
  EXPECT_EQ(result[1], 1 + 100);
  EXPECT_EQ(result[2], 2 * (1 + 100));
}

/// Uses its generated members before the compiler has read the whole class.
struct with_bodies {
  holder member;
  int copy() const restrict(cpu, amp) {
    const with_bodies other = *this;
    return other.member.member.copies;
  }
  int copy_in_closure() const restrict(cpu, amp) {
    const auto closure = [*this] { return member.member.copies; };
    const auto other = closure;
    return other();
  }
  int copy_for_amp() const restrict(amp) {
    const with_bodies other = *this;
    return other.member.member.copies;
  }
  int copy_for_amp() const restrict(cpu) { return 0; }
};
struct with_defaulted {
  copied member;
  with_defaulted() = default;
  with_defaulted(const with_defaulted&) = default;
  int copy_for_amp() const restrict(amp) {
    const with_defaulted other = *this;
    return other.member.copies;
  }
  int copy_for_amp() const restrict(cpu) { return 0; }
};

TEST(GeneratedMembers, CopyInBodiesInTheirClass) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return with_bodies().copy(); }), (both{1, 10}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return with_bodies().copy_in_closure(); }),
            (both{2, 20}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              return with_bodies().copy_for_amp() + 10 * with_defaulted().copy_for_amp();
            }),
            (both{11, 0}));
}

/// Adds a number for each call of its members to one that outlives it.
struct counting {
  array_view<int> calls;
  explicit counting(const array_view<int>& counter) restrict(cpu, amp) : calls(counter) {
    calls[0] += 100;
  }
  counting& operator=(const counting&) restrict(cpu, amp) {
    calls[0] += 10;
    return *this;
  }
  ~counting() restrict(cpu, amp) { calls[0] += 1; }
};
struct of_counting : counting {
  using counting::counting;
  counting member{calls};
};

TEST(GeneratedMembers, CallThoseOfMembersAndBasesInKernels) {
  int calls = 0;
  const array_view<int> result(1, &calls);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        of_counting object(result);
        const of_counting other(result);
        object = other;
      });
  EXPECT_EQ(result[0], 4 * 100 + 2 * 10 + 4);
}

}  // namespace
