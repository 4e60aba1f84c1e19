/// @file
/// The events of a tile as bytes. Each begins with an event_kind, which varints (LEB128) follow:
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
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace milliamp::detail::trace {

/// Their names are those of the JSON document, see recording.h.
enum class event_kind : std::uint8_t {
  turn,  ///< in the bytes only
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

/// Appends events to a sequence of bytes. Its memory is kept for other tiles: see spare_events.h.
class event_writer {
 public:
  /// Reserves memory for an event: for what is put until the next call.
  /// @param raw the number of bytes that are put as they are
  void begin_event(std::size_t raw = 0) {
    if (bytes_.size() - size_ < most_numbers + raw) bytes_.resize(2 * bytes_.size() + 4096 + raw);
  }
  template <class... Numbers>
  void put(event_kind kind, Numbers... numbers) {
    char* end = bytes_.data() + size_;
    *end++ = static_cast<char>(kind);
    ((end = put_number(end, std::uint64_t{numbers})), ...);
    size_ = static_cast<std::size_t>(end - bytes_.data());
  }
  /// Reserves bytes, which fill() sets later. @return their offset
  std::size_t skip(std::size_t count) { return std::exchange(size_, size_ + count); }
  void fill(std::size_t at, const void* from, std::size_t count) {
    std::memcpy(bytes_.data() + at, from, count);
  }

  void erase(std::size_t at, std::size_t count) {
    std::memmove(bytes_.data() + at, bytes_.data() + at + count, size_ - at - count);
    size_ -= count;
  }
  void clear() { size_ = 0; }
  std::string_view bytes() const { return {bytes_.data(), size_}; }

 private:
  /// A turn, and a kind with five numbers of up to ten bytes.
  static constexpr std::size_t most_numbers = 64;

  static char* put_number(char* end, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) *end++ = static_cast<char>(number | 0x80);
    *end++ = static_cast<char>(number);
    return end;
  }

  std::vector<char> bytes_;
  std::size_t size_ = 0;  ///< the size of the events in bytes_
};

}  // namespace milliamp::detail::trace
