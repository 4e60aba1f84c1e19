#include "reliability/generator.h"

#include "reliability/dice.h"

#include <algorithm>

namespace reliability {

namespace {

/// Which of a tile's threads do what a step is about.
enum class crowd { all, one, half, few };
/// Where in the memory each of them does it.
enum class aim { own, neighbours, same, window };

/// What a step is about; the threads that take no part may do another such thing.
struct statement {
  operation prototype;
  crowd who;
  aim at;
  int chosen_thread;  ///< of crowd::one
  int chosen_offset;  ///< of aim::same
};

/// A thread of the launch.
struct thread_id {
  int tile;
  int local;
  int global;
};

class generator {
 public:
  generator(std::uint64_t seed, bool standalone_fences)
      : dice_(seed), standalone_fences_(standalone_fences) {}

  kernel make() {
    kernel k;
    k.shape = make_grid();
    choose_habits(k.shape);
    const int steps = is_long_ ? 2500 : dice_.between(1, k.shape.threads_in_tile() > 16 ? 6 : 12);
    const bool tiles_are_alike = !dice_.one_in(4);
    const int tiles = k.shape.tile_count();
    k.tiles.resize(static_cast<std::size_t>(tiles));
    for (int s = 0; s < steps; ++s) {
      if (tiles_are_alike) {
        add_some(k, 0, tiles);
      } else {
        for (int t = 0; t < tiles; ++t) add_some(k, t, t + 1);
      }
    }
    return k;
  }

 private:
  grid make_grid() {
    grid g;
    g.is_tiled = is_long_ || !dice_.one_in(8);
    if (!g.is_tiled) {
      g.rank = dice_.between(1, 3);
      for (int d = 3 - g.rank; d < 3; ++d) g.tiles[index(d)] = dice_.between(1, 4);
      return g;
    }
    // Large tiles take long, and find little that small ones do not.
    const int limit = is_long_ ? 3 : dice_.one_in(8) ? 64 : 16;
    tile_shape shape;
    do {
      shape = tile_shapes[index(dice_.below(static_cast<int>(tile_shapes.size())))];
    } while (shape.tile[0] * shape.tile[1] * shape.tile[2] > limit);
    g.rank = shape.rank;
    g.tile = shape.tile;
    for (int d = 3 - g.rank; d < 3; ++d) g.tiles[index(d)] = dice_.one_of({1, 1, 2, 3});
    while (g.tile_count() > 4) {
      for (int& n : g.tiles) n = std::max(1, n - 1);
    }
    return g;
  }

  /// What the kernel as a whole tends to do: so that of the many kernels some are without a race,
  /// some have a few, and some have all that there can be.
  void choose_habits(const grid& g) {
    std::vector<memory> possible;
    if (g.is_tiled) {
      possible.insert(possible.end(), {memory::words, memory::words, memory::odd});
    }
    possible.insert(possible.end(),
                    {memory::view, memory::view, memory::array, memory::host, memory::local});
    const int count = dice_.between(1, 3);
    for (int i = 0; i < count; ++i) {
      memories_.push_back(possible[index(dice_.below(static_cast<int>(possible.size())))]);
    }
    wait_in_ = !g.is_tiled ? 0 : is_long_ ? 2 : dice_.one_of({0, 2, 3, 5});
    const bool has_fences = g.is_tiled && standalone_fences_;
    fence_in_ = !has_fences ? 0 : dice_.one_of({0, 0, 2, 4});
    message_in_ = !has_fences || is_long_ ? 0 : dice_.one_of({0, 1, 4});
    write_in_ = dice_.one_of({2, 3, 6});
    atomic_in_ = dice_.one_of({2, 4, 8, 1000});
    is_tidy_ = dice_.one_in(2);
    is_chaos_ = dice_.one_in(12);
    sites_ = is_chaos_ || is_long_ ? 2 : dice_.one_of({2, 4, sites});
    window_ = dice_.one_of({4, 8, 16, 64});
  }

  /// Appends something to tiles [first, last).
  void add_some(kernel& k, int first, int last) {
    if (message_in_ != 0 && dice_.one_in(message_in_)) {
      add_message(k, first, last);
    } else {
      add_step(k, first, last);
    }
  }

  /// Appends what fences are for: a thread stores data and raises a flag, another looks at the flag
  /// and then at the data. The other threads may pass the message on. Whether all that comes in
  /// order is up to the schedule and to the fences.
  void add_message(kernel& k, int first, int last) {
    const int threads = k.shape.threads_in_tile();
    const int sender = dice_.one_of({0, threads - 1, dice_.below(threads)});
    const int receiver = threads - 1 - sender;
    const operation data = access_to(pick_memory());
    operation flag = access_to(pick_memory_of_words());
    flag.width = 4;
    const auto add = [&](const operation& at, action by_sender, action by_receiver) {
      step all(index(threads), operation());
      all[index(sender)] = as(at, by_sender);
      if (receiver != sender) all[index(receiver)] = as(at, by_receiver);
      for (int t = first; t < last; ++t) k.tiles[index(t)].push_back(all);
    };
    const auto some_fence = [&] {
      return dice_.one_of({action::all_memory_fence, action::all_memory_fence,
                           action::global_memory_fence, action::tile_static_memory_fence,
                           action::none});
    };
    add(data, dice_.one_of({action::store, action::store, action::load}), action::none);
    for (int fences = dice_.between(1, 2); fences > 0; --fences) {
      add({}, some_fence(), action::none);
    }
    const action raising = pick_atomic();
    add(flag, raising, dice_.one_of({action::load, pick_atomic()}));
    add({}, action::none, some_fence());
    add(data, action::none, dice_.one_of({action::load, action::store}));
  }

  /// The prototype of an access to some place in a memory.
  operation access_to(memory where) {
    operation o;
    o.where = where;
    o.width = dice_.one_of<std::uint8_t>({1, 2, 4, 8});
    o.offset = static_cast<std::uint16_t>(8 * dice_.below(memory_size[index(int(where))] / 8));
    return o;
  }

  operation as(operation o, action what) {
    o.what = what;
    o.site = static_cast<std::uint8_t>(dice_.below(sites_));
    o.value = static_cast<std::uint32_t>(dice_.below(4));
    return o;
  }

  /// Appends a step to tiles [first, last): the same wait to all, or operations to each thread.
  void add_step(kernel& k, int first, int last) {
    const int threads = k.shape.threads_in_tile();
    operation wait;
    if (wait_in_ != 0 && dice_.one_in(wait_in_)) {
      wait.what = dice_.one_of({action::wait, action::wait, action::wait_with_all_memory_fence,
                                action::wait_with_global_memory_fence,
                                action::wait_with_tile_static_memory_fence,
                                action::wait_with_tile_static_memory_fence});
    }
    const statement main = make_statement(threads);
    const statement other = make_statement(threads);
    const bool has_other = dice_.one_in(3);
    for (int t = first; t < last; ++t) {
      step all(index(threads), wait);
      if (!is_wait(wait.what)) {
        for (int i = 0; i < threads; ++i) {
          const thread_id thread{t, i, t * threads + i};
          operation& o = all[index(i)];
          if (is_chaos_) {
            o = aimed(make_statement(threads), thread);
          } else if (takes_part(main, thread)) {
            o = aimed(main, thread);
          } else if (has_other && takes_part(other, thread)) {
            o = aimed(other, thread);
          }
        }
      }
      k.tiles[index(t)].push_back(std::move(all));
    }
  }

  statement make_statement(int threads) {
    statement s;
    s.who = dice_.one_of({crowd::all, crowd::all, crowd::one, crowd::half, crowd::few});
    s.at = is_tidy_ ? dice_.one_of({aim::own, aim::own, aim::own, aim::same, aim::neighbours})
                    : dice_.one_of({aim::own, aim::neighbours, aim::same, aim::window});
    operation& o = s.prototype;
    o.where = pick_memory();
    o.site = static_cast<std::uint8_t>(dice_.below(sites_));
    if (fence_in_ != 0 && dice_.one_in(fence_in_)) {
      o.what = dice_.one_of({action::all_memory_fence, action::global_memory_fence,
                             action::tile_static_memory_fence});
    } else if (o.where != memory::odd && dice_.one_in(atomic_in_)) {
      o.what = pick_atomic();
      o.width = 4;
    } else {
      o.what = dice_.one_in(write_in_) ? action::store : action::load;
      o.width =
          static_cast<std::uint8_t>(is_tidy_ ? dice_.one_of({1, 2, 4, 8})
                                             : dice_.one_of({1, 2, 3, 4, 4, 4, 8, 13, 16, 24, 29}));
    }
    s.chosen_thread = dice_.below(threads);
    s.chosen_offset = dice_.below(window_);
    return s;
  }

  memory pick_memory() { return memories_[index(dice_.below(static_cast<int>(memories_.size())))]; }
  memory pick_memory_of_words() {
    const memory m = pick_memory();
    return m != memory::odd ? m : memory::words;
  }
  action pick_atomic() {
    return dice_.one_of(
        {action::exchange, action::compare_exchange, action::fetch_add, action::fetch_max});
  }

  bool takes_part(const statement& s, const thread_id& thread) {
    switch (s.who) {
      case crowd::all:
        return true;
      case crowd::one:
        return thread.local == s.chosen_thread;
      case crowd::half:
        return dice_.one_in(2);
      case crowd::few:
        return dice_.one_in(8);
    }
    return false;
  }

  /// What the thread does in the statement.
  operation aimed(const statement& s, const thread_id& thread) {
    operation o = s.prototype;
    o.value = static_cast<std::uint32_t>(dice_.below(4));
    if (!is_access(o.what)) return o;
    const int places = memory_size[static_cast<std::size_t>(o.where)] - o.width + 1;
    const int number = is_tile_static(o.where) ? thread.local : thread.global;
    const int stride = is_tidy_ ? 8 : o.width;
    int offset = 0;
    switch (s.at) {
      case aim::own:
        offset = number * stride;
        break;
      case aim::neighbours:
        offset = (number + dice_.below(2)) * stride;
        break;
      case aim::same:
        offset = s.chosen_offset;
        break;
      case aim::window:
        offset = dice_.below(window_);
        break;
    }
    offset %= places;
    if (is_atomic(o.what)) offset -= offset % 4;
    o.offset = static_cast<std::uint16_t>(offset);
    return o;
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  dice dice_;
  bool standalone_fences_;
  /// A few kernels have more than a thousand waits.
  bool is_long_ = dice_.one_in(1000);
  std::vector<memory> memories_;
  int wait_in_ = 0;     ///< one step in so many is a wait; 0: none is
  int fence_in_ = 0;    ///< the same for fences
  int message_in_ = 0;  ///< the same for messages
  int write_in_ = 0;
  int atomic_in_ = 0;
  bool is_tidy_ = false;
  bool is_chaos_ = false;
  int sites_ = sites;  ///< of each kind of access; fewer sites, fewer findings to describe
  int window_ = 0;
};

}  // namespace

kernel generate(std::uint64_t seed, bool standalone_fences) {
  return generator(seed, standalone_fences).make();
}

}  // namespace reliability
