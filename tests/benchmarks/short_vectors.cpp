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

/// Positions and speeds of bodies; a run moves each by some steps.
template <class Four>
class motion : public workload {
 public:
  explicit motion(int bodies)
      : place_(accelerator(accelerator::direct3d_warp).default_view),
        positions_(bodies, place_),
        speeds_(bodies, place_) {
    const std::vector<Four> begin(static_cast<std::size_t>(bodies), Four{1, 2, 3, 4});
    copy(begin.begin(), positions_);
    copy(begin.begin(), speeds_);
  }

  void run() override {
    const array_view<Four> positions(positions_);
    const array_view<Four> speeds(speeds_);
    parallel_for_each(
        place_, positions.extent, [=](index<1> i) restrict(amp) {
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
  }

 private:
  accelerator_view place_;
  array<Four> positions_;
  array<Four> speeds_;
};

}  // namespace

std::unique_ptr<workload> make_motion_of_float_4(int bodies) {
  return std::make_unique<motion<graphics::float_4>>(bodies);
}

std::unique_ptr<workload> make_motion_of_structs(int bodies) {
  return std::make_unique<motion<four_floats>>(bodies);
}

}  // namespace milliamp::bench
