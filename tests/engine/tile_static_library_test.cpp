// tile_static variables of shared libraries: one that the program links, and others that it loads
// and unloads at run time.

#include "engine/both_engines.h"
#include "engine/tile_static/library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace concurrency;

namespace {

class TileStaticLibrary : public milliamp::tests::BothEngines {
 protected:
  void TearDown() override {
    // REF finds what count_poisoned_tiles does on purpose.
    for (const milliamp::finding& f : take_findings()) {
      EXPECT_EQ(f.kind, milliamp::finding_kind::uninitialized_read) << to_string(f);
    }
  }

  /// How many threads of a kernel of the program get what they should from the function.
  int reverse_by(decltype(&reverse_in_tile) reverse) {
    std::atomic<int> right{0};
    launch(extent<1>(library_tiles * 16).tile<16>(), [&](tiled_index<16> t) {
      tile_static int own[16];
      own[t.local[0]] = -t.global[0];
      const int reversed = reverse(t, t.global[0]);
      if (reversed == t.tile_origin[0] + 15 - t.local[0] &&
          own[15 - t.local[0]] == -(t.tile_origin[0] + 15 - t.local[0])) {
        ++right;
      }
    });
    return right;
  }
};

TEST_P(TileStaticLibrary, LinkedRunsItsOwnKernels) {
  EXPECT_EQ(reverse_in_library(view()), library_tiles * 16);
}

TEST_P(TileStaticLibrary, LinkedServesTheProgramsKernels) {
  EXPECT_EQ(reverse_by(&reverse_in_tile), library_tiles * 16);
}

TEST_P(TileStaticLibrary, LinkedIsPoisonedOnRef) {
  if (!is_ref()) GTEST_SKIP() << "WARP poisons nothing";
  EXPECT_EQ(count_poisoned_tiles(view()), library_tiles);
}

/// A library that is loaded as long as the object lives.
class loaded_library {
 public:
  explicit loaded_library(const char* path) : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  ~loaded_library() { dlclose(handle_); }
  loaded_library(const loaded_library&) = delete;
  loaded_library& operator=(const loaded_library&) = delete;

  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  void* handle_;
};

// The two files hold the same code; their variables are different all the same.
constexpr const char* plugins[] = {MILLIAMP_TESTS_FIRST_PLUGIN, MILLIAMP_TESTS_SECOND_PLUGIN};

void expect_library_works(const loaded_library& library, const accelerator_view& where,
                          bool is_ref) {
  const auto reverse = library.find<decltype(reverse_in_library)>("reverse_in_library");
  const auto count = library.find<decltype(count_poisoned_tiles)>("count_poisoned_tiles");
  ASSERT_NE(reverse, nullptr);
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(reverse(where), library_tiles * 16);
  if (is_ref) {
    EXPECT_EQ(count(where), library_tiles);
  }
}

TEST_P(TileStaticLibrary, LoadedAtRunTimeWorks) {
  for (const char* path : plugins) {
    const loaded_library library(path);
    expect_library_works(library, view(), is_ref());
    EXPECT_EQ(reverse_by(library.find<decltype(reverse_in_tile)>("reverse_in_tile")),
              library_tiles * 16);
  }
}

TEST_P(TileStaticLibrary, LoadedTogetherWithAnotherWorks) {
  const loaded_library first(plugins[0]);
  const loaded_library second(plugins[1]);
  for (int i = 0; i < 3; ++i) {
    expect_library_works(first, view(), is_ref());
    expect_library_works(second, view(), is_ref());
    EXPECT_EQ(reverse_in_library(view()), library_tiles * 16);
  }
}

// Each time, the system may put it in another place, or the other one in its place.
TEST_P(TileStaticLibrary, LoadedAgainAndAgainWorks) {
  for (int i = 0; i < 10; ++i) {
    const loaded_library one(plugins[i % 2]);
    expect_library_works(one, view(), is_ref());
    if (i % 3 == 0) {
      const loaded_library other(plugins[1 - i % 2]);
      expect_library_works(other, view(), is_ref());
    }
  }
}

TEST_P(TileStaticLibrary, DeletedAfterItWasLoadedWorks) {
  const std::filesystem::path copy =
      std::filesystem::temp_directory_path() / ("milliamp_" + std::to_string(getpid()) + ".so");
  std::filesystem::copy_file(plugins[0], copy, std::filesystem::copy_options::overwrite_existing);
  const loaded_library library(copy.c_str());
  std::filesystem::remove(copy);
  EXPECT_EQ(library.find<decltype(reverse_in_library)>("reverse_in_library")(view()),
            library_tiles * 16);
}

TEST_P(TileStaticLibrary, MayBeUnloadedWhileKernelsOfOthersRun) {
  std::atomic<bool> has_ended{false};
  std::thread loading([&] {
    while (!has_ended) const loaded_library other(plugins[1]);
  });
  const loaded_library one(plugins[0]);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(one.find<decltype(reverse_in_library)>("reverse_in_library")(view()),
              library_tiles * 16);
  }
  has_ended = true;
  loading.join();
}

MILLIAMP_ON_BOTH_ENGINES(TileStaticLibrary);

}  // namespace
