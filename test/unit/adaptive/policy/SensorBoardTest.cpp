//===- SensorBoardTest.cpp - sensors that other processes see -------------===//

#include "OwnProcess.h"

#include "adaptive/policy/SensorBoard.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace foreslice;

namespace {

void isFoundByTheNumberOfItsProcess() {
  std::string Why;
  EXPECT_FALSE(SensorBoard::find(getpid(), Why));
  EXPECT_NE(Why, "");
  std::unique_ptr<SensorBoard> Own = SensorBoard::make(3, 100);
  ASSERT_TRUE(Own);
  std::unique_ptr<SensorBoard> Found = SensorBoard::find(getpid(), Why);
  ASSERT_TRUE(Found) << Why;
  EXPECT_EQ((*Found)->Rank, 3);
  (*Own)->Values[0].store(7);
  EXPECT_EQ((*Found)->Values[0].load(), 7);
  (*Found)->Asked.write("caching=false");
  EXPECT_EQ((*Own)->Asked.read(), "caching=false");
}

/// A process has one board, for as long as it lives.
TEST(SensorBoard, IsFoundByTheNumberOfItsProcess) {
  IN_OWN_PROCESS(isFoundByTheNumberOfItsProcess());
}

TEST(SensorBoard, TakesNoDescriptorFromTheProgram) {
  int Before = dup(0);
  close(Before);
  ASSERT_TRUE(SensorBoard::make(0, 100));
  int After = dup(0);
  close(After);
  EXPECT_EQ(Before, After);
}

TEST(SensorBoard, TextsAreCutAndHalfTextsAreNone) {
  SensorBoardLayout L{};
  L.Policy.write(std::string(1000, 'x'));
  EXPECT_EQ(L.Policy.read().size(), SensorBoardLayout::TextBytes - 1);
  L.Policy.Turn = 5;
  EXPECT_EQ(L.Policy.read(), "") << "somebody has died in between";
  L.Policy.write("new");
  EXPECT_EQ(L.Policy.read(), "new");
}

TEST(SensorBoard, AProcessThatIsNotThereHasNone) {
  std::string Why;
  EXPECT_FALSE(SensorBoard::find(0x7ffffff0, Why));
  EXPECT_EQ(Why, "No such file or directory");
}

} // namespace
