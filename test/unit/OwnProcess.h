//===- OwnProcess.h - tests of what a process has once --------------------===//

#ifndef FORESLICE_TEST_OWNPROCESS_H
#define FORESLICE_TEST_OWNPROCESS_H

#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>

namespace foreslice::test {

/// Whether the process has a lock on the file of Fd (fcntl(2): such a question
/// counts as another owner's).
inline bool isLocked(int Fd) {
  struct flock L{};
  L.l_type = F_WRLCK;
  L.l_whence = SEEK_SET;
  EXPECT_EQ(fcntl(Fd, F_OFD_GETLK, &L), 0);
  return L.l_type != F_UNLCK;
}

/// Descriptors that the process has open.
inline size_t openDescriptors() {
  using Iterator = std::filesystem::directory_iterator;
  return size_t(std::distance(Iterator("/proc/self/fd"), Iterator()));
}

/// Ends a child of a death test: what has failed in it is printed, and is its
/// status.
[[noreturn]] inline void endWithResult() {
  const testing::TestResult &Result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  for (int I = 0; I < Result.total_part_count(); ++I)
    std::fprintf(stderr, "line %d: %s\n",
                 Result.GetTestPartResult(I).line_number(),
                 Result.GetTestPartResult(I).message());
  _exit(Result.Failed());
}

} // namespace foreslice::test

/// Runs what is given in a process in which no other test has run.
#define IN_OWN_PROCESS(...)                                                    \
  EXPECT_EXIT(                                                                 \
      {                                                                        \
        __VA_ARGS__;                                                           \
        foreslice::test::endWithResult();                                      \
      },                                                                       \
      testing::ExitedWithCode(0), "")

#endif // FORESLICE_TEST_OWNPROCESS_H
