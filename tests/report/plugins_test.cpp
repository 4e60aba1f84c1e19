// Findings in plugins, which are loaded and unloaded while the program runs.
#include <milliamp/finding.h>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using milliamp::finding;
using milliamp::finding_scope;
using testing::EndsWith;
using testing::SizeIs;

/// A plugin, loaded during the lifetime of the object.
class plugin {
 public:
  explicit plugin(const char* path) : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) ADD_FAILURE() << dlerror();
  }
  ~plugin() { dlclose(handle_); }
  plugin(const plugin&) = delete;
  plugin& operator=(const plugin&) = delete;

  /// The findings of its launch.
  std::vector<finding> race() const {
    finding_scope scope;
    reinterpret_cast<void (*)()>(dlsym(handle_, "race_in_plugin"))();
    return scope.take();
  }

 private:
  void* const handle_;
};

void expect_race(const std::vector<finding>& found, const std::string& name,
                 const std::string& file, int line) {
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].name, name);
  for (const milliamp::event& e : found[0].events) {
    EXPECT_THAT(e.frames[0].file, EndsWith(file));
    EXPECT_EQ(e.frames[0].line, line);
  }
  ASSERT_TRUE(found[0].declaration);
  EXPECT_EQ(found[0].declaration->line, line - 1);
}

TEST(Plugins, TakeEachOthersPlace) {
  for (int i = 0; i < 3; ++i) {
    expect_race(plugin(MILLIAMP_TEST_FIRST_PLUGIN).race(), "first", "first_plugin.cpp", 10);
    expect_race(plugin(MILLIAMP_TEST_SECOND_PLUGIN).race(), "second", "second_plugin.cpp", 12);
  }
}

TEST(Plugins, AreLoadedAfterAFinding) {
  const plugin first(MILLIAMP_TEST_FIRST_PLUGIN);
  expect_race(first.race(), "first", "first_plugin.cpp", 10);
  const plugin second(MILLIAMP_TEST_SECOND_PLUGIN);
  expect_race(second.race(), "second", "second_plugin.cpp", 12);
  expect_race(first.race(), "first", "first_plugin.cpp", 10);
}

}  // namespace
