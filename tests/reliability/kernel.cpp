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

std::string to_string(const operation& o) {
  if (!is_access(o.what)) return name_of(o.what);
  return to_string(place{o.what, o.width, o.site}) + ' ' + to_string(o.where) + '+' +
         std::to_string(o.offset) + " value " + std::to_string(o.value);
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
    for (std::size_t s = 0; s < k.tiles[t].size(); ++s) {
      const step& all = k.tiles[t][s];
      const std::string where = "  tile " + std::to_string(t) + " step " + std::to_string(s);
      if (is_wait(all.front().what)) {
        text += where + ": " + to_string(all.front()) + '\n';
        continue;
      }
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].what == action::none) continue;
        text += where + " thread " + std::to_string(i) + ": " + to_string(all[i]) + '\n';
      }
    }
  }
  return text;
}

}  // namespace reliability
