//===- DescriptorRoomTest.cpp - the place among descriptors ---------------===//
//
// What the program takes and gives back shows without a look, and the program
// gets the numbers that it has without the run time.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorRoom.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace foreslice;

namespace {

TEST(DescriptorRoomTest, SeesWhatTheProgramHasTaken) {
  rlimit Before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &Before), 0);
  rlimit Small = {400, Before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &Small), 0);
  descriptor_room::look();
  EXPECT_FALSE(descriptor_room::isScarce());
  std::vector<int> Taken;
  for (int Fd; (Fd = open("/", O_PATH | O_CLOEXEC)) >= 0;)
    Taken.push_back(Fd);
  EXPECT_TRUE(descriptor_room::isScarce());
  for (int Fd : Taken)
    close(Fd);
  EXPECT_FALSE(descriptor_room::isScarce());
  setrlimit(RLIMIT_NOFILE, &Before);
}

/// Of the kernel's table of this process.
size_t tableSize() {
  std::ifstream In("/proc/self/status");
  for (std::string Word; In >> Word;)
    if (Word == "FDSize:")
      return In >> Word ? std::stoul(Word) : 0;
  return 0;
}

TEST(DescriptorRoomTest, LengthensTheTableBeforeItIsNeeded) {
  const int Lowest = open("/", O_PATH | O_CLOEXEC);
  close(Lowest);
  descriptor_room::lengthenTable();
  const size_t Long = tableSize();
  const int Fd = open("/", O_PATH | O_CLOEXEC);
  EXPECT_EQ(Fd, Lowest);
  const int Above = descriptor_room::moveUp(Fd);
  EXPECT_GT(Long, static_cast<size_t>(Above));
  EXPECT_EQ(tableSize(), Long);
  close(Above);
}

TEST(DescriptorRoomTest, MovesDescriptorsOutOfTheProgramsWay) {
  const int Lowest = open("/", O_PATH | O_CLOEXEC);
  ASSERT_GE(Lowest, 0);
  const int Above = descriptor_room::moveUp(Lowest);
  EXPECT_GT(Above, Lowest);
  EXPECT_EQ(fcntl(Above, F_GETFD), FD_CLOEXEC);
  const int Next = open("/", O_PATH | O_CLOEXEC);
  EXPECT_EQ(Next, Lowest);
  EXPECT_EQ(descriptor_room::moveUp(Above), Above) << "it is there";
  EXPECT_EQ(descriptor_room::moveUp(-1), -1);
  close(Next);
  close(Above);
}

} // namespace
