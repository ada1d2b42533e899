//===- ChunkOrder.cpp - the order of the data of an HDF5 file -------------===//
//
// See ChunkOrder.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkOrder.h"

#include "frontend/hdf5/Namespace.h"

#include <bit>
#include <numeric>
#include <set>

namespace foreslice::hdf5 {

bool isCountedBefore(std::string_view A, std::string_view B) {
  auto IsDigit = [](char C) { return C >= '0' && C <= '9'; };
  auto TakeNumber = [&](std::string_view &Text) {
    size_t Length = 0;
    while (Length < Text.size() && IsDigit(Text[Length]))
      ++Length;
    std::string_view Number = Text.substr(0, Length);
    Text.remove_prefix(Length);
    Number.remove_prefix(std::min(Number.find_first_not_of('0'), Length));
    return Number;
  };
  while (!A.empty() && !B.empty()) {
    if (IsDigit(A[0]) && IsDigit(B[0])) {
      const std::string_view NumberA = TakeNumber(A), NumberB = TakeNumber(B);
      if (NumberA.size() != NumberB.size())
        return NumberA.size() < NumberB.size();
      if (NumberA != NumberB)
        return NumberA < NumberB;
      continue;
    }
    if (A[0] != B[0])
      return A[0] < B[0];
    A.remove_prefix(1);
    B.remove_prefix(1);
  }
  return A.size() < B.size();
}

class OrderMaker {
public:
  explicit OrderMaker(const FileBytes &File) : File(File) {}

  std::shared_ptr<const ChunkOrder> make();

private:
  using Part = ChunkOrder::Part;
  /// A dataset's parts are from Begin on, with places from 0 on.
  struct Set {
    std::string Name;
    size_t Begin = 0, End = 0;
    uint64_t Places = 0;
  };

  bool addGroup(uint64_t Header, const std::string &Path, unsigned Depth);
  bool addSet(const Dataset &Is, const std::string &Path);
  bool addChunks(const Dataset &Is, uint64_t &Slot);

  /// About what the header of an object takes.
  static constexpr uint64_t HeaderBytes = 1024;
  static constexpr unsigned MostDepth = 16;
  static constexpr size_t MostSets = 4096, MostParts = 1 << 18;
  static constexpr uint64_t MostBytes = uint64_t(1) << 48; ///< Of a dataset.
  /// The format has 32 bits for the bytes of a chunk.
  static constexpr uint64_t MostChunkBytes = (uint64_t(1) << 32) - 1;

  const FileBytes File;
  FilePlace Place;
  std::set<uint64_t> Seen; ///< Headers: links may go round.
  std::vector<Set> Sets;
  std::vector<Part> Parts;
};

/// All chunks of a dataset have slots of one length: the length without
/// compression, so that the same dataset of another file has the same places.
bool OrderMaker::addChunks(const Dataset &Is, uint64_t &Slot) {
  const size_t Rank = Is.ChunkLengths.size();
  uint64_t Bytes = std::max<uint64_t>(Is.ElementBytes, 1);
  for (uint64_t L : Is.ChunkLengths)
    Bytes = std::min(Bytes, MostChunkBytes) * std::min(L, MostChunkBytes);
  Slot = std::bit_ceil(std::clamp<uint64_t>(Bytes, 1, MostChunkBytes / 2 + 1));
  ChunkIndex Index(Is.Index);
  const bool Known = Index.forEach(
      File.Read, File.Expect,
      [&](const std::vector<uint64_t> &Coordinates, const ChunkExtent &Chunk) {
        uint64_t Number = 0;
        for (size_t D = 0; D < Rank; ++D) {
          const uint64_t Length = Is.ChunkLengths[D];
          const uint64_t Chunks = (Is.Space.Lengths[D] + Length - 1) / Length;
          Number = Number * Chunks + Coordinates[D] / Length;
        }
        Parts.push_back({{Chunk.Begin, Chunk.Begin + Chunk.Bytes}, Number});
        Slot =
            std::max(Slot, std::bit_ceil(std::max<uint64_t>(Chunk.Bytes, 1)));
        return Parts.size() <= MostParts;
      });
  return Known && Parts.size() <= MostParts;
}

bool OrderMaker::addSet(const Dataset &Is, const std::string &Path) {
  if (Is.IsEmpty || Is.IsElsewhere || Is.Space.points() > MostBytes ||
      Is.ElementBytes > MostBytes / std::max<uint64_t>(Is.Space.points(), 1))
    return true;
  Set New{.Name = Path, .Begin = Parts.size()};
  uint64_t Slot = 1;
  if (Is.ChunkLengths.empty()) {
    const uint64_t Bytes = Is.Space.points() * Is.ElementBytes;
    Slot = std::bit_ceil(std::max<uint64_t>(Bytes, 1));
    Parts.push_back({{Is.Begin, Is.Begin + Bytes}, 0});
  } else if (!addChunks(Is, Slot)) {
    return false;
  }
  New.End = Parts.size();
  for (size_t I = New.Begin; I < New.End; ++I) {
    Part &P = Parts[I];
    if (P.Place > MostBytes / Slot)
      return false;
    P.Slot = Slot;
    P.Place *= Slot;
    New.Places = std::max(New.Places, P.Place + Slot);
  }
  if (New.Begin != New.End)
    Sets.push_back(std::move(New));
  return Sets.size() <= MostSets;
}

/// False if the file has too much.
bool OrderMaker::addGroup(uint64_t Header, const std::string &Path,
                          unsigned Depth) {
  if (!Seen.insert(Header).second || Depth > MostDepth)
    return true;
  const std::shared_ptr<const LinkList> Links =
      linksOf(Place.Base, Header, File.Read);
  if (!Links) {
    const std::optional<Dataset> Is = readDataset(Place, Header, File.Read);
    return !Is || addSet(*Is, Path);
  }
  std::vector<const Link *> Ordered;
  for (const Link &L : *Links)
    if (L.Header != NoAddress)
      Ordered.push_back(&L);
  if (Ordered.size() > MostSets)
    return false;
  std::ranges::sort(Ordered, [](const Link *A, const Link *B) {
    return isCountedBefore(A->Name, B->Name);
  });
  for (const Link *L : Ordered)
    File.Expect(Place.Base + L->Header, HeaderBytes);
  return std::ranges::all_of(Ordered, [&](const Link *L) {
    return addGroup(L->Header, Path + "/" + L->Name, Depth + 1);
  });
}

std::shared_ptr<const ChunkOrder> OrderMaker::make() {
  const std::optional<uint64_t> Root = findRootGroup(Place, File.Read);
  if (!Root || !addGroup(*Root, "", 0) || Parts.empty())
    return nullptr;
  // Datasets are equally far apart, so that a dataset a step is a pattern.
  uint64_t Distance = 0;
  for (const Set &S : Sets)
    Distance = std::max(Distance, std::bit_ceil(S.Places));
  constexpr uint64_t MostPlaces = uint64_t(1) << 62;
  if (Distance > MostPlaces / Sets.size())
    return nullptr;
  for (size_t I = 0; I < Sets.size(); ++I)
    for (size_t P = Sets[I].Begin; P < Sets[I].End; ++P)
      Parts[P].Place += I * Distance;
  std::shared_ptr<ChunkOrder> New(new ChunkOrder);
  New->Sets.Distance = Distance;
  for (Set &S : Sets)
    New->Sets.Names.push_back(std::move(S.Name));
  New->Parts = std::move(Parts);
  std::ranges::sort(New->Parts, {},
                    [](const Part &P) { return P.Bytes.Begin; });
  New->ByPlace.resize(New->Parts.size());
  std::iota(New->ByPlace.begin(), New->ByPlace.end(), 0u);
  std::ranges::sort(New->ByPlace, {},
                    [&](uint32_t P) { return New->Parts[P].Place; });
  return New;
}

std::shared_ptr<const ChunkOrder> ChunkOrder::make(const FileBytes &File) {
  return OrderMaker(File).make();
}

/// The part with the byte at Offset; null if there is none.
const ChunkOrder::Part *ChunkOrder::partOf(uint64_t Offset) const {
  auto Behind = std::ranges::upper_bound(
      Parts, Offset, {}, [](const Part &P) { return P.Bytes.Begin; });
  if (Behind == Parts.begin() || Offset >= std::prev(Behind)->Bytes.End)
    return nullptr;
  return &*std::prev(Behind);
}

std::string_view ChunkOrder::nameOf(ByteRange Bytes) const {
  const Part *P = partOf(Bytes.Begin);
  return P ? Sets.Names[P->Place / Sets.Distance] : std::string_view();
}

/// A part that is read as a whole has the length of the others.
std::optional<ByteRange> ChunkOrder::placeOf(ByteRange Bytes) const {
  const Part *Found = partOf(Bytes.Begin);
  if (!Found)
    return std::nullopt;
  const Part &P = *Found;
  if (Bytes.contains(P.Bytes))
    return ByteRange{P.Place, P.Place + P.Slot};
  const uint64_t Place = P.Place + (Bytes.Begin - P.Bytes.Begin);
  return ByteRange{Place,
                   Place + std::min(Bytes.End, P.Bytes.End) - Bytes.Begin};
}

std::optional<ByteRange> ChunkOrder::bytesAt(ByteRange Place) const {
  auto Behind = std::ranges::upper_bound(
      ByPlace, Place.Begin, {}, [&](uint32_t P) { return Parts[P].Place; });
  if (Behind == ByPlace.begin())
    return std::nullopt;
  const Part &P = Parts[*std::prev(Behind)];
  const uint64_t Skipped = Place.Begin - P.Place;
  if (Skipped >= P.Bytes.End - P.Bytes.Begin)
    return std::nullopt;
  const uint64_t Begin = P.Bytes.Begin + Skipped;
  const uint64_t Bytes = Place.End - Place.Begin;
  return ByteRange{Begin, std::min(P.Bytes.End - Begin, Bytes) + Begin};
}

} // namespace foreslice::hdf5
