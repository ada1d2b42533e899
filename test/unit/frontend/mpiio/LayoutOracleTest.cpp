//===- LayoutOracleTest.cpp - layouts against MPI_Unpack ------------------===//
//
// Random nested datatypes: MPI_Unpack of a numbered stream says which byte of
// the buffer each stream byte lands in; the layout must say the same, piece by
// piece, from any position, and its page walk must name the same pages.
//
//===----------------------------------------------------------------------===//

#include "RepeatingCommand.h"
#include "frontend/mpiio/LayoutBuilder.h"
#include "frontend/mpiio/TypeContents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

using namespace foreslice;

namespace {

using Random = std::mt19937;

int pick(Random &R, int Low, int High) {
  return std::uniform_int_distribution<int>(Low, High)(R);
}

MPI_Datatype randomNamed(Random &R) {
  const MPI_Datatype Types[] = {MPI_BYTE,           MPI_INT,        MPI_DOUBLE,
                                MPI_SHORT_INT,      MPI_DOUBLE_INT, MPI_CHAR,
                                MPI_LONG_DOUBLE_INT};
  return Types[pick(R, 0, std::size(Types) - 1)];
}

MPI_Datatype randomType(Random &R, int Depth);
MPI_Datatype randomInner(Random &R, int Depth);

MPI_Datatype randomArray(Random &R, MPI_Datatype Old, bool Distributed) {
  int Dims = pick(R, 1, 3);
  int Sizes[3], Parts[3], Starts[3], Kinds[3], Args[3], Grid[3];
  int Order = pick(R, 0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  int Processes = 1;
  for (int D = 0; D < Dims; ++D) {
    Sizes[D] = pick(R, 1, 7);
    Parts[D] = pick(R, 1, Sizes[D]);
    Starts[D] = pick(R, 0, Sizes[D] - Parts[D]);
    Grid[D] = pick(R, 1, 3);
    const int All[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                       MPI_DISTRIBUTE_NONE};
    Kinds[D] = All[pick(R, 0, 2)];
    Args[D] = MPI_DISTRIBUTE_DFLT_DARG;
    if (Kinds[D] == MPI_DISTRIBUTE_NONE)
      Grid[D] = 1;
    if (Kinds[D] == MPI_DISTRIBUTE_CYCLIC && pick(R, 0, 1))
      Args[D] = pick(R, 1, 3);
    if (Kinds[D] == MPI_DISTRIBUTE_BLOCK && pick(R, 0, 1))
      Args[D] = (Sizes[D] + Grid[D] - 1) / Grid[D] + pick(R, 0, 1);
    Processes *= Grid[D];
  }
  MPI_Datatype New;
  int Error =
      Distributed
          ? MPI_Type_create_darray(Processes, pick(R, 0, Processes - 1), Dims,
                                   Sizes, Kinds, Args, Grid, Order, Old, &New)
          : MPI_Type_create_subarray(Dims, Sizes, Parts, Starts, Order, Old,
                                     &New);
  // Open MPI refuses arrays of types without data.
  if (Error != MPI_SUCCESS)
    MPI_Type_dup(Old, &New);
  return New;
}

/// Ascending, disjoint blocks: legal for receiving into.
MPI_Datatype randomIndexed(Random &R, MPI_Datatype Old, int Form) {
  int N = pick(R, 0, 5);
  int Lengths[5], Items[5];
  MPI_Aint Bytes[5], LowerBound, Extent;
  MPI_Type_get_extent(Old, &LowerBound, &Extent);
  int One = pick(R, 0, 3), At = pick(R, -3, 3);
  for (int I = 0; I < N; ++I) {
    Lengths[I] = Form >= 2 ? One : pick(R, 0, 3);
    Items[I] = At;
    Bytes[I] = At * Extent + (Form % 2 ? pick(R, 0, 1) : 0);
    At += Lengths[I] + 1 + pick(R, 0, 2);
  }
  if (N > 1 && pick(R, 0, 3) == 0) {
    std::swap(Items[0], Items[1]);
    std::swap(Bytes[0], Bytes[1]);
    std::swap(Lengths[0], Lengths[1]);
  }
  MPI_Datatype New;
  switch (Form) {
  case 0:
    MPI_Type_indexed(N, Lengths, Items, Old, &New);
    break;
  case 1:
    MPI_Type_create_hindexed(N, Lengths, Bytes, Old, &New);
    break;
  case 2:
    MPI_Type_create_indexed_block(N, One, Items, Old, &New);
    break;
  default:
    MPI_Type_create_hindexed_block(N, One, Bytes, Old, &New);
  }
  return New;
}

MPI_Datatype randomStruct(Random &R, int Depth) {
  int N = pick(R, 1, 4);
  int Lengths[4];
  MPI_Aint Offsets[4], At = pick(R, -16, 16);
  MPI_Datatype Types[4];
  for (int I = 0; I < N; ++I) {
    Types[I] = randomInner(R, Depth - 1);
    Lengths[I] = pick(R, 0, 2);
    MPI_Aint LowerBound, Extent, TrueBegin, TrueExtent;
    MPI_Type_get_extent(Types[I], &LowerBound, &Extent);
    MPI_Type_get_true_extent(Types[I], &TrueBegin, &TrueExtent);
    MPI_Aint Span = std::abs(Extent) * 2 + TrueExtent;
    Offsets[I] = At + Span - TrueBegin;
    At += 3 * Span + pick(R, 0, 9);
  }
  MPI_Datatype New;
  MPI_Type_create_struct(N, Lengths, Offsets, Types, &New);
  for (int I = 0; I < N; ++I)
    if (!isPredefined(Types[I]))
      MPI_Type_free(&Types[I]);
  return New;
}

/// A type with data: MPICH 4.0.2 divides by zero unpacking types that nest
/// empty ones.
MPI_Datatype randomInner(Random &R, int Depth) {
  MPI_Datatype Type = randomType(R, Depth);
  int Size;
  MPI_Type_size(Type, &Size);
  if (Size > 0)
    return Type;
  MPI_Type_free(&Type);
  return randomNamed(R);
}

MPI_Datatype randomType(Random &R, int Depth) {
  if (Depth == 0)
    return randomNamed(R);
  int Form = pick(R, 0, 10);
  if (Form == 10)
    return randomStruct(R, Depth);
  MPI_Datatype Old = randomInner(R, Depth - 1), New;
  MPI_Aint LowerBound, Extent;
  MPI_Type_get_extent(Old, &LowerBound, &Extent);
  int Count = pick(R, 0, 4), Block = pick(R, 0, 3), Gap = pick(R, 0, 3);
  switch (Form) {
  case 0:
    MPI_Type_contiguous(Count, Old, &New);
    break;
  case 1:
    MPI_Type_vector(Count, Block, pick(R, 0, 3) ? Block + Gap : -Block - Gap,
                    Old, &New);
    break;
  case 2:
    MPI_Type_create_hvector(Count, Block,
                            (pick(R, 0, 3) ? 1 : -1) *
                                ((Block + Gap) * std::abs(Extent) + Gap),
                            Old, &New);
    break;
  case 3:
  case 4:
  case 5:
  case 6:
    New = randomIndexed(R, Old, Form - 3);
    break;
  case 7:
    New = randomArray(R, Old, false);
    break;
  case 8:
    New = randomArray(R, Old, true);
    break;
  default:
    if (pick(R, 0, 1))
      MPI_Type_create_resized(Old, LowerBound - pick(R, 0, 8),
                              Extent + pick(R, 8, 24), &New);
    else
      MPI_Type_dup(Old, &New);
  }
  if (!isPredefined(Old))
    MPI_Type_free(&Old);
  return New;
}

/// Where each byte of Count items lands, by MPI_Unpack, in stream order;
/// empty if two land on one place.
std::vector<int64_t> oracle(MPI_Datatype Type, int Count) {
  MPI_Aint LowerBound, Extent, TrueBegin, TrueExtent;
  MPI_Type_get_extent(Type, &LowerBound, &Extent);
  MPI_Type_get_true_extent(Type, &TrueBegin, &TrueExtent);
  int Size;
  MPI_Type_size(Type, &Size);
  if (Size == 0)
    return {};
  size_t Stream = static_cast<size_t>(Size) * Count;
  MPI_Aint Span = std::abs(Extent) * Count + TrueExtent + std::abs(TrueBegin);
  std::vector<char> Packed(Stream + 1);
  std::vector<int64_t> Where(Stream, INT64_MIN);
  std::vector<uint64_t> Number(2 * Span + 1, 0);
  // Three passes of one byte each number every stream byte.
  for (int Digit = 0; Digit < 3; ++Digit) {
    for (size_t I = 0; I < Stream; ++I)
      Packed[I] = static_cast<char>((I + 1) >> (8 * Digit));
    std::vector<char> Buffer(2 * Span + 1, 0);
    int At = 0;
    MPI_Unpack(Packed.data(), static_cast<int>(Stream), &At,
               Buffer.data() + Span, Count, Type, MPI_COMM_SELF);
    for (size_t I = 0; I < Buffer.size(); ++I)
      Number[I] |= static_cast<uint64_t>(static_cast<uint8_t>(Buffer[I]))
                   << (8 * Digit);
  }
  size_t Seen = 0;
  for (size_t I = 0; I < Number.size(); ++I)
    if (Number[I] != 0 && Number[I] <= Stream) {
      Where[Number[I] - 1] = static_cast<int64_t>(I) - Span;
      ++Seen;
    }
  if (Seen != Stream)
    Where.clear();
  return Where;
}

void checkCursor(const LayoutPtr &Items, const std::vector<int64_t> &Where,
                 size_t From, size_t Length) {
  size_t At = From;
  int64_t LastEnd = INT64_MIN;
  for (LayoutCursor C(Items, From, Length); C.piece().Length;) {
    ASSERT_NE(C.piece().Offset, LastEnd) << "neighbours not made one";
    ASSERT_LE(At + C.piece().Length, From + Length);
    for (uint64_t I = 0; I < C.piece().Length; ++I)
      ASSERT_EQ(C.piece().Offset + static_cast<int64_t>(I), Where[At + I])
          << "stream byte " << At + I;
    At += C.piece().Length;
    LastEnd = C.piece().Offset + static_cast<int64_t>(C.piece().Length);
    C.advance(C.piece().Length);
  }
  ASSERT_EQ(At, From + Length);
}

void checkPages(const LayoutPtr &Items, const std::vector<int64_t> &Where,
                size_t From, size_t Length) {
  constexpr uint64_t PageSize = 16;
  int64_t Base = 1 << 20;
  std::map<uint64_t, ByteRange> Expected, Got;
  for (size_t I = From; I < From + Length; ++I) {
    uint64_t At = static_cast<uint64_t>(Where[I] + Base);
    Expected.try_emplace(At / PageSize, At).first->second.End = At + 1;
  }
  for (const PagePart &P :
       PageParts(*Items, Base, From, Length, PageGrid(PageSize))) {
    ASSERT_TRUE(Got.empty() || Got.rbegin()->first < P.Page);
    Got[P.Page] = P.Bytes;
  }
  ASSERT_EQ(Got, Expected);
}

/// As a slice makes the type, from the arguments of the call that made it.
/// Other types are looked up. Sets Places if the type has places in bytes.
LayoutRef madeAlone(MPI_Datatype Type, bool &Places) {
  const std::map<int, foreslice_type_constructor> Made = {
      {MPI_COMBINER_CONTIGUOUS, FORESLICE_TYPE_CONTIGUOUS},
      {MPI_COMBINER_VECTOR, FORESLICE_TYPE_VECTOR},
      {MPI_COMBINER_HVECTOR, FORESLICE_TYPE_HVECTOR},
      {MPI_COMBINER_INDEXED, FORESLICE_TYPE_INDEXED},
      {MPI_COMBINER_HINDEXED, FORESLICE_TYPE_HINDEXED},
      {MPI_COMBINER_INDEXED_BLOCK, FORESLICE_TYPE_INDEXED_BLOCK},
      {MPI_COMBINER_HINDEXED_BLOCK, FORESLICE_TYPE_HINDEXED_BLOCK},
      {MPI_COMBINER_SUBARRAY, FORESLICE_TYPE_SUBARRAY},
      {MPI_COMBINER_RESIZED, FORESLICE_TYPE_RESIZED},
      {MPI_COMBINER_DUP, FORESLICE_TYPE_DUP},
  };
  const Envelope E = envelopeOf(Type);
  auto By = Made.find(E.Combiner);
  if (By == Made.end())
    return buildLayout(Type);
  TypeContents C(Type, E);
  LayoutRef Old = madeAlone(C.types()[0], Places);
  if (!Old)
    return nullptr;
  std::vector<int64_t> Numbers;
  auto Add = [&](NumberList More) {
    for (size_t I = 0; I < More.size(); ++I)
      Numbers.push_back(More[I]);
  };
  Places |= By->second == FORESLICE_TYPE_HVECTOR ||
            By->second == FORESLICE_TYPE_HINDEXED ||
            By->second == FORESLICE_TYPE_HINDEXED_BLOCK;
  switch (By->second) {
  case FORESLICE_TYPE_CONTIGUOUS:
    Add(C.counts(1));
    break;
  case FORESLICE_TYPE_VECTOR:
    Add(C.counts(3));
    break;
  case FORESLICE_TYPE_HVECTOR:
    Add(C.counts(2));
    Add(C.addresses(1));
    break;
  case FORESLICE_TYPE_INDEXED:
    Add(C.counts(1));
    Add(C.counts(2 * Numbers[0]));
    break;
  case FORESLICE_TYPE_HINDEXED:
    Add(C.counts(1));
    Add(C.counts(Numbers[0]));
    Add(C.addresses(Numbers[0]));
    break;
  case FORESLICE_TYPE_INDEXED_BLOCK:
    Add(C.counts(2));
    Add(C.counts(Numbers[0]));
    break;
  case FORESLICE_TYPE_HINDEXED_BLOCK:
    Add(C.counts(2));
    Add(C.addresses(Numbers[0]));
    break;
  case FORESLICE_TYPE_SUBARRAY: {
    Numbers = {C.integer(), 0};
    Add(C.counts(3 * Numbers[0]));
    Numbers[1] = C.integer();
    break;
  }
  case FORESLICE_TYPE_RESIZED:
    Add(C.addresses(2));
    break;
  case FORESLICE_TYPE_DUP:
    break;
  }
  return makeLayout(By->second, *Old, Numbers);
}

TEST(LayoutOracle, TypesThatSlicesMake) {
  int Made = 0, NotMade = 0;
  for (unsigned Seed = 1; Seed <= 3000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    Random R(Seed);
    MPI_Datatype Type = randomType(R, pick(R, 1, 4));
    bool Places = false;
    LayoutRef Known = buildLayout(Type), Own = madeAlone(Type, Places);
    // Open MPI adds to extents where items are not aligned.
    if (Places && std::is_pointer_v<MPI_Datatype>)
      Own = Known;
    if (Known && Known->size() > 0 && !isPredefined(Type)) {
      ++(Own ? Made : NotMade);
      if (Own) {
        ASSERT_EQ(Own->size(), Known->size());
        EXPECT_EQ(Own->LowerBound, Known->LowerBound);
        EXPECT_EQ(Own->Extent, Known->Extent);
        const uint64_t Bytes = 2 * Known->size();
        LayoutCursor Theirs(Known->items(2), 0, Bytes);
        LayoutCursor Ours(Own->items(2), 0, Bytes);
        for (uint64_t At = 0; At < Bytes;) {
          ASSERT_EQ(Ours.piece().Offset, Theirs.piece().Offset);
          const uint64_t Both =
              std::min(Ours.piece().Length, Theirs.piece().Length);
          At += Both;
          Ours.advance(Both);
          Theirs.advance(Both);
        }
      }
    }
    if (!isPredefined(Type))
      MPI_Type_free(&Type);
  }
  EXPECT_GT(Made, 1000);
  EXPECT_EQ(NotMade, 0);
}

TEST(LayoutOracle, RandomTypes) {
  int Checked = 0, Ascending = 0, NotUnderstood = 0;
  for (unsigned Seed = 1; Seed <= 3000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    Random R(Seed);
    MPI_Datatype Type = randomType(R, pick(R, 1, 4));
    bool Derived = !isPredefined(Type);
    if (Derived)
      MPI_Type_commit(&Type);
    int Count = pick(R, 1, 3), Size;
    MPI_Type_size(Type, &Size);
    if (static_cast<int64_t>(Size) * Count < 60000) {
      auto L = buildLayout(Type);
      std::vector<int64_t> Where = oracle(Type, Count);
      if (!L) {
        ++NotUnderstood;
      } else if (!Where.empty()) {
        ASSERT_EQ(L->size(), static_cast<uint64_t>(Size));
        LayoutPtr Items = L->items(Count);
        ASSERT_TRUE(Items);
        ASSERT_EQ(Items->size(), Where.size());
        ASSERT_EQ(Items->dataBegin(),
                  *std::min_element(Where.begin(), Where.end()));
        ASSERT_EQ(Items->dataEnd(),
                  *std::max_element(Where.begin(), Where.end()) + 1);
        bool Sorted = std::is_sorted(Where.begin(), Where.end());
        if (Items->ascending()) {
          ASSERT_TRUE(Sorted);
        }
        size_t N = Where.size();
        for (int Try = 0; Try < 6; ++Try) {
          size_t From = Try ? pick(R, 0, N - 1) : 0;
          size_t Length = Try ? pick(R, 1, N - From) : N;
          ASSERT_NO_FATAL_FAILURE(checkCursor(Items, Where, From, Length));
          if (Items->ascending()) {
            ASSERT_NO_FATAL_FAILURE(checkPages(Items, Where, From, Length));
          }
        }
        ++Checked;
        Ascending += Items->ascending();
      }
    }
    if (Derived)
      MPI_Type_free(&Type);
  }
  EXPECT_GT(Checked, 1000);
  EXPECT_GT(Ascending, 300);
  // MPICH 4.0.2 lays some distributed arrays out unlike the standard; those
  // must be found out by size and extent, and nothing else may be.
  EXPECT_LE(NotUnderstood, 10);
}

TEST(LayoutOracle, CostDoesNotGrowWithCounts) {
  // 2^50 bytes of data in blocks of 8 every 24: nothing may enumerate them.
  LayoutPtr Blocks = LayoutNode::repeat(1ull << 47, 24, LayoutNode::bytes(8));
  ASSERT_TRUE(Blocks);
  uint64_t Position = 8 * ((1ull << 46) + 5) + 3;
  BlockRun Run = Blocks->locate(Position);
  EXPECT_EQ(Run.First.Offset, 24ll * ((1ll << 46) + 5) + 3);
  EXPECT_EQ(Run.First.Length, 5u);
  EXPECT_EQ(Blocks->positionOf(Run.First.Offset), Position);
  const PageParts Parts(*Blocks, 0, Position, 24, PageGrid(1u << 24));
  auto Part = Parts.begin();
  ASSERT_NE(Part, Parts.end());
  uint64_t Begin = static_cast<uint64_t>(Run.First.Offset);
  EXPECT_EQ(Part->Page, Begin >> 24);
  // 5 bytes, 16 behind them, 8, 16, 8, 16 and 3.
  EXPECT_EQ(Part->Bytes, (ByteRange{Begin, Begin + 72}));
  EXPECT_EQ(++Part, Parts.end());
}

TEST(LayoutOracle, OffsetsThatDoNotFitAreRefused) {
  EXPECT_FALSE(LayoutNode::repeat(3, INT64_MAX / 2, LayoutNode::bytes(8)));
  EXPECT_FALSE(LayoutNode::repeat(1ull << 62, 8, LayoutNode::bytes(8)));
  EXPECT_FALSE(LayoutNode::bytes(UINT64_MAX));
}

#if FORESLICE_LARGE_COUNTS
TEST(LayoutOracle, LargeCountConstructors) {
  MPI_Datatype Vector, Struct, Indexed;
  MPI_Type_vector_c(3, 2, 5, MPI_INT, &Vector);
  const MPI_Count Lengths[] = {1, 2}, Offsets[] = {0, 100};
  MPI_Type_create_hindexed_c(2, Lengths, Offsets, Vector, &Indexed);
  const MPI_Datatype Types[] = {Indexed, MPI_DOUBLE};
  const MPI_Count Places[] = {8, 1000};
  MPI_Type_create_struct_c(2, Lengths, Places, Types, &Struct);
  MPI_Type_commit(&Struct);
  auto L = buildLayout(Struct);
  ASSERT_TRUE(L);
  std::vector<int64_t> Where = oracle(Struct, 2);
  ASSERT_FALSE(Where.empty());
  checkCursor(L->items(2), Where, 0, Where.size());
  for (MPI_Datatype *T : {&Vector, &Struct, &Indexed})
    MPI_Type_free(T);
}
#endif

} // namespace

int main(int Argc, char **Argv) {
  MPI_Init(&Argc, &Argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  testing::InitGoogleTest(&Argc, Argv);
  foreslice::test::sayHowToRepeat(Argv[0]);
  int Result = RUN_ALL_TESTS();
  MPI_Finalize();
  return Result;
}
