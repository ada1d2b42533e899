//===- HeldLaunchTest.cpp - launches that wait for a slow read ------------===//
//
// Which times count as slow; that files in memory are recognised.
//
//===----------------------------------------------------------------------===//

#include "mpiio/HeldLaunch.h"
#include "MpiFixture.h"
#include "slice/SliceRunner.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t Bytes = 65536, Fast = 15'000, Slow = 200'000;

class HeldLaunchTest : public MpiTest {
protected:
  /// Launches an empty slice and holds it back.
  void launch() {
    slice_runner::Hooks H;
    H.Decide = [](const foreslice_region *) { return LaunchDecision::Held; };
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

TEST_F(HeldLaunchTest, AdvisesOnlyWithFilesInMemory) {
  EXPECT_FALSE(held_launch::advisable()) << "no file is open";
  MPI_File A = open(makeFile(1 << 20));
  EXPECT_TRUE(held_launch::advisable());
  MPI_File B = open(makeFile(0));
  EXPECT_FALSE(held_launch::advisable()) << "nothing to look at";
  MPI_File_close(&B);
  EXPECT_TRUE(held_launch::advisable());
  MPI_File_close(&A);
}

} // namespace
