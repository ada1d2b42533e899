//===- LayoutBuilder.cpp - one function a combiner ------------------------===//
//
// The type maps of MPI 4.0, section 5.1.2. Bounds and extents come from the MPI
// library, never from computation; a result in disagreement with the library's
// size and true extent is dropped.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/LayoutBuilder.h"

#include "frontend/mpiio/TypeContents.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace foreslice {

namespace {

using LayoutRef = std::shared_ptr<const Layout>;

/// How much of a type may be looked at.
struct NumbersLeft {
  uint64_t Numbers; ///< Of constructors.
  bool Exceeded = false;
};

struct Limits {
  NumbersLeft &All;
  int Levels = 64; ///< Of nesting.

  Limits inner() const { return {All, Levels - 1}; }
  bool allow(const Envelope &E) const {
    if (Levels < 0)
      return false;
    const uint64_t Wanted = numbersOf(E);
    All.Exceeded |= Wanted > All.Numbers;
    All.Numbers -= Wanted;
    return !All.Exceeded;
  }
};

LayoutPtr buildData(MPI_Datatype Type, Limits Most);

LayoutRef build(MPI_Datatype Type, Limits Most) {
  MPI_Count Size, LowerBound, Extent, TrueBegin, TrueExtent;
  if (PMPI_Type_size_x(Type, &Size) != MPI_SUCCESS || Size == MPI_UNDEFINED ||
      PMPI_Type_get_extent_x(Type, &LowerBound, &Extent) != MPI_SUCCESS ||
      PMPI_Type_get_true_extent_x(Type, &TrueBegin, &TrueExtent) != MPI_SUCCESS)
    return nullptr;
  LayoutPtr Data = buildData(Type, Most);
  if (!Data || Data->size() != static_cast<uint64_t>(Size))
    return nullptr;
  if (Size > 0 && (Data->dataBegin() != TrueBegin ||
                   Data->dataEnd() != TrueBegin + TrueExtent))
    return nullptr;
  auto L = std::make_shared<Layout>();
  L->Data = std::move(Data);
  L->LowerBound = LowerBound;
  L->Extent = Extent;
  return L;
}

template <typename First> struct Pair {
  First Value;
  int Index;
};

struct PairType {
  MPI_Datatype Type;
  size_t First, Second; ///< Bytes of the value, offset of the index.
};

/// Predefined types with a hole between or behind the two members.
LayoutPtr buildNamed(MPI_Datatype Type) {
  const PairType Pairs[] = {
      {MPI_FLOAT_INT, sizeof(float), offsetof(Pair<float>, Index)},
      {MPI_DOUBLE_INT, sizeof(double), offsetof(Pair<double>, Index)},
      {MPI_LONG_INT, sizeof(long), offsetof(Pair<long>, Index)},
      {MPI_2INT, sizeof(int), offsetof(Pair<int>, Index)},
      {MPI_SHORT_INT, sizeof(short), offsetof(Pair<short>, Index)},
      {MPI_LONG_DOUBLE_INT, sizeof(long double),
       offsetof(Pair<long double>, Index)},
  };
  for (const PairType &P : Pairs) {
    if (P.Type != Type)
      continue;
    IndexedBuilder B;
    B.add(0, LayoutNode::bytes(P.First));
    B.add(static_cast<int64_t>(P.Second), LayoutNode::bytes(sizeof(int)));
    return B.finish();
  }
  MPI_Count Size;
  if (PMPI_Type_size_x(Type, &Size) != MPI_SUCCESS || Size < 0)
    return nullptr;
  return LayoutNode::bytes(static_cast<uint64_t>(Size));
}

LayoutPtr buildContiguous(TypeContents &C, const Layout &Old) {
  return Old.items(C.count());
}

LayoutPtr buildVector(TypeContents &C, const Layout &Old, bool InBytes) {
  int64_t Count = C.count(), Block = C.count();
  int64_t Stride = InBytes ? C.address() : C.count() * Old.Extent;
  return LayoutNode::repeat(Count, Stride, Old.items(Block));
}

/// Blocks of one item type; equal lengths share a node.
LayoutPtr buildIndexed(TypeContents &C, const Layout &Old, bool OneLength,
                       bool InBytes) {
  int64_t Count = C.count();
  NumberList Lengths = C.counts(OneLength ? 1 : Count);
  NumberList Offsets = InBytes ? C.addresses(Count) : C.counts(Count);
  if (!C.valid())
    return nullptr;
  const int64_t Unit = InBytes ? 1 : Old.Extent;
  std::map<int64_t, LayoutPtr> ByLength;
  auto Block = ByLength.end();
  IndexedBuilder B;
  B.reserve(Offsets.size());
  for (size_t I = 0; I < Offsets.size(); ++I) {
    int64_t Length = Lengths[OneLength ? 0 : I], Offset;
    if (__builtin_mul_overflow(Offsets[I], Unit, &Offset))
      return nullptr;
    if (Block == ByLength.end() || Block->first != Length) {
      Block = ByLength.try_emplace(Length).first;
      if (!Block->second)
        Block->second = Old.items(Length);
    }
    B.add(Offset, Block->second);
  }
  return B.finish();
}

LayoutPtr buildStruct(TypeContents &C, Limits Most) {
  int64_t Count = C.count();
  NumberList Lengths = C.counts(Count), Offsets = C.addresses(Count);
  if (!C.valid() || C.types().size() != Offsets.size())
    return nullptr;
  std::map<MPI_Datatype, LayoutRef> Known;
  IndexedBuilder B;
  for (size_t I = 0; I < Offsets.size(); ++I) {
    LayoutRef &Item = Known[C.types()[I]];
    if (!Item)
      Item = build(C.types()[I], Most.inner());
    if (!Item)
      return nullptr;
    B.add(Offsets[I], Item->items(Lengths[I]));
  }
  return B.finish();
}

/// Bytes from one index to the next in each dimension of an array.
std::vector<int64_t> arrayStrides(NumberList Sizes, int Order, int64_t Extent) {
  std::vector<int64_t> Strides(Sizes.size());
  for (size_t I = 0; I < Sizes.size(); ++I) {
    size_t D = Order == MPI_ORDER_FORTRAN ? I : Sizes.size() - 1 - I;
    Strides[D] = Extent;
    Extent *= Sizes[D];
  }
  return Strides;
}

/// The dimensions from the fastest to the slowest.
std::vector<size_t> fastestFirst(size_t Dimensions, int Order) {
  std::vector<size_t> Out(Dimensions);
  for (size_t I = 0; I < Dimensions; ++I)
    Out[I] = Order == MPI_ORDER_FORTRAN ? I : Dimensions - 1 - I;
  return Out;
}

LayoutPtr buildSubarray(TypeContents &C, const Layout &Old) {
  int64_t Dimensions = C.integer();
  NumberList Sizes = C.counts(Dimensions), Parts = C.counts(Dimensions),
             Starts = C.counts(Dimensions);
  int Order = static_cast<int>(C.integer());
  if (!C.valid())
    return nullptr;
  std::vector<int64_t> Strides = arrayStrides(Sizes, Order, Old.Extent);
  LayoutPtr Data = Old.Data;
  int64_t Start = 0;
  for (size_t D : fastestFirst(Sizes.size(), Order)) {
    Data = LayoutNode::repeat(Parts[D], Strides[D], Data);
    Start += Starts[D] * Strides[D];
  }
  return LayoutNode::shifted(Start, Data);
}

/// One process's part of one dimension of a distributed array, as indices:
/// Blocks of Length, Step apart, and a last block of Rest.
struct Share {
  int64_t Start = 0, Length = 0, Step = 0, Blocks = 0, Rest = 0;
};

/// MPI 4.0, section 5.1.4. A block distribution is cyclic with one round.
Share shareOf(int64_t Size, int Distribution, int64_t Argument,
              int64_t Processes, int64_t Coordinate) {
  if (Distribution == MPI_DISTRIBUTE_NONE)
    return {0, Size, Size, 1, 0};
  int64_t Length = Argument;
  if (Argument == MPI_DISTRIBUTE_DFLT_DARG)
    Length = Distribution == MPI_DISTRIBUTE_BLOCK
                 ? (Size + Processes - 1) / Processes
                 : 1;
  Share S;
  S.Start = Coordinate * Length;
  S.Length = Length;
  S.Step = Processes * Length;
  int64_t Left = Size - S.Start;
  if (Length <= 0 || Left <= 0)
    return {};
  S.Blocks = Left / S.Step;
  int64_t Last = std::min(Left % S.Step, Length);
  if (Last == Length)
    ++S.Blocks;
  else
    S.Rest = Last;
  return S;
}

LayoutPtr buildDarray(TypeContents &C, const Layout &Old) {
  int64_t Processes = C.integer(), Rank = C.integer();
  int64_t Dimensions = C.integer();
  NumberList Sizes = C.counts(Dimensions);
  NumberList Distributions = C.integers(Dimensions),
             Arguments = C.integers(Dimensions), Grid = C.integers(Dimensions);
  int Order = static_cast<int>(C.integer());
  if (!C.valid())
    return nullptr;
  std::vector<int64_t> Coordinates(Sizes.size());
  for (size_t D = 0; D < Sizes.size(); ++D) {
    if (Grid[D] <= 0)
      return nullptr;
    Processes /= Grid[D];
    Coordinates[D] = Rank / Processes;
    Rank %= Processes;
  }
  std::vector<int64_t> Strides = arrayStrides(Sizes, Order, Old.Extent);
  LayoutPtr Data = Old.Data;
  for (size_t D : fastestFirst(Sizes.size(), Order)) {
    Share S = shareOf(Sizes[D], static_cast<int>(Distributions[D]),
                      Arguments[D], Grid[D], Coordinates[D]);
    int64_t Stride = Strides[D];
    LayoutPtr Whole = LayoutNode::repeat(S.Length, Stride, Data);
    LayoutPtr Rest = LayoutNode::repeat(S.Rest, Stride, Data);
    IndexedBuilder B;
    B.add(S.Start * Stride,
          LayoutNode::repeat(S.Blocks, S.Step * Stride, Whole));
    B.add((S.Start + S.Blocks * S.Step) * Stride, Rest);
    Data = B.finish();
  }
  return Data;
}

LayoutPtr buildData(MPI_Datatype Type, Limits Most) {
  Envelope E = envelopeOf(Type);
  if (!E.Valid || !Most.allow(E))
    return nullptr;
  if (isPredefined(E))
    return buildNamed(Type);
  TypeContents C(Type, E);
  if (!C.valid())
    return nullptr;
  if (E.Combiner == MPI_COMBINER_STRUCT)
    return buildStruct(C, Most);
  LayoutRef Old =
      C.types().size() == 1 ? build(C.types()[0], Most.inner()) : nullptr;
  if (!Old)
    return nullptr;
  LayoutPtr Data;
  switch (E.Combiner) {
  case MPI_COMBINER_DUP:
  case MPI_COMBINER_RESIZED:
    return Old->Data;
  case MPI_COMBINER_CONTIGUOUS:
    Data = buildContiguous(C, *Old);
    break;
  case MPI_COMBINER_VECTOR:
  case MPI_COMBINER_HVECTOR:
    Data = buildVector(C, *Old, E.Combiner == MPI_COMBINER_HVECTOR);
    break;
  case MPI_COMBINER_INDEXED:
  case MPI_COMBINER_HINDEXED:
    Data = buildIndexed(C, *Old, false, E.Combiner == MPI_COMBINER_HINDEXED);
    break;
  case MPI_COMBINER_INDEXED_BLOCK:
  case MPI_COMBINER_HINDEXED_BLOCK:
    Data =
        buildIndexed(C, *Old, true, E.Combiner == MPI_COMBINER_HINDEXED_BLOCK);
    break;
  case MPI_COMBINER_SUBARRAY:
    Data = buildSubarray(C, *Old);
    break;
  case MPI_COMBINER_DARRAY:
    Data = buildDarray(C, *Old);
    break;
  default:
    return nullptr;
  }
  return C.valid() ? Data : nullptr;
}

/// A part of a type, in bytes: a number of items, back to back.
struct Block {
  int64_t Offset, Items;
};

/// Sets the bounds of a type of Blocks (MPI 4.0, section 5.1.7). False without
/// items, or if an offset does not fit.
bool setBounds(Layout &New, const Layout &Old,
               const std::vector<Block> &Blocks) {
  int64_t Low = INT64_MAX, High = INT64_MIN;
  for (const Block &B : Blocks) {
    if (B.Items <= 0)
      continue;
    int64_t Last = 0, End = 0;
    if (__builtin_mul_overflow(B.Items - 1, Old.Extent, &Last) ||
        __builtin_add_overflow(B.Offset, Last, &Last) ||
        __builtin_add_overflow(std::max(B.Offset, Last),
                               Old.LowerBound + Old.Extent, &End))
      return false;
    Low = std::min(Low, std::min(B.Offset, Last) + Old.LowerBound);
    High = std::max(High, End);
  }
  New.LowerBound = Low;
  New.Extent = Low <= High ? High - Low : 0;
  return Low <= High;
}

/// The blocks of an indexed type, from the numbers of
/// foreslice_type_constructor.
std::vector<Block> indexedBlocks(const std::vector<int64_t> &Numbers,
                                 bool OneLength, int64_t Unit) {
  std::vector<Block> Blocks;
  const size_t Count = static_cast<size_t>(Numbers[0]);
  Blocks.reserve(Count);
  const int64_t *Lengths = &Numbers[1];
  const int64_t *Offsets = Lengths + (OneLength ? 1 : Count);
  for (size_t I = 0; I < Count; ++I)
    Blocks.push_back({Offsets[I] * Unit, Lengths[OneLength ? 0 : I]});
  return Blocks;
}

/// Count of numbers of a constructor; the first number is Count.
size_t numbersOf(foreslice_type_constructor How, int64_t Count) {
  switch (How) {
  case FORESLICE_TYPE_CONTIGUOUS:
    return 1;
  case FORESLICE_TYPE_VECTOR:
  case FORESLICE_TYPE_HVECTOR:
    return 3;
  case FORESLICE_TYPE_INDEXED:
  case FORESLICE_TYPE_HINDEXED:
    return 1 + 2 * static_cast<size_t>(Count);
  case FORESLICE_TYPE_INDEXED_BLOCK:
  case FORESLICE_TYPE_HINDEXED_BLOCK:
    return 2 + static_cast<size_t>(Count);
  case FORESLICE_TYPE_SUBARRAY:
    return 2 + 3 * static_cast<size_t>(Count);
  case FORESLICE_TYPE_RESIZED:
    return 2;
  case FORESLICE_TYPE_DUP:
    return 0;
  }
  return SIZE_MAX;
}

// The layouts below have the bounds that MPI gives them. False if a bound does
// not fit, or is unknown.

bool makeVector(Layout &New, const Layout &Old,
                const std::vector<int64_t> &Numbers, bool InBytes) {
  TypeContents C({}, {Numbers.begin(), Numbers.end()});
  New.Data = buildVector(C, Old, InBytes);
  const int64_t Count = Numbers[0], Items = Numbers[1];
  int64_t Last = 0;
  return Count > 0 &&
         !__builtin_mul_overflow(Numbers[2], InBytes ? 1 : Old.Extent, &Last) &&
         !__builtin_mul_overflow(Last, Count - 1, &Last) &&
         setBounds(New, Old, {{0, Items}, {Last, Items}});
}

bool makeIndexed(Layout &New, const Layout &Old,
                 const std::vector<int64_t> &Numbers,
                 foreslice_type_constructor How) {
  const bool OneLength = How == FORESLICE_TYPE_INDEXED_BLOCK ||
                         How == FORESLICE_TYPE_HINDEXED_BLOCK;
  const bool InBytes =
      How == FORESLICE_TYPE_HINDEXED || How == FORESLICE_TYPE_HINDEXED_BLOCK;
  TypeContents C({}, {Numbers.begin(), Numbers.end()});
  New.Data = buildIndexed(C, Old, OneLength, InBytes);
  return setBounds(New, Old,
                   indexedBlocks(Numbers, OneLength, InBytes ? 1 : Old.Extent));
}

bool makeSubarray(Layout &New, const Layout &Old,
                  const std::vector<int64_t> &Numbers) {
  TypeContents C({static_cast<int>(Numbers[0]), static_cast<int>(Numbers[1])},
                 {Numbers.begin() + 2, Numbers.end()});
  New.Data = buildSubarray(C, Old);
  New.LowerBound = 0;
  bool Fits = true;
  for (int64_t I = 0; I < Numbers[0]; ++I)
    Fits &= !__builtin_mul_overflow(New.Extent, Numbers[2 + I], &New.Extent);
  return Fits;
}

} // namespace

LayoutRef makeLayout(foreslice_type_constructor How, const Layout &Old,
                     const std::vector<int64_t> &Numbers) {
  const int64_t Count = Numbers.empty() ? 0 : Numbers[0];
  if (Count < 0 && How != FORESLICE_TYPE_RESIZED)
    return nullptr;
  if (Numbers.size() != numbersOf(How, Count))
    return nullptr;
  auto New = std::make_shared<Layout>(Old);
  bool Bounded = true;
  switch (How) {
  case FORESLICE_TYPE_CONTIGUOUS:
    New->Data = Old.items(Count);
    Bounded = setBounds(*New, Old, {{0, Count}});
    break;
  case FORESLICE_TYPE_VECTOR:
  case FORESLICE_TYPE_HVECTOR:
    Bounded = makeVector(*New, Old, Numbers, How == FORESLICE_TYPE_HVECTOR);
    break;
  case FORESLICE_TYPE_INDEXED:
  case FORESLICE_TYPE_HINDEXED:
  case FORESLICE_TYPE_INDEXED_BLOCK:
  case FORESLICE_TYPE_HINDEXED_BLOCK:
    Bounded = makeIndexed(*New, Old, Numbers, How);
    break;
  case FORESLICE_TYPE_SUBARRAY:
    Bounded = makeSubarray(*New, Old, Numbers);
    break;
  case FORESLICE_TYPE_RESIZED:
    New->LowerBound = Numbers[0];
    New->Extent = Numbers[1];
    break;
  case FORESLICE_TYPE_DUP:
    break;
  }
  return New->Data && Bounded ? New : nullptr;
}

LayoutRef buildLayout(MPI_Datatype Type) {
  return buildLayoutWithin(Type, UINT64_MAX).value_or(nullptr);
}

std::optional<LayoutRef> buildLayoutWithin(MPI_Datatype Type, uint64_t Most) {
  if (Type == MPI_DATATYPE_NULL)
    return nullptr;
  NumbersLeft All{Most};
  LayoutRef L = build(Type, {All});
  return All.Exceeded ? std::nullopt : std::optional(std::move(L));
}

} // namespace foreslice
