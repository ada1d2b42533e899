//===- Namespace.cpp - objects of a file by name --------------------------===//
//
// See Namespace.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Namespace.h"

#include "foreslice/hdf5.h"
#include "frontend/hdf5/ObjectHeader.h"

namespace foreslice::hdf5 {

namespace {

/// Sections IV.A.2.b, d, i, l, and other messages about the place of data.
class SetReader {
public:
  explicit SetReader(const FilePlace &Place, uint64_t Header)
      : File(Place), Header(Header) {
    Set.Origin = Place;
  }
  void take(Message Type, bool IsShared, ByteReader Data);
  std::optional<Dataset> finish();

private:
  bool takeSpace(ByteReader Data);
  bool takeType(ByteReader Data);
  void takeLayout(ByteReader Data);

  const FilePlace &File;
  const uint64_t Header;
  Dataset Set;
  bool IsKnown = true, IsFiltered = false, HasSpace = false;
  std::vector<std::byte> LayoutBytes;
};

bool SetReader::takeSpace(ByteReader Data) {
  std::optional<Extent> Is = readExtent(Data, FORESLICE_HDF5_RANK);
  HasSpace = true;
  if (Is)
    Set.Space.Lengths = std::move(Is->Lengths);
  return Is.has_value();
}

bool SetReader::takeType(ByteReader Data) {
  enum : uint64_t { Reference = 7, Variable = 9 };
  Set.Type = readNumberType(Data);
  const uint64_t Class = Data.number(1) & 15;
  Data.take(3);
  Set.ElementBytes = Data.number(4);
  return Class != Reference && Class != Variable && !Data.isEnded();
}

/// The layout may come before the dimensions.
void SetReader::takeLayout(ByteReader Data) {
  const std::string_view Text = Data.text(Data.left());
  const auto *Begin = reinterpret_cast<const std::byte *>(Text.data());
  LayoutBytes.assign(Begin, Begin + Text.size());
}

void SetReader::take(Message Type, bool IsShared, ByteReader Data) {
  switch (Type) {
  case Message::Dataspace:
    IsKnown &= !IsShared && !HasSpace && takeSpace(Data);
    break;
  case Message::Datatype:
    IsKnown &= !IsShared && takeType(Data);
    break;
  case Message::Layout:
    takeLayout(Data);
    break;
  case Message::ExternalFiles:
    Set.IsElsewhere = true;
    break;
  case Message::Filters:
    Data.take(1);
    IsFiltered = IsShared || Data.number(1) != 0;
    break;
  default:
    break;
  }
}

std::optional<Dataset> SetReader::finish() {
  const size_t Rank = Set.Space.Lengths.size();
  if (!HasSpace || LayoutBytes.empty())
    return std::nullopt;
  Set.IsEmpty = !IsKnown || Set.ElementBytes == 0;
  if (Set.IsEmpty)
    return std::move(Set);
  if (std::optional<ChunkLayout> Layout =
          readChunkLayout(ByteReader(LayoutBytes), Rank)) {
    Set.ChunkLengths = std::move(Layout->Lengths);
    Set.Index = {File.Base, Header, File.Fanout, Rank};
    Set.ReadsWholeChunks = IsFiltered || Layout->Bytes <= File.CacheBytes;
    return std::move(Set);
  }
  enum : uint64_t { Third = 3, Fourth = 4, Contiguous = 1, Virtual = 3 };
  ByteReader Data(LayoutBytes);
  const uint64_t Version = Data.number(1), Class = Data.number(1),
                 Address = Data.address();
  Set.IsElsewhere |= Version == Fourth && Class == Virtual;
  Set.Index = {File.Base, Header, File.Fanout, Rank};
  if (Set.IsElsewhere)
    return std::move(Set);
  Set.IsEmpty = (Version != Third && Version != Fourth) ||
                Class != Contiguous || Address == NoAddress;
  Set.Begin = File.Base + Address;
  return std::move(Set);
}

} // namespace

std::optional<uint64_t> findObject(uint64_t Base, uint64_t Group,
                                   std::string_view Path, ReadFn Read,
                                   KnownLinks &Known) {
  uint64_t Position = Group;
  while (!Path.empty()) {
    const size_t Length = std::min(Path.find('/'), Path.size());
    const std::string_view Name = Path.substr(0, Length);
    Path.remove_prefix(std::min(Length + 1, Path.size()));
    if (Name.empty() || Name == ".")
      continue;
    std::optional<uint64_t> Next = findLink(Base, Position, Name, Read, Known);
    if (!Next)
      return std::nullopt;
    Position = *Next;
  }
  return Position;
}

/// Section II.A: the superblock, at the beginning or behind a block of the
/// program.
std::optional<uint64_t> findRootGroup(FilePlace &Place, ReadFn Read) {
  constexpr std::string_view Signature = "\x89HDF\r\n\x1a\n";
  constexpr uint64_t Bytes = 96, First = 512, Last = 1 << 20;
  constexpr uint64_t UsualFanout = 32;
  std::vector<std::byte> Loaded(Bytes);
  for (uint64_t Position = 0; Position <= Last;
       Position = Position ? 2 * Position : First) {
    if (!Read(Position, Loaded))
      return std::nullopt;
    ByteReader S(Loaded);
    if (!S.takeWord(Signature))
      continue;
    const uint64_t Version = S.number(1);
    Place.Base = Position;
    Place.Fanout = UsualFanout;
    if (Version == 2 || Version == 3) {
      const uint64_t Sizes = S.number(2);
      S.take(1 + 3 * NumberBytes);
      return Sizes == (NumberBytes | NumberBytes << 8)
                 ? std::optional(S.address())
                 : std::nullopt;
    }
    S.take(4);
    const uint64_t Sizes = S.number(2);
    if (Version > 1 || Sizes != (NumberBytes | NumberBytes << 8))
      return std::nullopt;
    S.take(1 + 4 + 4);
    if (Version == 1) {
      Place.Fanout = S.number(2);
      S.take(2);
    }
    S.take(5 * NumberBytes); // The last: the place of the root's name.
    return S.address();
  }
  return std::nullopt;
}

std::optional<Dataset> readDataset(const FilePlace &Place, uint64_t Header,
                                   ReadFn Read) {
  SetReader Set(Place, Header);
  if (!forEachMessage(Place.Base, Header, Read,
                      [&](Message Type, bool IsShared, ByteReader Data) {
                        Set.take(Type, IsShared, Data);
                        return true;
                      }))
    return std::nullopt;
  return Set.finish();
}

} // namespace foreslice::hdf5
