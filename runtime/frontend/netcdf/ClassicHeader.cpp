//===- ClassicHeader.cpp - what a file of NetCDF says of its data ---------===//
//
// See ClassicHeader.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/ClassicHeader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace foreslice::netcdf {

namespace {

/// Numbers have their big end first. Names and values take multiples of this.
constexpr uint64_t Unit = 4;

/// Of each kind: more are not looked at.
constexpr uint64_t MostElements = 1 << 16, MostNameBytes = 1 << 10;

uint64_t roundUp(uint64_t Bytes) { return (Bytes + Unit - 1) / Unit * Unit; }

/// Bytes of an element of an nc_type; 0 if there is no such type.
uint64_t bytesOf(uint64_t Type) {
  constexpr std::array<uint64_t, 12> Bytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
  return Type < Bytes.size() ? Bytes[Type] : 0;
}

class HeaderReader {
public:
  explicit HeaderReader(ReadFn Read) : Read(Read) {}
  std::optional<Contents> read();

private:
  uint64_t number(unsigned Bytes);
  /// A count, or a length, which is no negative number.
  uint64_t count() { return number(Is64 ? 8 : 4); }
  uint64_t shortNumber() { return number(4); }
  std::string name();
  void skip(uint64_t Bytes);
  /// How many elements a list has that begins with Tag.
  uint64_t list(uint64_t Tag);
  void dimensions();
  uint64_t attributes();
  Variable variable();
  void variables();
  bool load();
  void fail() { Failed = true; }

  static constexpr size_t LoadBytes = 4096;
  /// Of parts that are loaded: a header may be damaged.
  static constexpr unsigned MostLoads = 4096;

  const ReadFn Read;
  Contents Found;
  bool Is64 = false, HasWideBegins = false, Failed = false;
  uint64_t Records = 0;
  uint64_t Position = 0;
  std::vector<std::byte> Loaded;
  uint64_t LoadedFrom = 0;
  unsigned Loads = 0;
  uint64_t AttributesSeen = 0;
};

bool HeaderReader::load() {
  if (++Loads > MostLoads)
    return false;
  Loaded.resize(LoadBytes);
  LoadedFrom = Position / LoadBytes * LoadBytes;
  return Read(LoadedFrom, Loaded);
}

uint64_t HeaderReader::number(unsigned Bytes) {
  uint64_t Value = 0;
  for (unsigned I = 0; I < Bytes && !Failed; ++I, ++Position) {
    if ((Loaded.empty() || Position - LoadedFrom >= Loaded.size()) && !load())
      fail();
    else
      Value =
          Value << 8 | std::to_integer<uint64_t>(Loaded[Position - LoadedFrom]);
  }
  return Failed ? 0 : Value;
}

void HeaderReader::skip(uint64_t Bytes) {
  constexpr uint64_t MostBytes = uint64_t(1) << 40;
  if (Bytes > MostBytes)
    return fail();
  Position += roundUp(Bytes);
}

std::string HeaderReader::name() {
  const uint64_t Length = count();
  if (Length > MostNameBytes)
    fail();
  std::string Name;
  for (uint64_t I = 0; I < Length && !Failed; ++I)
    Name.push_back(static_cast<char>(number(1)));
  Position += roundUp(Length) - Length;
  return Name;
}

uint64_t HeaderReader::list(uint64_t Tag) {
  const uint64_t Is = shortNumber(), Elements = count();
  // A list that is not there has neither.
  if ((Is != Tag && (Is != 0 || Elements != 0)) || Elements > MostElements)
    fail();
  return Failed ? 0 : Elements;
}

void HeaderReader::dimensions() {
  constexpr uint64_t Tag = 10;
  for (uint64_t Left = list(Tag); Left > 0 && !Failed; --Left) {
    Dimension New{name(), count()};
    if (New.Length == 0) {
      if (Found.Unlimited)
        fail();
      Found.Unlimited = static_cast<uint32_t>(Found.Dimensions.size());
      New.Length = Records;
    }
    Found.Dimensions.push_back(std::move(New));
  }
}

/// How many there are, which are passed.
uint64_t HeaderReader::attributes() {
  constexpr uint64_t Tag = 12;
  const uint64_t Elements = list(Tag);
  AttributesSeen += Elements;
  if (AttributesSeen > 4 * MostElements)
    fail();
  for (uint64_t Left = Elements; Left > 0 && !Failed; --Left) {
    const uint64_t NameBytes = count();
    skip(NameBytes);
    const uint64_t Bytes = bytesOf(shortNumber()), Values = count();
    uint64_t All = 0;
    if (Bytes == 0 || __builtin_mul_overflow(Bytes, Values, &All))
      fail();
    skip(All);
  }
  return Elements;
}

Variable HeaderReader::variable() {
  constexpr uint64_t MostDimensions = 1024; // NC_MAX_VAR_DIMS
  Variable V;
  V.Name = name();
  const uint64_t Rank = count();
  if (Rank > MostDimensions)
    fail();
  for (uint64_t D = 0; D < Rank && !Failed; ++D) {
    const uint64_t Number = count();
    if (Number >= Found.Dimensions.size())
      fail();
    else
      V.Dimensions.push_back(static_cast<uint32_t>(Number));
  }
  V.Attributes = attributes();
  V.Type = static_cast<int>(shortNumber());
  V.ElementBytes = bytesOf(static_cast<uint64_t>(V.Type));
  count(); // Its size, which may not fit.
  V.Begin = number(HasWideBegins ? 8 : 4);
  V.IsRecord = !V.Dimensions.empty() && V.Dimensions[0] == Found.Unlimited;
  if (V.ElementBytes == 0)
    fail();
  return V;
}

/// One record of a variable, or all of one without records.
uint64_t bytesOf(const Contents &In, const Variable &V) {
  uint64_t Bytes = V.ElementBytes;
  for (size_t D = V.IsRecord ? 1 : 0; D < V.Dimensions.size(); ++D)
    if (__builtin_mul_overflow(Bytes, In.Dimensions[V.Dimensions[D]].Length,
                               &Bytes))
      return 0;
  return Bytes;
}

void HeaderReader::variables() {
  constexpr uint64_t Tag = 11;
  uint64_t RecordVariables = 0, LastBytes = 0;
  for (uint64_t Left = list(Tag); Left > 0 && !Failed; --Left) {
    Variable V = variable();
    if (V.IsRecord && !Failed) {
      ++RecordVariables;
      LastBytes = bytesOf(Found, V);
      Found.RecordBytes += roundUp(LastBytes);
    }
    Found.Variables.push_back(std::move(V));
  }
  // The only one has nothing between its records.
  if (RecordVariables == 1)
    Found.RecordBytes = LastBytes;
}

std::optional<Contents> HeaderReader::read() {
  constexpr uint64_t Magic = 0x434446; // "CDF"
  if (number(3) != Magic)
    return std::nullopt;
  const uint64_t Version = number(1);
  if (Version != 1 && Version != 2 && Version != 5)
    return std::nullopt;
  Found.Format = static_cast<int>(Version);
  Is64 = Version == 5;
  HasWideBegins = Version != 1;
  Records = count();
  dimensions();
  Found.Attributes = attributes();
  variables();
  return Failed ? std::nullopt : std::optional(std::move(Found));
}

} // namespace

std::vector<uint64_t> Contents::lengthsOf(const Variable &V) const {
  std::vector<uint64_t> Lengths;
  Lengths.reserve(V.Dimensions.size());
  for (uint32_t D : V.Dimensions)
    Lengths.push_back(Dimensions[D].Length);
  return Lengths;
}

std::optional<Contents> readClassicHeader(ReadFn Read) {
  return HeaderReader(Read).read();
}

/// Of a file or a type that is damaged they may have no end.
constexpr uint64_t MostPieces = 1 << 22;

bool forEachPiece(const Contents &In, const Variable &V,
                  const hdf5::Box &Chosen,
                  FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit) {
  const std::vector<uint64_t> Lengths = In.lengthsOf(V);
  if (Chosen.size() != Lengths.size())
    return false;
  uint64_t Begin = V.Begin, Pieces = 0;
  auto Add = [&](uint64_t First, uint64_t Count) {
    return ++Pieces < MostPieces &&
           Visit(Begin + First * V.ElementBytes, Count * V.ElementBytes);
  };
  bool GoesOn = true;
  if (!V.IsRecord) {
    GoesOn = hdf5::forEachPiece(Lengths, Chosen, Add);
  } else {
    const std::vector<uint64_t> Inner(Lengths.begin() + 1, Lengths.end());
    const hdf5::Box InRecord(Chosen.begin() + 1, Chosen.end());
    for (const hdf5::Interval &Part : Chosen[0])
      for (uint64_t R = Part.Begin; R < Part.End && GoesOn; ++R) {
        Begin = V.Begin + R * In.RecordBytes;
        GoesOn = hdf5::forEachPiece(Inner, InRecord, Add) &&
                 Pieces < MostPieces && Pieces > 0;
      }
  }
  return GoesOn;
}

bool JoinedExtents::add(uint64_t Offset, uint64_t Bytes, VisitFn Visit) {
  constexpr uint64_t Close = 4096;
  if (End != Begin && Offset >= Begin && Offset <= End + Close - 1) {
    End = std::max(End, Offset + Bytes);
    return true;
  }
  const bool GoesOn = finish(Visit);
  Begin = Offset;
  End = Offset + Bytes;
  return GoesOn;
}

bool JoinedExtents::finish(VisitFn Visit) {
  const uint64_t From = std::exchange(Begin, 0), To = std::exchange(End, 0);
  return To <= From || Visit(From, To - From);
}

std::optional<ByteRange> onePiece(const Contents &In, const Variable &V,
                                  const hdf5::SlabOfDimensions &Slabs) {
  if (Slabs.size() != V.Dimensions.size())
    return std::nullopt;
  uint64_t Offset = V.Begin, First = 0, Elements = 1;
  bool IsWhole = true; // Of all dimensions behind.
  // From the last dimension on, whose elements are neighbours.
  uint64_t Below = 1;
  for (size_t D = Slabs.size(); D-- > 0;) {
    const hdf5::Hyperslab &S = Slabs[D];
    const uint64_t Length = In.Dimensions[V.Dimensions[D]].Length;
    const bool IsRecord = V.IsRecord && D == 0;
    if (S.Count == 0 || S.Block != 1 || (S.Stride != 1 && S.Count != 1) ||
        S.Start >= Length || S.Count > Length - S.Start ||
        (S.Count != 1 && (IsRecord || !IsWhole)))
      return std::nullopt;
    if (IsRecord) {
      Offset += S.Start * In.RecordBytes;
      continue;
    }
    First += S.Start * Below;
    Elements *= S.Count;
    IsWhole = IsWhole && S.Count == Length;
    Below *= Length;
  }
  Offset += First * V.ElementBytes;
  return ByteRange{Offset, Offset + Elements * V.ElementBytes};
}

void forEachExtent(const Contents &In, const Variable &V,
                   const hdf5::Box &Chosen,
                   FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit) {
  JoinedExtents To;
  if (forEachPiece(In, V, Chosen, [&](uint64_t Offset, uint64_t Bytes) {
        return To.add(Offset, Bytes, Visit);
      }))
    To.finish(Visit);
}

void forEachExtent(const Variable &V, const Layout &Type,
                   FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit) {
  JoinedExtents To;
  LayoutCursor At(Type.Data, 0, Type.size());
  for (uint64_t Left = MostPieces; At.piece().Length > 0; --Left) {
    const Piece P = At.piece();
    if (Left == 0 ||
        !To.add(V.Begin + static_cast<uint64_t>(P.Offset), P.Length, Visit))
      return;
    At.advance(P.Length);
  }
  To.finish(Visit);
}

} // namespace foreslice::netcdf
