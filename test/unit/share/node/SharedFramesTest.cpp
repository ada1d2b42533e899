//===- SharedFramesTest.cpp - pools in memory that processes share --------===//

#include "SharedDirectory.h"
#include "pages/ProvidedMemory.h"

#include "share/node/SharedFrames.h"

#include <gtest/gtest.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

TEST(SharedFramesTest, ProvidesNoFramesBeforeTheyAreTouched) {
  SharedDirectory Shared({3, 3});
  NodeDirectory First(Shared.Memory, 0), Second(Shared.Memory, 1);
  PagePool Pool(3 * 4096, 4096), Next(3 * 4096, 4096);
  Pool.use(std::make_unique<SharedFrames>(First));
  Next.use(std::make_unique<SharedFrames>(Second));
  ASSERT_TRUE(Pool.map() && Next.map());
  *Pool.frame(1) = std::byte{1};
  EXPECT_EQ(provided(Pool), 4096u);
  EXPECT_EQ(provided(Next), 0u);
}

} // namespace
