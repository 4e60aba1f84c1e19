#include "check/access_undo.h"

#include "base/scoped_ignore.h"

#include <cstring>

namespace milliamp::detail::check {

void access_undo::prepare(std::uintptr_t address, std::size_t size, race::operation op,
                          bool is_private) {
  restore();
  if (!race::writes(op) && !is_private) return;
  {
    const base::scoped_ignore ignore;
    saved_.resize(size);
  }
  auto* const bytes = reinterpret_cast<std::byte*>(address);
  std::memcpy(saved_.data(), bytes, size);  // may fault, and nothing is to be restored then
  changed_ = bytes;
  if (race::reads(op) && is_private) std::memset(bytes, 0, size);
  slow_.set(race::slow_path::look_back);
}

void access_undo::restore() {
  if (changed_ == nullptr) return;
  std::memcpy(changed_, saved_.data(), saved_.size());
  changed_ = nullptr;
}

}  // namespace milliamp::detail::check
