//===- DescriptorTableTest.cpp - descriptors that the program does not see ===//
//
// What threads of the second table open and close, the program's table does not
// show.
//
//===----------------------------------------------------------------------===//

#include "support/DescriptorTable.h"

#include <fcntl.h>
#include <functional>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace foreslice;

namespace {

using Body = std::function<void()>;

void *runBody(void *Given) {
  (*static_cast<Body *>(Given))();
  return nullptr;
}

/// Runs Work on a thread of the second table, and waits for its end.
void outside(Body Work) {
  descriptor_table::use();
  pthread_t Thread;
  ASSERT_EQ(descriptor_table::createThread(Thread, nullptr, runBody, &Work), 0);
  pthread_join(Thread, nullptr);
}

/// A file of the caller's table, whose number is Least or more.
int openFrom(int Least) {
  int Fd = open("/", O_PATH | O_CLOEXEC),
      Far = fcntl(Fd, F_DUPFD_CLOEXEC, Least);
  close(Fd);
  return Far;
}

/// The number that the program's next descriptor has.
int nextNumber() {
  int Fd = open("/", O_PATH | O_CLOEXEC);
  close(Fd);
  return Fd;
}

class DescriptorTableTest : public testing::Test {
protected:
  void SetUp() override {
    bool Left = false;
    outside([&] { Left = descriptor_table::hasLeft(); });
    if (!Left)
      GTEST_SKIP() << "the kernel gives no second table";
  }
};

TEST_F(DescriptorTableTest, WhatIsOpenThereTakesNoNumberHere) {
  int Before = nextNumber(), There = -1;
  outside([&] { There = open("/", O_PATH | O_CLOEXEC); });
  EXPECT_GE(There, 0);
  EXPECT_EQ(nextNumber(), Before);
  EXPECT_FALSE(descriptor_table::hasLeft());
  outside([&] { close(There); });
}

TEST_F(DescriptorTableTest, TheTableIsEmptyAndOneForAllThreads) {
  bool HasOutput = true, HasOurs = false;
  int There = -1;
  outside([&] {
    HasOutput = fcntl(STDERR_FILENO, F_GETFD) >= 0;
    There = openFrom(100);
  });
  outside([&] { HasOurs = fcntl(There, F_GETFD) >= 0; });
  EXPECT_FALSE(HasOutput);
  EXPECT_TRUE(HasOurs);
  EXPECT_LT(fcntl(There, F_GETFD), 0);
  outside([&] { close(There); });
}

TEST_F(DescriptorTableTest, ThreadsThatStartThereStayThere) {
  bool Left = false;
  outside([&] { outside([&] { Left = descriptor_table::hasLeft(); }); });
  EXPECT_TRUE(Left);
}

TEST_F(DescriptorTableTest, AThreadHereHasFilesClosedThere) {
  int There = -1;
  bool IsOpen = true;
  unsigned Table = descriptor_table::OfProgram;
  outside([&] {
    There = openFrom(200);
    Table = descriptor_table::current();
  });
  // The same number here is another file, and stays.
  int Here = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, There);
  ASSERT_EQ(Here, There);
  descriptor_table::closeLater(There, Table);
  outside([&] {
    descriptor_table::closeAsked();
    IsOpen = fcntl(There, F_GETFD) >= 0;
  });
  EXPECT_FALSE(IsOpen);
  EXPECT_GE(fcntl(Here, F_GETFD), 0);
  close(Here);
}

TEST_F(DescriptorTableTest, WhoIsStartedBehindTheLastHasAnotherTable) {
  int Before = -1;
  unsigned Table = descriptor_table::OfProgram;
  outside([&] {
    Before = openFrom(300);
    Table = descriptor_table::current();
  });
  std::optional<pthread_t> Last = descriptor_table::giveUp();
  ASSERT_TRUE(Last);
  pthread_join(*Last, nullptr);
  EXPECT_FALSE(descriptor_table::giveUp());
  descriptor_table::closeLater(Before, Table);
  bool WasOpen = true, IsOpen = false;
  outside([&] {
    WasOpen = fcntl(Before, F_GETFD) >= 0;
    EXPECT_NE(descriptor_table::current(), Table);
    // The same number is another file, and stays.
    const int Now = openFrom(Before);
    EXPECT_EQ(Now, Before);
    descriptor_table::closeAsked();
    IsOpen = fcntl(Now, F_GETFD) >= 0;
    close(Now);
  });
  EXPECT_FALSE(WasOpen);
  EXPECT_TRUE(IsOpen);
}

} // namespace
