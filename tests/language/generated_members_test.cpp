// Spec 2.3.2: the copy and move constructors that the compiler generates, where members, bases or
// captured objects have overloads on restrictions.
#include <amp.h>
#include <gtest/gtest.h>

#include <utility>

namespace {

using namespace concurrency;

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

/// A value on both sides: that of the function in a kernel, and on the host.
template <class Function>
std::pair<int, int> values_of(Function function) {
  int in_kernel = 0;
  array_view<int> result(1, &in_kernel);
  parallel_for_each(
      result.extent, [=](index<1> i) restrict(amp) { result[i] = function(); });
  result.synchronize();
  return {in_kernel, function()};
}

template <class T>
int copies_of_closure() restrict(cpu, amp) {
  const T object;
  const auto closure = [object] { return object.copies; };
  const auto copy = closure;
  return copy();
}

TEST(GeneratedMembers, CopyClosures) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return copies_of_closure<copied>(); }),
            std::make_pair(2, 20));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const holder object;
              const auto generic = [object](auto x) { return object.member.copies + x; };
              const auto copy = generic;
              return copy(0);
            }),
            std::make_pair(2, 20));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              const copied elements[2];
              const auto closure = [elements] { return elements[1].copies; };
              const auto copy = closure;
              return copy();
            }),
            std::make_pair(2, 20));
}

TEST(GeneratedMembers, MoveClosures) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              moved object;
              auto closure = [object] { return object.moves; };
              const auto other = static_cast<decltype(closure)&&>(closure);
              return other();
            }),
            std::make_pair(1, 10));
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
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return with_bodies().copy(); }),
            std::make_pair(1, 10));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return with_bodies().copy_in_closure(); }),
            std::make_pair(2, 20));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              return with_bodies().copy_for_amp() + 10 * with_defaulted().copy_for_amp();
            }),
            std::make_pair(11, 0));
}

}  // namespace
