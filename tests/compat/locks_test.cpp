// <concrt.h>: critical_section, reader_writer_lock, event.
#include <gtest/gtest.h>
#include <ppl.h>

#include <future>
#include <thread>

namespace {

using namespace concurrency;

template <class Function>
auto in_another_thread(const Function& func) {
  return std::async(std::launch::async, func).get();
}

TEST(CriticalSection, ExcludesOtherThreads) {
  critical_section section;
  int count = 0;
  parallel_for(0, 1000, [&](int) {
    const critical_section::scoped_lock lock(section);
    ++count;
  });
  EXPECT_EQ(count, 1000);
  section.lock();
  EXPECT_FALSE(in_another_thread([&] { return section.try_lock(); }));
  EXPECT_FALSE(in_another_thread([&] { return section.try_lock_for(1); }));
  section.unlock();
  EXPECT_TRUE(section.try_lock());
  section.unlock();
}

TEST(CriticalSection, IsNotRecursive) {
  critical_section section;
  const critical_section::scoped_lock lock(section);
  EXPECT_THROW(section.lock(), improper_lock);
  EXPECT_FALSE(section.try_lock());
}

TEST(ReaderWriterLock, HasSeveralReadersOrOneWriter) {
  reader_writer_lock shared;
  const auto may_read = [&] {
    const bool reads = shared.try_lock_read();
    if (reads) shared.unlock();
    return reads;
  };
  const auto may_write = [&] {
    const bool writes = shared.try_lock();
    if (writes) shared.unlock();
    return writes;
  };
  {
    const reader_writer_lock::scoped_lock_read reader(shared);
    EXPECT_TRUE(in_another_thread(may_read));
    EXPECT_FALSE(in_another_thread(may_write));
  }
  {
    const reader_writer_lock::scoped_lock writer(shared);
    EXPECT_FALSE(in_another_thread(may_read));
    EXPECT_FALSE(in_another_thread(may_write));
  }
  EXPECT_TRUE(in_another_thread(may_write));
}

TEST(Event, StaysSet) {
  event done;
  EXPECT_EQ(done.wait(1), COOPERATIVE_WAIT_TIMEOUT);
  std::thread setter([&] { done.set(); });
  EXPECT_EQ(done.wait(), 0u);
  EXPECT_EQ(done.wait(0), 0u);
  setter.join();
  done.reset();
  EXPECT_EQ(done.wait(0), COOPERATIVE_WAIT_TIMEOUT);
}

TEST(Processors, AreCounted) { EXPECT_GE(GetProcessorCount(), 1u); }

}  // namespace
