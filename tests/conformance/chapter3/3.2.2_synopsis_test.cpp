// Spec 3.2.2, 3.3.1: the members of accelerator and accelerator_view have the types of the
// synopses.
#include <amp.h>

namespace {

using namespace concurrency;

/// Takes a member, chosen among its overloads, that has the type Member.
template <class Member>
void has(Member) noexcept {}

static_assert(noexcept(has<std::vector<accelerator> (*)()>(&accelerator::get_all)));
static_assert(noexcept(has<bool (*)(const std::wstring&)>(&accelerator::set_default)));
static_assert(noexcept(has<accelerator_view (*)()>(&accelerator::get_auto_selection_view)));
static_assert(
    noexcept(has<accelerator& (accelerator::*)(const accelerator&)>(&accelerator::operator=)));
static_assert(noexcept(has<std::wstring (accelerator::*)() const>(&accelerator::get_device_path)));
static_assert(noexcept(has<std::wstring (accelerator::*)() const>(&accelerator::get_description)));
static_assert(noexcept(has<unsigned int (accelerator::*)() const>(&accelerator::get_version)));
static_assert(noexcept(has<bool (accelerator::*)() const>(&accelerator::get_is_emulated)));
static_assert(
    noexcept(has<std::size_t (accelerator::*)() const>(&accelerator::get_dedicated_memory)));
static_assert(
    noexcept(has<accelerator_view (accelerator::*)() const>(&accelerator::get_default_view)));
static_assert(
    noexcept(has<access_type (accelerator::*)() const>(&accelerator::get_default_cpu_access_type)));
static_assert(
    noexcept(has<bool (accelerator::*)(const accelerator&) const>(&accelerator::operator==)));
static_assert(
    noexcept(has<bool (accelerator::*)(const accelerator&) const>(&accelerator::operator!=)));

static_assert(
    noexcept(has<accelerator (accelerator_view::*)() const>(&accelerator_view::get_accelerator)));
static_assert(
    noexcept(has<queuing_mode (accelerator_view::*)() const>(&accelerator_view::get_queuing_mode)));
static_assert(
    noexcept(has<bool (accelerator_view::*)() const>(&accelerator_view::get_is_auto_selection)));
static_assert(noexcept(
    has<bool (accelerator_view::*)(const accelerator_view&) const>(&accelerator_view::operator==)));

}  // namespace
