#include "short_vectors.h"

#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

namespace milliamp::bench {

namespace {

using namespace concurrency;

struct four_floats {
  float x, y, z, w;
};

inline four_floats operator+(const four_floats& a, const four_floats& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline four_floats operator*(const four_floats& a, const four_floats& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

/// Two arrays of them.
template <class Four>
struct two_arrays {
  explicit two_arrays(int size)
      : place(accelerator(accelerator::direct3d_warp).default_view),
        x(size, place),
        y(size, place) {
    const std::vector<Four> begin(static_cast<std::size_t>(size), Four{1, 2, 3, 4});
    copy(begin.begin(), x);
    copy(begin.begin(), y);
  }

  accelerator_view place;
  array<Four> x;
  array<Four> y;
};

/// A workload that calls launch(place, x, y) with views of such arrays.
template <class Four, class Launch>
std::unique_ptr<workload> on_two_arrays(int size, Launch launch) {
  return workload_of([launch, arrays = std::make_shared<two_arrays<Four>>(size)] {
    launch(arrays->place, array_view<Four>(arrays->x), array_view<Four>(arrays->y));
  });
}

template <class Four>
std::unique_ptr<workload> make_motion(int bodies) {
  return on_two_arrays<Four>(
      bodies, [](accelerator_view place, array_view<Four> positions, array_view<Four> speeds) {
        parallel_for_each(
            place, positions.extent, [=](index<1> i) restrict(amp) {
              const Four time{0.001f, 0.001f, 0.001f, 0.001f};
              const Four drag{0.99f, 0.99f, 0.99f, 1};
              Four position = positions[i];
              Four speed = speeds[i];
              for (int step = 0; step < 16; ++step) {
                speed = speed * drag;
                position = position + speed * time;
              }
              positions[i] = position;
              speeds[i] = speed;
            });
      });
}

template <class Four>
std::unique_ptr<workload> make_saxpy(int size) {
  return on_two_arrays<Four>(
      size, [](accelerator_view place, array_view<Four> x, array_view<Four> y) {
        const Four a{0.5f, 0.25f, 0.5f, 0.25f};
        parallel_for_each(
            place, y.extent, [=](index<1> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
      });
}

}  // namespace

std::unique_ptr<workload> make_motion_of_float_4(int bodies) {
  return make_motion<graphics::float_4>(bodies);
}
std::unique_ptr<workload> make_motion_of_structs(int bodies) {
  return make_motion<four_floats>(bodies);
}

std::unique_ptr<workload> make_saxpy_of_float_4(int size) {
  return make_saxpy<graphics::float_4>(size);
}
std::unique_ptr<workload> make_saxpy_of_structs(int size) { return make_saxpy<four_floats>(size); }

}  // namespace milliamp::bench
