//===- HeldLaunchTest.cpp - launches that wait for a slow read ------------===//
//
// Which times count as slow; that files in memory are recognised.
//
//===----------------------------------------------------------------------===//

#include "source/slice/HeldLaunch.h"
#include "MpiFixture.h"
#include "frontend/Runtime.h"
#include "source/slice/SliceRunner.h"

#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t Bytes = 65536, Fast = 15'000, Slow = 200'000;

class HeldLaunchTest : public MpiTest {
protected:
  /// Launches an empty slice and holds it back.
  void launch() {
    slice_runner::Hooks H;
    H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
    Usual = slice_runner::setHooks(H);
    Region.name = "held";
    Region.slice = [](const void *) {};
    void *Packet = foreslice_packet(&Region);
    ASSERT_TRUE(Packet);
    foreslice_launch(&Region, Packet);
    held_launch::begin();
  }
  /// Ends it with the hooks of the layer.
  void end() {
    foreslice_end(&Region);
    slice_runner::setHooks(Usual);
  }

private:
  foreslice_region Region{};
  slice_runner::Hooks Usual;
};

TEST_F(HeldLaunchTest, TwoSlowReadsStartTheSlice) {
  launch();
  for (int I = 0; I < 100; ++I)
    held_launch::readDone(Bytes, Fast);
  held_launch::readDone(Bytes, Slow);
  EXPECT_TRUE(slice_runner::isHeld()) << "one may have lost its core";
  for (int I = 0; I < 7; ++I)
    held_launch::readDone(Bytes, Fast);
  held_launch::readDone(Bytes, Slow);
  EXPECT_TRUE(slice_runner::isHeld()) << "the first was long ago";
  held_launch::readDone(16 * Bytes, Slow);
  EXPECT_TRUE(slice_runner::isHeld()) << "not slow for its size";
  held_launch::readDone(Bytes, Slow);
  EXPECT_FALSE(slice_runner::isHeld());
  end();
}

TEST_F(HeldLaunchTest, ReadsThatOnlyLostTheirCoreStartNoSlice) {
  launch();
  EXPECT_FALSE(held_launch::isInDoubt()) << "no system call while all is fast";
  for (int I = 0; I < 100; ++I) {
    held_launch::readDone(Bytes, Slow,
                          [] { return !held_launch::isInDoubt(); });
    EXPECT_TRUE(slice_runner::isHeld()) << I;
  }
  end();
}

TEST_F(HeldLaunchTest, TimesFewReadsAfterManyFastOnesAndAllAfterASlowOne) {
  launch();
  auto TimedOfEight = [] {
    int N = 0;
    for (int I = 0; I < 8; ++I)
      N += held_launch::watchesNext();
    return N;
  };
  EXPECT_EQ(TimedOfEight(), 8);
  for (int I = 0; I < 64; ++I)
    held_launch::readDone(Bytes, Fast);
  EXPECT_EQ(TimedOfEight(), 1);
  held_launch::readDone(Bytes, Slow);
  EXPECT_EQ(TimedOfEight(), 8);
  end();
}

/// A file that the operating system does not have in memory.
std::string makeColdFile(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDWR);
  fdatasync(Fd);
  posix_fadvise(Fd, 0, 0, POSIX_FADV_DONTNEED);
  ::close(Fd);
  return Path;
}

TEST_F(HeldLaunchTest, AdvisesUnlessAFileIsNotInMemory) {
  EXPECT_TRUE(runtime().slices().filesAreInMemory()) << "no file is open";
  MPI_File A = open(makeFile(1 << 20));
  EXPECT_TRUE(runtime().slices().filesAreInMemory());
  MPI_File B = open(makeFile(0));
  EXPECT_TRUE(runtime().slices().filesAreInMemory())
      << "what is written is in memory";
  MPI_File C = open(makeColdFile(makeFile(1 << 20)));
  EXPECT_FALSE(runtime().slices().filesAreInMemory());
  for (MPI_File *F : {&A, &B, &C})
    MPI_File_close(F);
}

TEST_F(HeldLaunchTest, LooksAtDescriptorsAnewBehindTheOpenOfAStream) {
  const std::string Path = makeFile(1 << 20);
  const int Fd = ::open(Path.c_str(), O_RDONLY);
  if (!held_launch::descriptorsAreInMemory()) {
    ::close(Fd);
    GTEST_SKIP() << "the launcher has files open";
  }
  makeColdFile(Path);
  held_launch::openedStream();
  EXPECT_FALSE(held_launch::descriptorsAreInMemory());
  EXPECT_FALSE(held_launch::descriptorsAreInMemory());
  ::close(Fd);
}

TEST_F(HeldLaunchTest, LooksAtSomeFilesOnceManyWereInMemory) {
  const std::string Path = makeFile(1 << 20);
  const int Fd = ::open(Path.c_str(), O_RDONLY);
  launch();
  for (int I = 0; I < 16; ++I) {
    EXPECT_FALSE(held_launch::skipsNextFile()) << I;
    EXPECT_TRUE(held_launch::opened(Fd));
  }
  EXPECT_FALSE(held_launch::skipsNextFile()) << "the first of the launch";
  for (int I = 0; I < 6; ++I)
    EXPECT_TRUE(held_launch::skipsNextFile()) << I;
  EXPECT_FALSE(held_launch::skipsNextFile()) << "one of seven";
  EXPECT_TRUE(held_launch::skipsNextFile());
  held_launch::begin();
  EXPECT_FALSE(held_launch::skipsNextFile()) << "another launch";
  makeColdFile(Path);
  EXPECT_FALSE(held_launch::opened(Fd));
  EXPECT_FALSE(held_launch::skipsNextFile());
  EXPECT_FALSE(held_launch::skipsNextFile()) << "files come from storage";
  end();
  ::close(Fd);
}

TEST_F(HeldLaunchTest, StartsWhenTheRegionOpensAFileNotInMemory) {
  launch();
  MPI_File A = open(makeFile(1 << 20));
  EXPECT_TRUE(slice_runner::isHeld());
  MPI_File B = open(makeColdFile(makeFile(1 << 20)));
  EXPECT_FALSE(slice_runner::isHeld());
  end();
  MPI_File_close(&A);
  MPI_File_close(&B);
}

} // namespace
