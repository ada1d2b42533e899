//===- RepeatingCommand.h - how a test that fails is repeated -------------===//

#ifndef FORESLICE_TEST_REPEATINGCOMMAND_H
#define FORESLICE_TEST_REPEATINGCOMMAND_H

#include <gtest/gtest.h>

namespace foreslice::test {

/// From now on the first failure of each test is followed by the command that
/// runs this test alone. The environment's TEST_LAUNCHER comes before the
/// program; so ranks are launched.
void sayHowToRepeat(const char *Program);

} // namespace foreslice::test

#endif // FORESLICE_TEST_REPEATINGCOMMAND_H
