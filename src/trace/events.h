/// @file
/// The events of a tile as bytes. Each begins with an event_code, which varints (LEB128) follow:
///
///     turn     thread                 events from here on are those of another thread
///     begin                           the thread enters the kernel
///     end                             the thread has returned, or has been ended
///     arrive   place fence            it waits at a barrier
///     release  place fence time       all threads have passed the barrier; the time is in
///                                     nanoseconds since the tile began
///     fence    place fence
///     read     place variable offset size, and the bytes read
///     write    place variable offset size, and the bytes written
///     atomic   place variable offset size, and the bytes afterwards
///     fault    other variable offset kind    the last access of the thread is at fault
///
/// `place` and `variable` are indices in the tile's lists. `other` is a thread number plus one; 0:
/// none. In a fault, `variable` is an index plus one; 0: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace milliamp::detail::trace {

enum class event_code : std::uint8_t {
  turn,
  begin,
  end,
  arrive,
  release,
  fence,
  read,
  write,
  atomic,
  fault
};

/// Appends events to a sequence of bytes.
class event_writer {
 public:
  void put(event_code code) { bytes_.push_back(static_cast<char>(code)); }
  void put(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<char>(number | 0x80));
    bytes_.push_back(static_cast<char>(number));
  }
  void put(std::span<const char> raw) { bytes_.append(raw.data(), raw.size()); }

  void clear() { bytes_.clear(); }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace milliamp::detail::trace
