//===- SliceMemoryTest.cpp - memory that slices give back -----------------===//

#include "source/slice/SliceMemory.h"
#include "foreslice/abi.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

TEST(SliceMemoryTest, FallsBackInAnyOrderAndIsZeroAgain) {
  SliceMemory M;
  auto *A = static_cast<char *>(M.allocate(1000));
  auto *B = static_cast<char *>(M.allocate(100'000));
  auto *C = static_cast<char *>(M.allocate(1));
  std::memset(A, 1, 1000);
  std::memset(B, 2, 100'000);
  M.release(A, 1000);
  EXPECT_GT(M.allocate(16), static_cast<void *>(C)) << "B and C are in use";
  M.release(C + 16, 16);
  M.release(C, 1);
  M.release(B, 100'000);
  EXPECT_EQ(M.allocate(100'000), static_cast<void *>(A));
  for (int I = 0; I < 100'000; ++I)
    ASSERT_EQ(A[I], 0) << I;
}

TEST(SliceMemoryTest, LastsForEverIfEverythingIsGivenBack) {
  SliceMemory M;
  for (int I = 0; I < 1000; ++I) {
    void *A = M.allocate(FORESLICE_MAX_SLICE_MEMORY / 4);
    void *B = M.allocate(FORESLICE_MAX_SLICE_MEMORY / 4 + I);
    ASSERT_TRUE(A && B);
    M.release(I % 2 ? A : B, FORESLICE_MAX_SLICE_MEMORY / 4 + (I % 2 ? 0 : I));
    M.release(I % 2 ? B : A, FORESLICE_MAX_SLICE_MEMORY / 4 + (I % 2 ? I : 0));
  }
}

TEST(SliceMemoryTest, IgnoresWhatItNeverGave) {
  SliceMemory M;
  int Local = 0;
  M.release(&Local, 4);
  M.release(nullptr, 0);
  auto *A = static_cast<char *>(M.allocate(32));
  M.release(A, 64);
  M.release(A - 16, 48);
  M.release(A, UINT64_MAX);
  EXPECT_EQ(M.allocate(16), static_cast<void *>(A + 32));
}

} // namespace
