#pragma once

namespace fixture {

constexpr int high_limit = 42;

}  // namespace fixture
