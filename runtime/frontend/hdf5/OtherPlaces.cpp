//===- OtherPlaces.cpp - data of a dataset in other places ----------------===//
//
// See OtherPlaces.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/OtherPlaces.h"

#include "frontend/hdf5/LocalHeap.h"
#include "frontend/hdf5/ObjectHeader.h"

#include <algorithm>
#include <set>

namespace foreslice::hdf5 {

namespace {

using Intervals = std::vector<Interval>;

constexpr uint64_t Unlimited = UINT64_MAX;
constexpr size_t MostMappings = 4096, MostParts = 4096;
/// Most intervals of all mappings of a dataset.
constexpr uint64_t MostIntervals = 1 << 20;

uint64_t elementsIn(const Intervals &In) {
  uint64_t Elements = 0;
  for (const Interval &I : In)
    Elements += I.End - I.Begin;
  return Elements;
}

void add(Interval New, Intervals &To) {
  if (!To.empty() && To.back().End == New.Begin)
    To.back().End = New.End;
  else
    To.push_back(New);
}

/// The numbers of the elements of Of that are in Chosen, too.
Intervals numbersOf(const Intervals &Chosen, const Intervals &Of) {
  Intervals Numbers;
  uint64_t Number = 0;
  auto C = Chosen.begin();
  for (const Interval &I : Of) {
    while (C != Chosen.end() && C->End <= I.Begin)
      ++C;
    for (auto Next = C; Next != Chosen.end() && Next->Begin < I.End; ++Next)
      add({Number + std::max(Next->Begin, I.Begin) - I.Begin,
           Number + std::min(Next->End, I.End) - I.Begin},
          Numbers);
    Number += I.End - I.Begin;
  }
  return Numbers;
}

/// The elements of Of with these numbers, as far as below Length.
Intervals withNumbers(const Intervals &Numbers, const Intervals &Of,
                      uint64_t Length) {
  Intervals Elements;
  uint64_t Number = 0;
  auto N = Numbers.begin();
  for (const Interval &I : Of) {
    const uint64_t End = Number + (I.End - I.Begin);
    while (N != Numbers.end() && N->End <= Number)
      ++N;
    for (auto Next = N; Next != Numbers.end() && Next->Begin < End; ++Next) {
      const uint64_t From = I.Begin + std::max(Next->Begin, Number) - Number,
                     To = I.Begin + std::min(Next->End, End) - Number;
      if (From < std::min(To, Length))
        add({From, std::min(To, Length)}, Elements);
    }
    Number = End;
  }
  return Elements;
}

/// A selection in a file: all, a hyperslab, or blocks.
struct Selected {
  bool IsAll = false;
  SlabOfDimensions Slab;
  Box Blocks;
};

/// Blocks are a grid: the library writes hyperslabs as blocks.
bool takeBlocks(ByteReader &Data, size_t Rank, uint64_t Blocks,
                size_t NumberSize, Selected &To) {
  if (Blocks == 0 || Blocks > Data.left() / (2 * Rank * NumberSize))
    return false;
  std::vector<std::set<std::pair<uint64_t, uint64_t>>> Seen(Rank);
  std::vector<uint64_t> Corners(2 * Rank);
  for (uint64_t B = 0; B < Blocks; ++B) {
    for (uint64_t &Corner : Corners)
      Corner = Data.number(NumberSize);
    for (size_t D = 0; D < Rank; ++D) {
      if (Corners[D] > Corners[Rank + D] || Corners[Rank + D] == Unlimited)
        return false;
      Seen[D].emplace(Corners[D], Corners[Rank + D] + 1);
    }
  }
  uint64_t Grid = 1;
  To.Blocks.resize(Rank);
  for (size_t D = 0; D < Rank; ++D) {
    Grid *= Seen[D].size();
    uint64_t End = 0;
    for (auto [Begin, Behind] : Seen[D]) {
      if (Grid > Blocks || Begin < End)
        return false;
      add({Begin, Behind}, To.Blocks[D]);
      End = Behind;
    }
  }
  return Grid == Blocks;
}

std::optional<Selected> takeSelection(ByteReader &Data) {
  enum : uint64_t { Slabs = 2, All = 3 };
  constexpr uint64_t IsRegular = 1;
  const uint64_t Kind = Data.number(4), Version = Data.number(4);
  Selected New;
  if (Kind == All) {
    Data.take(8);
    New.IsAll = true;
    return New;
  }
  if (Kind != Slabs || Version < 1 || Version > 3)
    return std::nullopt;
  const uint64_t Flags = Version == 1 ? Data.number(4) & 0 : Data.number(1);
  size_t NumberSize = Version == 1 ? 4 : NumberBytes;
  if (Version == 3)
    NumberSize = Data.number(1);
  else
    Data.take(4); // The length of what follows.
  const size_t Rank = Data.number(4);
  if (Rank == 0 || Rank > 32 || NumberSize == 0 || NumberSize > NumberBytes)
    return std::nullopt;
  if (!(Flags & IsRegular)) {
    const uint64_t Blocks = Data.number(NumberSize);
    return takeBlocks(Data, Rank, Blocks, NumberSize, New) ? std::optional(New)
                                                           : std::nullopt;
  }
  const uint64_t Most = NumberSize == NumberBytes
                            ? Unlimited
                            : (uint64_t(1) << (8 * NumberSize)) - 1;
  auto Number = [&] {
    const uint64_t Value = Data.number(NumberSize);
    return Value == Most ? Unlimited : Value;
  };
  for (size_t D = 0; D < Rank; ++D) {
    Hyperslab &H = New.Slab.emplace_back();
    H.Start = Number();
    H.Stride = Number();
    H.Count = Number();
    H.Block = Number();
  }
  return Data.isEnded() ? std::nullopt : std::optional(New);
}

/// The dimension in which Slab has no end; the rank if there is none.
size_t endless(const SlabOfDimensions &Slab) {
  size_t D = 0;
  while (D < Slab.size() && Slab[D].Count != Unlimited &&
         Slab[D].Block != Unlimited)
    ++D;
  return D;
}

/// As many blocks of H as begin below Length.
uint64_t blocksBelow(const Hyperslab &H, uint64_t Length) {
  if (H.Start >= Length)
    return 0;
  return H.Block == Unlimited || H.Stride == 0
             ? 1
             : (Length - H.Start - 1) / H.Stride + 1;
}

/// None if the hyperslab is damaged or has more than Most blocks.
std::optional<Intervals> intervalsOf(const Hyperslab &H, uint64_t Most) {
  uint64_t Last = 0;
  if (H.Count > Most || (H.Count > 1 && H.Stride < H.Block) ||
      __builtin_mul_overflow(H.Count, H.Stride, &Last) ||
      __builtin_add_overflow(Last, H.Start, &Last) ||
      __builtin_add_overflow(Last, H.Block, &Last))
    return std::nullopt;
  Intervals New;
  for (uint64_t I = 0; I < H.Count && H.Block > 0; ++I)
    add({H.Start + I * H.Stride, H.Start + I * H.Stride + H.Block}, New);
  return New;
}

/// False if the selection is damaged or has more than Left intervals.
bool putBox(const Selected &Is, uint64_t &Left, std::optional<Box> &To) {
  if (Is.IsAll)
    return true;
  To = Is.Blocks;
  for (const Hyperslab &H : Is.Slab) {
    std::optional<Intervals> Of = intervalsOf(H, Left);
    if (!Of)
      return false;
    Left -= H.Count;
    To->push_back(std::move(*Of));
  }
  return true;
}

/// With a number in place of "%b" and of "%5b", and one "%" for two. False if
/// there is no place for a number.
bool putNumber(std::string_view Name, uint64_t Number, std::string &To) {
  bool Put = false;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (Name[I] != '%') {
      To += Name[I];
      continue;
    }
    size_t End = I + 1;
    while (End < Name.size() && Name[End] >= '0' && Name[End] <= '9')
      ++End;
    if (End < Name.size() && Name[End] == 'b') {
      To += std::to_string(Number);
      Put = true;
      I = End;
    } else {
      To += '%';
      I += I + 1 < Name.size() && Name[I + 1] == '%';
    }
  }
  return Put;
}

/// The message with the list of mappings is in a global heap.
class MappingReader {
public:
  MappingReader(const std::vector<uint64_t> &Lengths,
                std::vector<Mapping> &Mappings)
      : Lengths(Lengths), Mappings(Mappings) {}
  void take(ByteReader List);

private:
  void add(std::string_view File, std::string_view Set, Selected There,
           Selected Here);
  bool put(std::string_view File, std::string_view Set, const Selected &There,
           const Selected &Here, uint64_t Number);

  const std::vector<uint64_t> &Lengths;
  std::vector<Mapping> &Mappings;
  uint64_t Left = MostIntervals;
};

/// Whether a name had a place for Number.
bool MappingReader::put(std::string_view File, std::string_view Set,
                        const Selected &There, const Selected &Here,
                        uint64_t Number) {
  Mapping New;
  const bool InFile = putNumber(File, Number, New.File),
             InSet = putNumber(Set, Number, New.Set);
  if (Mappings.size() < MostMappings && putBox(Here, Left, New.Here) &&
      putBox(There, Left, New.There) &&
      (!New.Here || New.Here->size() == Lengths.size()))
    Mappings.push_back(std::move(New));
  return InFile || InSet;
}

/// A selection without an end goes to the end of the dataset, or is of a
/// dataset for each block.
void MappingReader::add(std::string_view File, std::string_view Set,
                        Selected There, Selected Here) {
  const size_t D = endless(Here.Slab);
  if (D == Here.Slab.size() || D >= Lengths.size()) {
    put(File, Set, There, Here, 0);
    return;
  }
  Hyperslab &H = Here.Slab[D];
  const Hyperslab Whole = H;
  const uint64_t Blocks = blocksBelow(Whole, Lengths[D]);
  std::string Text;
  if (putNumber(File, 0, Text) || putNumber(Set, 0, Text)) {
    for (uint64_t B = 0; B < std::min<uint64_t>(Blocks, MostMappings); ++B) {
      H = {Whole.Start + B * Whole.Stride, 1, 1, Whole.Block};
      put(File, Set, There, Here, B);
    }
    return;
  }
  H.Count = Blocks;
  if (H.Block == Unlimited)
    H.Block = Blocks ? Lengths[D] - H.Start : 0;
  if (const size_t T = endless(There.Slab); T < There.Slab.size()) {
    There.Slab[T].Count = Blocks;
    if (There.Slab[T].Block == Unlimited)
      There.Slab[T].Block = H.Block;
  }
  put(File, Set, There, Here, 0);
}

void MappingReader::take(ByteReader List) {
  auto Name = [&] {
    const std::string_view Rest = List.text(List.left());
    const size_t Length = std::min(Rest.find('\0'), Rest.size());
    List.take(Length + 1);
    return Rest.substr(0, Length);
  };
  if (List.number(1) != 0)
    return;
  const uint64_t Count = List.number(NumberBytes);
  for (uint64_t I = 0; I < Count && Mappings.size() < MostMappings; ++I) {
    const std::string_view File = Name(), Set = Name();
    std::optional<Selected> There = takeSelection(List),
                            Here = There ? takeSelection(List) : std::nullopt;
    if (!Here || List.isEnded())
      return;
    add(File, Set, std::move(*There), std::move(*Here));
  }
}

/// Section III.E: the object Index of the collection at Offset.
void readMappings(uint64_t Offset, uint64_t Index, MappingReader To,
                  ReadFn Read) {
  constexpr uint64_t MostBytes = 4 << 20, Head = 8 + NumberBytes;
  std::vector<std::byte> Loaded(Head);
  if (!Read(Offset, Loaded))
    return;
  ByteReader Reader(Loaded);
  if (!Reader.takeWord("GCOL"))
    return;
  Reader.take(4);
  const uint64_t Bytes = Reader.number(NumberBytes);
  if (Bytes <= Head || Bytes > MostBytes)
    return;
  Loaded.resize(Bytes);
  if (!Read(Offset, Loaded))
    return;
  Reader = ByteReader(Loaded);
  Reader.take(Head);
  while (!Reader.isEnded() && Reader.left() > 0) {
    const uint64_t Number = Reader.number(2);
    Reader.take(6);
    const uint64_t Length = Reader.number(NumberBytes);
    if (Number == 0 || Length > MostBytes)
      return;
    ByteReader Object = Reader.take((Length + 7) / 8 * 8);
    if (Number == Index)
      return To.take(Object.take(Length));
  }
}

/// Section IV.A.2.h.
void readParts(uint64_t Base, ByteReader Data, ReadFn Read,
               std::vector<RawPart> &To) {
  if (Data.number(1) != 1)
    return;
  Data.take(5);
  const uint64_t Used = Data.number(2);
  LocalHeap Names;
  if (!Names.load(Base, Data.address(), Read))
    return;
  for (uint64_t I = 0; I < std::min<uint64_t>(Used, MostParts); ++I) {
    RawPart New;
    New.File = Names.nameAt(Data.number(NumberBytes));
    New.Offset = Data.number(NumberBytes);
    New.Bytes = Data.number(NumberBytes);
    if (Data.isEnded())
      return;
    To.push_back(std::move(New));
  }
}

} // namespace

bool Mapping::touches(const Box &Chosen) const {
  if (!Here)
    return true;
  auto Meet = [](const Intervals &A, const Intervals &B) {
    return !A.empty() && !B.empty() && A.front().Begin < B.back().End &&
           B.front().Begin < A.back().End;
  };
  return std::ranges::equal(Chosen, *Here, Meet);
}

/// Dimensions of one element do not matter: others have the same elements in
/// both selections.
Box Mapping::sourceOf(const Box &Chosen, const std::vector<uint64_t> &Own,
                      const std::vector<uint64_t> &Lengths) const {
  Box Result(Lengths.size());
  if ((Here && Here->size() != Own.size()) ||
      (There && There->size() != Lengths.size()))
    return Result;
  // Of dimensions of several elements: the numbers chosen, and of how many.
  std::vector<std::pair<Intervals, uint64_t>> Numbers;
  for (size_t D = 0; D < Own.size(); ++D) {
    const Intervals In = Here ? (*Here)[D] : Intervals{{0, Own[D]}};
    Intervals Found = numbersOf(Chosen[D], In);
    if (Found.empty())
      return Result;
    if (const uint64_t Elements = elementsIn(In); Elements != 1)
      Numbers.emplace_back(std::move(Found), Elements);
  }
  Box Source(Lengths.size());
  size_t Next = 0;
  for (size_t D = 0; D < Lengths.size(); ++D) {
    const Intervals Of = There ? (*There)[D] : Intervals{{0, Lengths[D]}};
    const uint64_t Elements = elementsIn(Of);
    if (Elements != 1 &&
        (Next == Numbers.size() || Numbers[Next].second != Elements))
      return Result;
    Source[D] =
        withNumbers(Elements == 1 ? Intervals{{0, 1}} : Numbers[Next++].first,
                    Of, Lengths[D]);
  }
  return Next == Numbers.size() ? Source : Result;
}

OtherPlaces readOtherPlaces(uint64_t Base, uint64_t Header,
                            const std::vector<uint64_t> &Lengths, ReadFn Read) {
  enum : uint64_t { Fourth = 4, IsVirtual = 3 };
  OtherPlaces Found;
  forEachMessage(
      Base, Header, Read, [&](Message Type, bool IsShared, ByteReader Data) {
        if (Type == Message::ExternalFiles && !IsShared) {
          readParts(Base, Data, Read, Found.Parts);
        } else if (Type == Message::Layout && !IsShared) {
          const uint64_t Version = Data.number(1), Class = Data.number(1),
                         Address = Data.address(), Index = Data.number(4);
          if (Version == Fourth && Class == IsVirtual && Address != NoAddress)
            readMappings(Base + Address, Index,
                         MappingReader(Lengths, Found.Mappings), Read);
        }
        return true;
      });
  return Found;
}

} // namespace foreslice::hdf5
