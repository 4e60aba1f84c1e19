// Spec 5.1.1, 5.2.1, 5.3.1: members of array and array_view, and copies, have the types of the
// synopses.
#include <amp.h>

namespace {

using namespace concurrency;

using data = array<int, 2>;
using view = array_view<int, 2>;
using const_view = array_view<const int, 2>;

/// Takes a function, chosen among its overloads, that has the type Function.
template <class Function>
void has(Function) noexcept {}

static_assert(noexcept(has<extent<2> (data::*)() const>(&data::get_extent)));
static_assert(noexcept(has<accelerator_view (data::*)() const>(&data::get_accelerator_view)));
static_assert(
    noexcept(has<accelerator_view (data::*)() const>(&data::get_associated_accelerator_view)));
static_assert(noexcept(has<access_type (data::*)() const>(&data::get_cpu_access_type)));
static_assert(noexcept(has<int& (data::*)(const index<2>&)>(&data::operator[])));
static_assert(noexcept(has<const int& (data::*)(const index<2>&) const>(&data::operator[])));
static_assert(noexcept(has<array_view<int, 1> (data::*)(int)>(&data::operator[])));
static_assert(noexcept(has<array_view<const int, 1> (data::*)(int) const>(&data::operator[])));
static_assert(noexcept(has<int& (data::*)(int, int)>(&data::operator())));
static_assert(noexcept(has<const int& (data::*)(int, int) const>(&data::operator())));
static_assert(noexcept(has<view (data::*)(const index<2>&, const extent<2>&)>(&data::section)));
static_assert(
    noexcept(has<const_view (data::*)(const index<2>&, const extent<2>&) const>(&data::section)));
static_assert(noexcept(has<view (data::*)(int, int, int, int)>(&data::section)));
static_assert(noexcept(has<array_view<float, 1> (data::*)()>(&data::reinterpret_as<float>)));
static_assert(
    noexcept(has<array_view<const float, 1> (data::*)() const>(&data::reinterpret_as<float>)));
static_assert(noexcept(has<array_view<int, 1> (data::*)(const extent<1>&)>(&data::view_as<1>)));
static_assert(noexcept(has<void (data::*)(data&) const>(&data::copy_to)));
static_assert(noexcept(has<void (data::*)(const view&) const>(&data::copy_to)));
static_assert(noexcept(has<int* (data::*)()>(&data::data)));
static_assert(noexcept(has<const int* (data::*)() const>(&data::data)));
static_assert(noexcept(has<data& (data::*)(const data&)>(&data::operator=)));
static_assert(noexcept(has<data& (data::*)(const const_view&)>(&data::operator=)));

static_assert(noexcept(has<int& (view::*)(const index<2>&) const>(&view::operator[])));
static_assert(noexcept(has<array_view<int, 1> (view::*)(int) const>(&view::operator[])));
static_assert(noexcept(has<int& (view::*)(const index<2>&) const>(&view::get_ref)));
static_assert(
    noexcept(has<view (view::*)(const index<2>&, const extent<2>&) const>(&view::section)));
static_assert(noexcept(has<void (view::*)(access_type) const>(&view::synchronize)));
static_assert(
    noexcept(has<completion_future (view::*)(access_type) const>(&view::synchronize_async)));
static_assert(noexcept(
    has<void (view::*)(const accelerator_view&, access_type) const>(&view::synchronize_to)));
static_assert(noexcept(has<void (view::*)() const>(&view::refresh)));
static_assert(noexcept(has<void (view::*)() const>(&view::discard_data)));
static_assert(noexcept(has<view& (view::*)(const view&)>(&view::operator=)));

static_assert(
    noexcept(has<const int& (const_view::*)(const index<2>&) const>(&const_view::operator[])));
static_assert(noexcept(has<void (const_view::*)() const>(&const_view::synchronize)));
static_assert(noexcept(
    has<void (const_view::*)(const accelerator_view&) const>(&const_view::synchronize_to)));
static_assert(noexcept(has<const_view& (const_view::*)(const view&)>(&const_view::operator=)));

static_assert(noexcept(has<void (*)(const data&, data&)>(&copy<int, 2>)));
static_assert(noexcept(has<void (*)(const const_view&, const view&)>(&copy<int, 2>)));
static_assert(noexcept(has<completion_future (*)(const view&, data&)>(&copy_async<int, 2>)));

}  // namespace
