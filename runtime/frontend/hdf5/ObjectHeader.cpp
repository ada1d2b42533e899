//===- ObjectHeader.cpp - the header of a dataset or a group --------------===//
//
// See ObjectHeader.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ObjectHeader.h"

#include <optional>
#include <vector>

namespace foreslice::hdf5 {

namespace {

/// Part of a header: messages.
struct Block {
  uint64_t Offset, Bytes;
};

/// A header in either version.
class Header {
public:
  Header(uint64_t Base, ReadFn Read) : Base(Base), Read(Read) {}

  bool begin(uint64_t Address);
  bool visit(FunctionRef<bool(Message, bool, ByteReader)> Visit);

private:
  std::optional<ByteReader> load(const Block &B);

  static constexpr size_t MostBytes = 64 << 10, MostBlocks = 64;

  const uint64_t Base;
  const ReadFn Read;
  bool IsFirstVersion = false, HasOrder = false;
  std::vector<Block> Blocks;
  std::vector<std::byte> Loaded;
};

} // namespace

std::optional<ByteReader> Header::load(const Block &B) {
  if (B.Bytes > MostBytes)
    return std::nullopt;
  Loaded.resize(B.Bytes);
  if (!Read(B.Offset, Loaded))
    return std::nullopt;
  return ByteReader(Loaded);
}

/// Section IV.A.1: the prefix before the messages.
bool Header::begin(uint64_t Address) {
  constexpr uint64_t Prefix = 64; ///< Larger than any prefix.
  const uint64_t Offset = Base + Address;
  std::optional<ByteReader> Reader = load({Offset, Prefix});
  if (!Reader)
    return false;
  enum : uint64_t { Order = 4, AttributeLimits = 16, Times = 32 };
  if (Reader->takeWord("OHDR")) {
    if (Reader->number(1) != 2)
      return false;
    const uint64_t Flags = Reader->number(1);
    Reader->take((Flags & Times ? 16 : 0) + (Flags & AttributeLimits ? 4 : 0));
    const uint64_t Length = Reader->number(size_t(1) << (Flags & 3));
    HasOrder = Flags & Order;
    Blocks.push_back({Offset + Prefix - Reader->left(), Length});
    return true;
  }
  IsFirstVersion = Reader->number(1) == 1;
  Reader->take(7); // How many messages there are, and links to the object.
  Blocks.push_back({Offset + 16, Reader->number(4)});
  return IsFirstVersion;
}

bool Header::visit(FunctionRef<bool(Message, bool, ByteReader)> Visit) {
  for (size_t I = 0; I < Blocks.size(); ++I) {
    std::optional<ByteReader> Reader = load(Blocks[I]);
    if (!Reader || (!IsFirstVersion && I > 0 && !Reader->takeWord("OCHK")))
      return false;
    // A rest smaller than a message is a checksum, or a gap.
    const size_t Least = IsFirstVersion ? 8 : HasOrder ? 6 : 4;
    while (Reader->left() >= Least) {
      const auto Type =
          static_cast<Message>(Reader->number(IsFirstVersion ? 2 : 1));
      const size_t Length = Reader->number(2);
      const bool IsShared = Reader->number(1) & 2;
      Reader->take(Least - (IsFirstVersion ? 5 : 4));
      ByteReader Data = Reader->take(Length);
      if (Reader->isEnded())
        break;
      if (Type == Message::Continuation && Blocks.size() < MostBlocks) {
        const uint64_t Address = Data.address();
        Blocks.push_back({Base + Address, Data.address()});
      } else if (!Visit(Type, IsShared, Data)) {
        return true;
      }
    }
  }
  return true;
}

bool forEachMessage(uint64_t Base, uint64_t Address, ReadFn Read,
                    FunctionRef<bool(Message, bool, ByteReader)> Visit) {
  Header H(Base, Read);
  return H.begin(Address) && H.visit(Visit);
}

} // namespace foreslice::hdf5
