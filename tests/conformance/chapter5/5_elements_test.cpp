// Spec 5.1, 5.2, 2.4.1: which types elements may have.
#include <amp.h>
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;

enum class color : unsigned int { red, green };

struct particle {
  float position[3];
  double mass;
  color shade;
  int id;
};

/// Has a destructor, which spec 2.2.2 allows, but nothing that it would have to do.
class with_destructor {
 public:
  with_destructor() restrict(amp, cpu) : number_(0) {}
  explicit with_destructor(int number) restrict(amp, cpu) : number_(number) {}
  ~with_destructor() restrict(amp, cpu) {}
  int number() const restrict(amp, cpu) { return number_; }

 private:
  int number_;
};

/// Has constructors and an assignment of its own, as a class of amp-compatible types may.
class complex_number {
 public:
  complex_number() restrict(amp, cpu) : real_(0), imaginary_(0) {}
  complex_number(float real, float imaginary) restrict(amp, cpu)
      : real_(real), imaginary_(imaginary) {}
  complex_number(const complex_number& other) restrict(amp, cpu)
      : real_(other.real_), imaginary_(other.imaginary_) {}
  complex_number& operator=(const complex_number& other) restrict(amp, cpu) {
    real_ = other.real_;
    imaginary_ = other.imaginary_;
    return *this;
  }
  complex_number operator*(const complex_number& rhs) const restrict(amp, cpu) {
    return complex_number(real_ * rhs.real_ - imaginary_ * rhs.imaginary_,
                          real_ * rhs.imaginary_ + imaginary_ * rhs.real_);
  }
  float real() const restrict(amp, cpu) { return real_; }

 private:
  float real_, imaginary_;
};

/// Has a destructor and copies of its own, too.
template <class T>
class with_all {
 public:
  with_all() restrict(amp, cpu) : number_(0) {}
  explicit with_all(T number) restrict(amp, cpu) : number_(number) {}
  with_all(const with_all& other) restrict(amp, cpu) : number_(other.number_) {}
  with_all& operator=(const with_all& other) restrict(amp, cpu) {
    number_ = other.number_;
    return *this;
  }
  ~with_all() restrict(amp, cpu) {}
  T number() const restrict(amp, cpu) { return number_; }

 private:
  T number_;
};

/// Derives from other classes, and copies without fail what is not copied byte by byte: but for the
/// size, the traits are those of a class with virtual bases.
struct angle {
  explicit angle(float v = 0) restrict(amp, cpu) : value(v) {}
  angle(const angle& other) noexcept : value(other.value) {}
  angle& operator=(const angle& other) noexcept {
    value = other.value;
    return *this;
  }
  float value;
};
struct body {
  double mass = 2;
};
struct moving_body : body {
  moving_body() restrict(amp, cpu) : speed(1), direction(2) {}
  double speed;
  angle direction;
};
struct final_body final : body {};

/// Classes of all kinds that are plain data, down to what their members look like.
struct empty {};
struct tagged : empty {
  int value;
};
struct measured {
  const index<2> where;
  graphics::float_3 force;
  bool is_valid;
  graphics::unorm_2 share;
  union {
    int bits;
    float number;
  };
};
struct large {
  float sample[4][100];
  bool is_valid[1];
};
static_assert(details::element_requirements<tagged>::hold);
static_assert(details::element_requirements<const measured>::hold);
static_assert(details::element_requirements<large>::hold);
static_assert(details::element_requirements<final_body>::hold);
static_assert(details::element_requirements<std::pair<int, float>>::hold);
static_assert(details::element_requirements<std::complex<float>>::hold);
static_assert(details::element_requirements<std::array<graphics::int_2, 3>>::hold);

template <class T>
T through_an_accelerator(const T& value) {
  std::vector<T> source(3, value);
  array<T> a(3, source.begin());
  std::vector<T> result(3);
  array_view<T> view(result);
  parallel_for_each(
      view.extent, [&a, view ](index<1> i) restrict(amp) { view[i] = a[i]; });
  view.synchronize();
  return result[2];
}

TEST(Elements, AreScalars) {
  EXPECT_EQ(through_an_accelerator(-5), -5);
  EXPECT_EQ(through_an_accelerator(5u), 5u);
  EXPECT_EQ(through_an_accelerator(-5L), -5L);
  EXPECT_EQ(through_an_accelerator(5UL), 5UL);
  EXPECT_EQ(through_an_accelerator(1.5f), 1.5f);
  EXPECT_EQ(through_an_accelerator(1.5), 1.5);
  EXPECT_EQ(through_an_accelerator(color::green), color::green);
}

TEST(Elements, AreClasses) {
  const particle p = through_an_accelerator(particle{{1, 2, 3}, 4.5, color::green, 7});
  EXPECT_EQ(p.position[2], 3);
  EXPECT_EQ(p.mass, 4.5);
  EXPECT_EQ(p.id, 7);
  EXPECT_EQ((through_an_accelerator(complex_number(0, 2)) * complex_number(0, 3)).real(), -6);
  EXPECT_EQ(through_an_accelerator(with_destructor(8)).number(), 8);
  EXPECT_EQ(through_an_accelerator(with_all<float>(9)).number(), 9);
  EXPECT_EQ(through_an_accelerator(with_all<double>(10)).number(), 10);
  EXPECT_EQ(through_an_accelerator(moving_body()).direction.value, 2);
  EXPECT_EQ(through_an_accelerator(index<2>(3, 4)), index<2>(3, 4));
  EXPECT_EQ(through_an_accelerator(extent<3>(3, 4, 5)), extent<3>(3, 4, 5));
}

}  // namespace
