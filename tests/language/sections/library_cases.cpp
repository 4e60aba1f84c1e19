// The restrictions of the library itself: functions for the CPU alone and for amp alone.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>

#include <vector>

using namespace concurrency;

namespace case_barrier_host {
void f(tiled_index<4> t) { t.barrier.wait(); }
//                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_barrier_host2 {
void f(tile_barrier b) { b.wait_with_tile_static_memory_fence(); }
//                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_fence_host {
void f(tile_barrier b) { all_memory_fence(b); }
//                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_atomic_host {
int f(int* p) { return atomic_fetch_add(p, 1); }
//                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_atomic_both {
int f(int* p) restrict(cpu,amp) { return atomic_fetch_inc(p); }
//                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_abort_host {
void f() { direct3d_abort(); }
//         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_printf_host {
void f() { direct3d_printf("x"); }
//         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_array_in_amp {
void f() restrict(amp) { array<int> a(3); }
//                                  ^ error: spec 2\.4\.1, --allow=types
}
namespace case_array_copy_amp {
void f(array<int>& a) restrict(amp) { array<int> b(a); }
//                                               ^ error: spec 2\.4\.1, --allow=types
}
namespace case_array_assign_amp {
void f(array<int>& a, array<int>& b) restrict(amp) { b = a; }
//                                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_array_copyto_amp {
void f(array<int>& a, array<int>& b) restrict(amp) { a.copy_to(b); }
//                                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_array_access {
int f(array<int>& a) restrict(amp) { return a.get_cpu_access_type(); }
//                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_copy_amp {
void f(array<int>& a, array<int>& b) restrict(amp) { copy(a, b); }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_copyasync_amp {
void f(array<int>& a, array<int>& b) restrict(amp) { copy_async(a, b); }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_accelerator_amp {
void f() restrict(amp) { accelerator a; }
//                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_accelerator_amp2 {
void f() restrict(amp) { accelerator::get_all(); }
//                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_av_sync_amp {
void f(array_view<int> v) restrict(amp) { v.synchronize(); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_av_refresh_amp {
void f(array_view<int> v) restrict(amp) { v.refresh(); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_av_discard_amp {
void f(array_view<int> v) restrict(amp) { v.discard_data(); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_pfe_amp {
void f(array_view<int> v) restrict(amp) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); }
//                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_pfe_nested {
void f(array_view<int> v) { parallel_for_each(v.extent, [=](index<1>) restrict(amp) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); }); }
//                                                                                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_pfe_cpu {
void f(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) { v[i] = 1; }); }
//                                                      ^ error: spec 7\.2, --allow=kernels
}
namespace case_pfe_functor {
struct F { array_view<int> v; void operator()(index<1> i) const { v[i] = 1; } }; void k(array_view<int> v) { parallel_for_each(v.extent, F{v}); }
//                                                                                                                                       ^ error: spec 7\.2, --allow=kernels
}
namespace case_future_amp {
void f(completion_future& c) restrict(amp) { c.wait(); }
//                        ^ error: spec 2\.4\.1, --allow=types
//                                             ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_tex_get_host {
void f(graphics::texture<int,1>& t) { int x = t[0]; }
//                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_exc_amp {
void f() restrict(amp) { runtime_exception e("x", 1); }
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
//                                           ^ error: spec 2\.4\.1, --allow=string_literals
}
namespace case_accelerator_view_parameter {
void f(accelerator_view v) restrict(amp) {}
//                      ^ error: '(concurrency::)?accelerator_view' is not amp-compatible: the class is for the host
}
namespace case_future_parameter {
void f(completion_future c) restrict(amp) {}
//                       ^ error: '(concurrency::)?completion_future' is not amp-compatible
}
namespace case_view_without_source {
void f() restrict(amp) { array_view<int> v(3); }
//                                       ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_tile_static_view {
void f() restrict(amp) { tile_static array_view<int> x; }
//                                                   ^ error: is or has a container \[spec 2\.4\.3\.5\.1, --allow=tile_static_types\]
}
namespace case_array_property {
void f(array<int>& x) restrict(amp) { x.accelerator_view; }
//                                      ^ error: property 'accelerator_view' is restrict\(cpu\) and cannot be used in restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=properties
}
namespace case_array_associated {
void f(array<int>& x) restrict(amp) { x.associated_accelerator_view; }
//                                      ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_array_access_property {
void f(array<int>& x) restrict(amp) { x.cpu_access_type; }
//                                      ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_array_get_place {
void f(array<int>& x) restrict(amp) { x.get_accelerator_view(); }
//                                      ^ error: spec 2\.3\.2\.1, --allow=calls
//                                    ^ error: '~accelerator_view' is restrict\(cpu\)
}
namespace case_view_property {
void f(array_view<const int> x) restrict(amp) { x.source_accelerator_view; }
//                                                ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_view_get_place {
void f(array_view<int> x) restrict(amp) { x.get_source_accelerator_view(); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
//                                        ^ error: '~accelerator_view' is restrict\(cpu\)
}
namespace case_texture_bits {
void f(graphics::texture<int, 1>& x) restrict(amp) { x.bits_per_scalar_element; }
//                                                     ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_texture_get_bits {
void f(graphics::texture_view<int, 1> x) restrict(amp) { x.get_bits_per_scalar_element(); }
//                                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_length {
void f(graphics::texture_view<const int, 1> x) restrict(amp) { x.data_length; }
//                                                               ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_texture_pitch {
void f(graphics::texture<int, 2>& x) restrict(amp) { x.row_pitch; }
//                                                     ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_texture_get_pitch {
void f(const graphics::texture<int, 3>& x) restrict(amp) { x.get_depth_pitch(); }
//                                                           ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_place {
void f(graphics::texture_view<int, 2> x) restrict(amp) { x.accelerator_view; }
//                                                         ^ error: spec 2\.3\.2\.1, --allow=properties
}
namespace case_texture_data {
void f(graphics::texture<int, 2>& x) restrict(amp) { x.data(); }
//                                                     ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_copy {
void f(graphics::texture<int, 1>& x, graphics::texture<int, 1>& y) restrict(amp) { x.copy_to(y); }
//                                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_level {
void f(graphics::texture<int, 1>& x) restrict(amp) { graphics::texture_view<int, 1> v(x, 1); }
//                                                                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_view_of_vectors {
void f(graphics::texture<graphics::int_2, 1>& x) restrict(amp) {
  graphics::texture_view<graphics::int_2, 1> v(x);
//                                           ^ error: is restrict\(cpu\) .*spec 2\.3\.2\.1, --allow=calls
}
void legal(graphics::texture<int, 1>& x) restrict(amp) { graphics::texture_view<int, 1> v(x); }
}
namespace case_writeonly_view_of_vectors {
void f(graphics::texture<graphics::float_4, 1>& x) restrict(amp) {
  graphics::writeonly_texture_view<graphics::float_4, 1> v(x);
//                                                       ^ error: is restrict\(cpu\) .*spec 2\.3\.2\.1, --allow=calls
}
void legal(graphics::texture<float, 1>& x) restrict(amp) {
  graphics::writeonly_texture_view<float, 1> v(x);
}
}
namespace case_readonly_view_of_scalars {
void f(const graphics::texture<float, 1>& x) restrict(amp) {
  graphics::texture_view<const float, 1> v(x);
//                                       ^ error: is restrict\(cpu\) .*spec 2\.3\.2\.1, --allow=calls
}
void legal(const graphics::texture<graphics::float_2, 1>& x) restrict(amp) {
  graphics::texture_view<const graphics::float_2, 1> v(x);
}
}
namespace case_texture_set_const {
void f(const graphics::texture<int, 1>& x) restrict(amp) { x.set(index<1>(0), 1); }
//                                                         ^ error: 'const graphics::texture<int, 1>'.*not marked const
}
namespace case_sampler_amp {
void f() restrict(amp) { graphics::sampler s; }
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_sampler_mode_amp {
void f() restrict(amp) { graphics::sampler s(graphics::filter_point); }
//                                         ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_sample_host {
void f(graphics::texture_view<const float, 1> v) { v.sample(0.5f); }
//                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_gather_host {
void f(graphics::texture_view<const float, 2> v, graphics::float_2 x) { v.gather_red(x); }
//                                                                        ^ error: spec 2\.3\.2\.1, --allow=calls
}

namespace case_direct3d_host {
int f(int x) { return direct3d::abs(x); }
//                    ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_direct3d_both {
float f(float x) restrict(cpu,amp) { return direct3d::saturate(x); }
//                                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_msad4_host {
graphics::uint_4 f(graphics::uint_2 x, graphics::uint_4 y) { return direct3d::msad4(1u, x, y); }
//                                                                  ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_rsqrt_host {
float f(float x) { return fast_math::rsqrt(x); }
//                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_rsqrt_both {
double f(double x) restrict(cpu,amp) { return precise_math::rsqrt(x); }
//                                            ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_signbitf_host {
int f(float x) { return fast_math::signbitf(x); }
//                      ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_scalb_host {
float f(float x) { return precise_math::scalb(x, x); }
//                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_sinpi_host {
float f(float x) { return precise_math::sinpif(x); }
//                        ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_erfinv_host {
double f(double x) { return precise_math::erfinv(x); }
//                          ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_lgamma_host {
float f(float x, int* s) { return precise_math::lgamma(x, s); }
//                                ^ error: spec 2\.3\.2\.1, --allow=calls
}
namespace case_texture_assign_amp {
void f(graphics::texture<int, 1>& x, graphics::texture<int, 1>& y) restrict(amp) { x = y; }
//                                                                                   ^ error: spec 2\.3\.2\.1, --allow=calls
}

// What both sides can use.
void of_both(array<int>& a, const array_view<const int>& v, graphics::texture<int, 2>& t,
             const graphics::sampler& s) restrict(cpu, amp) {
  extent<1> shape = a.extent;
  shape = v.get_extent();
  graphics::texture_view<int, 2> view(t);
  graphics::writeonly_texture_view<int, 2> target(t);
  extent<2> level = view.get_mipmap_extent(0);
  level = target.extent;
  unsigned int levels = t.mipmap_levels;
  levels += t.get_mipmap_levels();
  graphics::sampler copy(s);
  graphics::filter_mode mode = copy.filter_mode;
}
double of_math(float x, double y) restrict(cpu, amp) {
  return fast_math::sqrt(x) + precise_math::tgamma(y) + precise_math::isnan(y) +
         precise_math::exp10(x);
}
namespace case_pfe_base_operator {
struct Base { array_view<int> v; void operator()(index<1> i) const { v[i] = 1; } }; struct K : Base { }; void k(array_view<int> v) { parallel_for_each(v.extent, K{v}); }
//                                                                                                                                                               ^ error: spec 7\.2, --allow=kernels
}
namespace case_pfe_using_operator {
template <class T> struct Base { array_view<T> v; void operator()(index<1> i) const { v[i] = 1; } }; struct K : Base<int> { using Base<int>::operator(); }; void k(array_view<int> v) { parallel_for_each(v.extent, K{{v}}); }
//                                                                                                                                                                                                                  ^ error: spec 7\.2, --allow=kernels
}
