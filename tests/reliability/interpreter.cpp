#include "reliability/interpreter.h"

#include <amp.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

/// Hides the interpreter's own accesses from the checker.
#define NOT_CHECKED __attribute__((no_sanitize("thread")))

namespace reliability {

using namespace concurrency;

const bool has_standalone_fences = STANDALONE_FENCES;

// --- The places ----------------------------------------------------------------------------------

namespace {

/// What is loaded and stored: an integer, or a structure of bytes.
template <int Width>
struct of_width {
  struct type {
    unsigned char bytes[Width];
  };
};
template <>
struct of_width<1> {
  using type = std::uint8_t;
};
template <>
struct of_width<2> {
  using type = std::uint16_t;
};
template <>
struct of_width<4> {
  using type = std::uint32_t;
};
template <>
struct of_width<8> {
  using type = std::uint64_t;
};

/// A value of a width, at any address.
template <int Width>
struct __attribute__((packed, may_alias)) anywhere {
  typename of_width<Width>::type value;
};

}  // namespace

/// Makes one access. Returns whether an atomic operation stored. What is an action, as a number: so
/// its name is the same with every compiler.
template <int What, int Width, int Site>
__attribute__((noinline)) bool perform(unsigned char* address, std::uint32_t value) {
  // Keeps the compiler from making one function of several that differ in nothing but the site.
  asm volatile("# site %0" ::"i"(Site));
  constexpr auto kind = static_cast<action>(What);
  [[maybe_unused]] const auto word = reinterpret_cast<unsigned int*>(address);
  if constexpr (kind == action::load && is_block(Width)) {
    unsigned char loaded[Width];
    std::memcpy(loaded, address, Width);
    asm volatile("" ::"m"(loaded));
  } else if constexpr (kind == action::store && Width == 13) {
    std::memset(address, static_cast<int>(value), Width);
  } else if constexpr (kind == action::store && is_block(Width)) {
    unsigned char stored[Width];
    std::memset(stored, static_cast<int>(value), Width);
    std::memcpy(address, stored, Width);
  } else if constexpr (kind == action::load) {
    const typename of_width<Width>::type loaded =
        reinterpret_cast<anywhere<Width>*>(address)->value;
    asm volatile("" ::"m"(loaded));
  } else if constexpr (kind == action::store) {
    typename of_width<Width>::type stored;
    std::memset(&stored, static_cast<int>(value), sizeof stored);
    reinterpret_cast<anywhere<Width>*>(address)->value = stored;
  } else if constexpr (kind == action::exchange) {
    atomic_exchange(word, value);
  } else if constexpr (kind == action::compare_exchange) {
    unsigned int expected = 0;
    return atomic_compare_exchange(word, &expected, value);
  } else if constexpr (kind == action::fetch_add) {
    atomic_fetch_add(word, value);
  } else if constexpr (kind == action::fetch_max) {
    atomic_fetch_max(word, value);
  }
  return true;
}

namespace {

using place_function = bool (*)(unsigned char*, std::uint32_t);

template <action What, int Width, int... Sites>
place_function select_site(int site, std::integer_sequence<int, Sites...>) {
  static constexpr place_function functions[] = {&perform<static_cast<int>(What), Width, Sites>...};
  return functions[site];
}

template <action What, int Width>
place_function select_site(int site) {
  return select_site<What, Width>(site, std::make_integer_sequence<int, sites>());
}

template <action What, std::size_t... I>
place_function select_width(int width, int site, std::index_sequence<I...>) {
  place_function selected = nullptr;
  ((width == widths[I] ? void(selected = select_site<What, widths[I]>(site)) : void()), ...);
  return selected;
}

template <action What>
place_function select_width(int width, int site) {
  return select_width<What>(width, site, std::make_index_sequence<widths.size()>());
}

NOT_CHECKED place_function function_of(const operation& o) {
  switch (o.what) {
    case action::load:
      return select_width<action::load>(o.width, o.site);
    case action::store:
      return select_width<action::store>(o.width, o.site);
    case action::exchange:
      return select_site<action::exchange, 4>(o.site);
    case action::compare_exchange:
      return select_site<action::compare_exchange, 4>(o.site);
    case action::fetch_add:
      return select_site<action::fetch_add, 4>(o.site);
    case action::fetch_max:
      return select_site<action::fetch_max, 4>(o.site);
    default:
      return nullptr;
  }
}

}  // namespace

place place_of(const std::string& function) {
  const char* name = std::strstr(function.c_str(), "perform<");
  int what = 0;
  place p;
  if (name == nullptr || std::sscanf(name, "perform<%d, %d, %d>", &what, &p.width, &p.site) != 3) {
    throw std::invalid_argument("no place of the interpreter: " + function);
  }
  p.what = static_cast<action>(what);
  return p;
}

memory memory_of(const std::string& variable) {
  if (variable == "tile_static unsigned int words") return memory::words;
  if (variable == "tile_static unsigned char odd") return memory::odd;
  if (variable == "global_view view") return memory::view;
  if (variable == "global_array array") return memory::array;
  if (variable == "unsigned char* data.host") return memory::host;
  throw std::invalid_argument("no memory of the interpreter: " + variable);
}

// --- What a thread does --------------------------------------------------------------------------

namespace {

constexpr int number_of(memory m) { return static_cast<int>(m); }
constexpr int words_of(memory m) { return memory_size[static_cast<std::size_t>(m)] / 4; }

/// The order in which the threads of a tile do things, as it is being recorded. No container: its
/// functions would be instrumented.
struct recorder {
  trace_entry* entries;
  std::size_t count;
};

/// What the threads of a tile need to know of their program.
struct tile_view {
  const operation* const* steps;
  std::size_t step_count;
  recorder* record;
};

/// Where the memories are that a thread accesses.
struct memory_map {
  unsigned char* begin[memories];
};

NOT_CHECKED void fence(action what, const tile_barrier& barrier) {
  switch (what) {
#if STANDALONE_FENCES
    case action::all_memory_fence:
      return all_memory_fence(barrier);
    case action::global_memory_fence:
      return global_memory_fence(barrier);
    case action::tile_static_memory_fence:
      return tile_static_memory_fence(barrier);
#endif
    case action::wait:
      return barrier.wait();
    case action::wait_with_all_memory_fence:
      return barrier.wait_with_all_memory_fence();
    case action::wait_with_global_memory_fence:
      return barrier.wait_with_global_memory_fence();
    case action::wait_with_tile_static_memory_fence:
      return barrier.wait_with_tile_static_memory_fence();
    default:
      return;
  }
}

/// @param barrier null in an untiled launch
NOT_CHECKED void run_thread(const tile_view& tile, int thread, memory_map map,
                            const tile_barrier* barrier) {
  alignas(8) unsigned char local[memory_size[number_of(memory::local)]] = {};
  map.begin[number_of(memory::local)] = local;
  for (std::size_t s = 0; s < tile.step_count; ++s) {
    const operation& o = tile.steps[s][thread];
    bool stored = false;
    if (is_access(o.what)) {
      stored = function_of(o)(map.begin[number_of(o.where)] + o.offset, o.value);
    } else if (o.what != action::none) {
      fence(o.what, *barrier);
    }
    if (o.what == action::none || is_wait(o.what)) continue;
    recorder& r = *tile.record;
    r.entries[r.count++] = {static_cast<std::uint16_t>(s), static_cast<std::uint16_t>(thread),
                            stored};
  }
}

NOT_CHECKED void run_thread_of_tile(const tile_view& tile, int thread, memory_map map,
                                    const tile_barrier& barrier) {
  tile_static unsigned int words[words_of(memory::words)];
  tile_static unsigned char odd[memory_size[number_of(memory::odd)]];
  map.begin[number_of(memory::words)] = reinterpret_cast<unsigned char*>(words);
  map.begin[number_of(memory::odd)] = odd;
  run_thread(tile, thread, map, &barrier);
}

// --- Launches ------------------------------------------------------------------------------------

using global_view = array_view<unsigned int>;
using global_array = concurrency::array<unsigned int>;

/// All that the kernels of a launch refer to.
struct launch_data {
  const tile_view* tiles;
  const int* tile;  ///< lengths of a tile
  const int* grid;  ///< tiles by dimension
  unsigned char* host;
};

template <int N>
NOT_CHECKED int number_of(const index<N>& i, const int* lengths) {
  int number = 0;
  for (int d = 0; d < N; ++d) number = number * lengths[d] + i[d];
  return number;
}

NOT_CHECKED memory_map map_of(unsigned int& view, unsigned int& array, unsigned char* host) {
  memory_map map{};
  map.begin[number_of(memory::view)] = reinterpret_cast<unsigned char*>(&view);
  map.begin[number_of(memory::array)] = reinterpret_cast<unsigned char*>(&array);
  map.begin[number_of(memory::host)] = host;
  return map;
}

template <int D0, int D1, int D2>
void launch(const tiled_extent<D0, D1, D2>& domain, const launch_data& data,
            const global_view& view, global_array& array) {
  parallel_for_each(
      domain, [ =, &array ](tiled_index<D0, D1, D2> t) restrict(amp) {
        run_thread_of_tile(data.tiles[number_of(t.tile, data.grid)], number_of(t.local, data.tile),
                           map_of(view[0], array[0], data.host), t.barrier);
      });
}

template <int N>
void launch(const extent<N>& domain, const launch_data& data, const global_view& view,
            global_array& array) {
  parallel_for_each(
      domain, [ =, &array ](index<N> i) restrict(amp) {
        run_thread(data.tiles[number_of(i, data.grid)], 0, map_of(view[0], array[0], data.host),
                   nullptr);
      });
}

/// The domain of a launch with tiles of a shape.
template <std::size_t Shape>
auto domain_of(const grid& g) {
  constexpr tile_shape s = tile_shapes[Shape];
  constexpr int d0 = s.tile[0], d1 = s.tile[1], d2 = s.tile[2];
  if constexpr (s.rank == 1) {
    return extent<1>(g.tiles[2] * d2).tile<d2>();
  } else if constexpr (s.rank == 2) {
    return extent<2>(g.tiles[1] * d1, g.tiles[2] * d2).tile<d1, d2>();
  } else {
    return extent<3>(g.tiles[0] * d0, g.tiles[1] * d1, g.tiles[2] * d2).tile<d0, d1, d2>();
  }
}

template <class Launch, std::size_t... Shapes>
void with_domain(const grid& g, Launch run, std::index_sequence<Shapes...>) {
  const bool is_known =
      ((g.rank == tile_shapes[Shapes].rank && g.tile == tile_shapes[Shapes].tile &&
        (run(domain_of<Shapes>(g)), true)) ||
       ...);
  if (!is_known) throw std::invalid_argument("no such tile: see tile_shapes");
}

/// Calls run(domain) with the domain of the launch.
template <class Launch>
void with_domain(const grid& g, Launch run) {
  if (g.is_tiled) {
    with_domain(g, run, std::make_index_sequence<tile_shapes.size()>());
  } else if (g.rank == 1) {
    run(extent<1>(g.tiles[2]));
  } else if (g.rank == 2) {
    run(extent<2>(g.tiles[1], g.tiles[2]));
  } else {
    run(extent<3>(g.tiles[0], g.tiles[1], g.tiles[2]));
  }
}

}  // namespace

trace run(const kernel& k) {
  trace order;
  std::vector<std::vector<const operation*>> steps;
  for (const tile_program& program : k.tiles) {
    order.emplace_back(program.size() * static_cast<std::size_t>(k.shape.threads_in_tile()));
    steps.emplace_back();
    for (const step& all : program) steps.back().push_back(all.data());
  }
  std::vector<recorder> recorders;
  for (std::vector<trace_entry>& entries : order) recorders.push_back({entries.data(), 0});
  std::vector<tile_view> tiles;
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    tiles.push_back({steps[t].data(), steps[t].size(), &recorders[t]});
  }

  std::vector<unsigned int> viewed(words_of(memory::view));
  const std::vector<unsigned int> zeros(words_of(memory::array));
  std::vector<unsigned int> host(words_of(memory::host));
  const global_view view(viewed);
  global_array array(words_of(memory::array), zeros.begin());
  const int first = 3 - k.shape.rank;
  const launch_data data{tiles.data(), &k.shape.tile[first], &k.shape.tiles[first],
                         reinterpret_cast<unsigned char*>(host.data())};
  with_domain(k.shape, [&](const auto& domain) { launch(domain, data, view, array); });

  for (std::size_t t = 0; t < order.size(); ++t) order[t].resize(recorders[t].count);
  return order;
}

}  // namespace reliability
