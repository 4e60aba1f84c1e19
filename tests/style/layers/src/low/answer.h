#pragma once

namespace fixture {

int low_answer();

/// Objects of both layers define it, as a weak symbol.
template <class T>
T twice(T value) {
  return value + value;
}

}  // namespace fixture
