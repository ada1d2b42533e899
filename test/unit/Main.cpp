//===- Main.cpp - runs the tests of a room --------------------------------===//
//
// All in one process. A test that fails says by which command it runs alone.
//
//===----------------------------------------------------------------------===//

#include "RepeatingCommand.h"

int main(int Argc, char **Argv) {
  // Children of death tests start anew: other tests have left threads here.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  testing::InitGoogleTest(&Argc, Argv);
  foreslice::test::sayHowToRepeat(Argv[0]);
  return RUN_ALL_TESTS();
}
