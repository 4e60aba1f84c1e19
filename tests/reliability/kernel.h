/// @file
/// A generated kernel, as data: what each thread of each tile does, step by step. The interpreter
/// runs it, the reference model analyzes it, the shrinker removes parts of it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace reliability {

/// What a thread can do in a step.
enum class action : std::uint8_t {
  none,
  load,
  store,
  // Atomic operations on 32 bits.
  exchange,
  compare_exchange,
  fetch_add,
  fetch_max,
  // Fences that stand alone.
  all_memory_fence,
  global_memory_fence,
  tile_static_memory_fence,
  // Barriers; all threads of a tile do the same one in the same step.
  wait,
  wait_with_all_memory_fence,
  wait_with_global_memory_fence,
  wait_with_tile_static_memory_fence
};

constexpr bool is_atomic(action a) { return a >= action::exchange && a <= action::fetch_max; }
constexpr bool is_access(action a) { return a >= action::load && a <= action::fetch_max; }
constexpr bool is_wait(action a) { return a >= action::wait; }

/// What a kernel can access.
enum class memory : std::uint8_t {
  words,  ///< tile_static unsigned int[]
  odd,    ///< tile_static unsigned char[], of an odd size
  view,   ///< an array_view
  array,  ///< an array
  host,   ///< memory of the host, by a captured pointer
  local   ///< a variable of the thread's own
};

inline constexpr int memories = 6;

/// The bytes of each memory.
inline constexpr std::array<int, memories> memory_size = {512, 45, 1024, 256, 64, 32};

constexpr bool is_tile_static(memory m) { return m == memory::words || m == memory::odd; }

/// The sizes of accesses in bytes, at any offset: integers, structures, and blocks for memcpy and
/// memset.
inline constexpr std::array<int, 9> widths = {1, 2, 4, 8, 16, 24, 3, 13, 29};
constexpr bool is_block(int width) { return width == 3 || width == 13 || width == 29; }

/// The bytes of a word that an atomic operation acts on.
inline constexpr int word_size = 4;

/// What one thread does in one step.
struct operation {
  action what = action::none;
  memory where = memory::words;
  std::uint8_t width = 0;    ///< bytes: one of `widths`; atomic operations: 4
  std::uint8_t site = 0;     ///< the place in the interpreter's code, below `sites`
  std::uint16_t offset = 0;  ///< the place of the first byte in the memory
  std::uint32_t value = 0;   ///< stored, or operand of the atomic operation
};

/// The number of places in the interpreter for each kind of access.
inline constexpr int sites = 16;

/// One operation for each thread of the tile; a wait is the same for all of them.
using step = std::vector<operation>;

/// What the threads of one tile do, step after step.
using tile_program = std::vector<step>;

/// The form of a launch. The tile's lengths must be one of `tile_shapes`; an untiled launch has
/// tiles of one thread.
struct grid {
  bool is_tiled = true;
  int rank = 1;
  std::array<int, 3> tile = {1, 1, 1};   ///< threads by dimension; the last `rank` are used
  std::array<int, 3> tiles = {1, 1, 1};  ///< tiles by dimension

  int threads_in_tile() const { return tile[0] * tile[1] * tile[2]; }
  int tile_count() const { return tiles[0] * tiles[1] * tiles[2]; }
};

/// The tiles that the interpreter is compiled for: rank and lengths.
struct tile_shape {
  int rank;
  std::array<int, 3> tile;
};
inline constexpr std::array<tile_shape, 15> tile_shapes = {{
    {1, {1, 1, 1}},
    {1, {1, 1, 2}},
    {1, {1, 1, 3}},
    {1, {1, 1, 5}},
    {1, {1, 1, 16}},
    {1, {1, 1, 33}},
    {1, {1, 1, 64}},
    {2, {1, 1, 2}},
    {2, {1, 2, 2}},
    {2, {1, 3, 5}},
    {2, {1, 8, 4}},
    {2, {1, 8, 8}},
    {3, {2, 2, 1}},
    {3, {2, 3, 2}},
    {3, {4, 4, 4}},
}};

struct kernel {
  grid shape;
  std::vector<tile_program> tiles;  ///< by the tile's number, the last dimension fastest
};

/// An operation as the interpreter records it when it is done.
struct trace_entry {
  std::uint16_t step;
  std::uint16_t thread;
  bool stored;  ///< whether an atomic operation changed the memory: a compare_exchange may fail
};

/// The accesses and fences of each tile in the order in which they took place. Waits are not
/// included: their steps give their positions.
using trace = std::vector<std::vector<trace_entry>>;

/// A kind of access at a place in the interpreter's code.
struct place {
  action what = action::none;
  int width = 0;
  int site = 0;

  friend auto operator<=>(const place&, const place&) = default;
};

std::string to_string(const place& p);
std::string to_string(memory m);

/// The kernel as pseudo-code: what each thread does, one operation after the other.
std::string to_string(const kernel& k);

}  // namespace reliability
