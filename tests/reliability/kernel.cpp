#include "reliability/kernel.h"

namespace reliability {

namespace {

const char* name_of(action a) {
  static constexpr const char* names[] = {"none",
                                          "load",
                                          "store",
                                          "exchange",
                                          "compare_exchange",
                                          "fetch_add",
                                          "fetch_max",
                                          "all_memory_fence",
                                          "global_memory_fence",
                                          "tile_static_memory_fence",
                                          "wait",
                                          "wait_with_all_memory_fence",
                                          "wait_with_global_memory_fence",
                                          "wait_with_tile_static_memory_fence"};
  return names[static_cast<int>(a)];
}

std::string to_string(const std::array<int, 3>& lengths, int rank) {
  std::string text;
  for (int d = 3 - rank; d < 3; ++d) {
    text += (text.empty() ? "" : "x") + std::to_string(lengths[d]);
  }
  return text;
}

/// `store64(words + 160, 1);  // site 15`
std::string to_string(const operation& o) {
  std::string text = name_of(o.what);
  if (!is_access(o.what)) return text + "();";
  text += std::to_string(8 * o.width) + '(' + to_string(o.where) + " + " + std::to_string(o.offset);
  if (o.what != action::load) text += ", " + std::to_string(o.value);
  return text + ");  // site " + std::to_string(o.site);
}

/// What one thread does; empty when it only waits for others.
std::string to_string(const tile_program& program, std::size_t thread) {
  std::string text;
  bool is_idle = true;
  for (const step& all : program) {
    const operation& o = all[thread];
    if (o.what == action::none) continue;
    if (!is_wait(o.what)) is_idle = false;
    text += "    " + to_string(o) + '\n';
  }
  return is_idle ? "" : text;
}

}  // namespace

std::string to_string(memory m) {
  static constexpr const char* names[memories] = {"words", "odd", "view", "array", "host", "local"};
  return names[static_cast<int>(m)];
}

std::string to_string(const place& p) {
  return name_of(p.what) + std::to_string(8 * p.width) + " at site " + std::to_string(p.site);
}

std::string to_string(const kernel& k) {
  const grid& shape = k.shape;
  std::string text = shape.is_tiled ? to_string(shape.tiles, shape.rank) + " tiles of " +
                                          to_string(shape.tile, shape.rank) + " threads\n"
                                    : "untiled, " + to_string(shape.tiles, shape.rank) + '\n';
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    for (int i = 0; i < shape.threads_in_tile(); ++i) {
      const std::string does = to_string(k.tiles[t], static_cast<std::size_t>(i));
      if (does.empty()) continue;
      text += "  tile " + std::to_string(t) + ", thread " + std::to_string(i) + ":\n" + does;
    }
  }
  return text;
}

}  // namespace reliability
