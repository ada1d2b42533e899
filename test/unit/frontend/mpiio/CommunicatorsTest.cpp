//===- CommunicatorsTest.cpp - ranks and sizes that slices ask for --------===//
//
// Known at once where the program has asked for them, waited for elsewhere.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Communicators.h"
#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <atomic>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Seen = std::vector<int64_t>;

class CommunicatorsTest : public MpiTest {
protected:
  /// All ranks in the reverse order.
  static MPI_Comm reversed() {
    MPI_Comm C;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank(), &C);
    return C;
  }
  static Seen ask(MPI_Comm C) {
    return {foreslice_slice_comm_rank(toHandle(C)),
            foreslice_slice_comm_size(toHandle(C))};
  }
};

/// What is known of predefined types and communicators before MPI_Init.
TEST(PredefinedHandles, AreThoseOfTheLibrary) {
  struct Type {
    MPI_Datatype InC;
    int Bytes;
    MPI_Fint InFortran;
  };
  const Type Types[] = {
#define FORESLICE_PREDEFINED_TYPE(Name, Bytes, Number) {Name, Bytes, Number},
#include "frontend/mpiio/predefined_types.def"
  };
  for (const Type &T : Types) {
    if (T.InC == MPI_DATATYPE_NULL)
      continue;
    if constexpr (std::is_pointer_v<MPI_Datatype>)
      EXPECT_EQ(MPI_Type_c2f(T.InC), T.InFortran);
    int Size = 0;
    MPI_Type_size(T.InC, &Size);
    if (T.Bytes != 0)
      EXPECT_EQ(Size, T.Bytes) << T.InFortran;
  }
  if constexpr (std::is_pointer_v<MPI_Comm>) {
    EXPECT_EQ(MPI_Comm_c2f(MPI_COMM_WORLD), 0);
    EXPECT_EQ(MPI_Comm_c2f(MPI_COMM_SELF), 1);
  }
}

TEST_F(CommunicatorsTest, PredefinedOnesAreKnownForGood) {
  for (int Round = 0; Round < 2; ++Round) {
    Seen World, Self;
    region(
        [&] {
          World = ask(MPI_COMM_WORLD);
          Self = ask(MPI_COMM_SELF);
        },
        [] {});
    EXPECT_EQ(World, (Seen{rank(), size()}));
    EXPECT_EQ(Self, (Seen{0, 1}));
    // MPI_Comm_free of one is an error, which the program may go on behind.
    for (MPI_Comm C : {MPI_COMM_WORLD, MPI_COMM_SELF})
      mpi().communicators().forget(C);
  }
}

TEST_F(CommunicatorsTest, WhatTheProgramAskedForIsKnown) {
  MPI_Comm C = reversed();
  int Rank, Size;
  MPI_Comm_size(C, &Size);
  MPI_Comm_rank(C, &Rank);
  EXPECT_EQ(Rank, size() - 1 - rank());
  Seen S;
  region([&] { S = ask(C); }, [] {});
  EXPECT_EQ(S, (Seen{Rank, Size}));
  MPI_Comm_free(&C);
}

TEST_F(CommunicatorsTest, WhatItAsksForLaterIsWaitedFor) {
  MPI_Comm C = reversed();
  std::atomic<pid_t> Slice{0};
  auto Waits = [&] { return Slice && isAsleep(Slice); };
  std::thread Program([&] {
    EXPECT_TRUE(eventually(Waits));
    mpi().communicators().note(C, {.Rank = 7, .Size = {}});
    EXPECT_TRUE(eventually(Waits));
    mpi().communicators().note(C, {.Rank = {}, .Size = 9});
  });
  Seen S;
  region(
      [&] {
        Slice = gettid();
        S = ask(C);
      },
      [] {});
  EXPECT_EQ(S, (Seen{7, 9}));
  Program.join();
  MPI_Comm_free(&C);
}

TEST_F(CommunicatorsTest, FreedOnesAreKnownToLateSlices) {
  for (auto Free : {MPI_Comm_free, MPI_Comm_disconnect}) {
    MPI_Comm C = reversed();
    int Rank, Late = -1;
    MPI_Comm_rank(C, &Rank);
    foreslice_handle Handle = toHandle(C);
    Free(&C);
    MPI_Comm Next = reversed();
    MPI_Comm_rank(Next, &Rank);
    region([&] { Late = foreslice_slice_comm_rank(Handle); }, [] {});
    EXPECT_EQ(Late, Rank);
    MPI_Comm_free(&Next);
  }
}

} // namespace
