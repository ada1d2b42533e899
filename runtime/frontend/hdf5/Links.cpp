//===- Links.cpp - the links of a group -----------------------------------===//
//
// See Links.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Links.h"

#include "frontend/hdf5/LinkHeap.h"
#include "frontend/hdf5/LocalHeap.h"
#include "frontend/hdf5/ObjectHeader.h"

namespace foreslice::hdf5 {

namespace {

/// Larger parts of a file are not looked at.
constexpr uint64_t MostBytes = 1 << 20;
/// Most levels of a tree, possibly damaged.
constexpr unsigned MostLevels = 32;
/// Most links of a group, and groups whose links are kept.
constexpr size_t MostLinks = 1 << 16, MostKnown = 256;

/// The names and the links of a group of the first kind: sections III.A.1,
/// III.B.
class SymbolTable {
public:
  SymbolTable(uint64_t Base, ReadFn Read) : Base(Base), Read(Read) {}

  std::optional<uint64_t> find(uint64_t Tree, uint64_t Heap,
                               std::string_view Name);
  /// False if the table is damaged, or has too many links.
  bool list(uint64_t Tree, uint64_t Heap, LinkList &To);

private:
  bool load(uint64_t Address, uint64_t Bytes, std::vector<std::byte> &To) {
    if (Bytes > MostBytes)
      return false;
    To.resize(Bytes);
    return Read(Base + Address, To);
  }
  std::optional<uint64_t> findIn(uint64_t Node, std::string_view Name);
  /// Visits the entries of a node of links, until Visit returns false. False if
  /// the node is damaged.
  bool
  forEachEntry(uint64_t Node,
               FunctionRef<bool(std::string_view Name, uint64_t Header)> Visit);
  /// Part of a tree: names up to LastName.
  struct Child {
    uint64_t Address;
    std::string_view LastName;
  };
  bool loadNode(uint64_t Tree, uint64_t &Level, std::vector<Child> &Children);
  bool listIn(uint64_t Tree, uint64_t Limit, LinkList &To);

  const uint64_t Base;
  const ReadFn Read;
  LocalHeap Names;
};

bool SymbolTable::forEachEntry(
    uint64_t Node, FunctionRef<bool(std::string_view, uint64_t)> Visit) {
  constexpr uint64_t Head = 8, EntryBytes = 40;
  std::vector<std::byte> Loaded;
  if (!load(Node, Head, Loaded))
    return false;
  ByteReader Reader(Loaded);
  if (!Reader.takeWord("SNOD"))
    return false;
  Reader.take(2);
  const uint64_t Entries = Reader.number(2);
  if (!load(Node, Head + Entries * EntryBytes, Loaded))
    return false;
  Reader = ByteReader(Loaded);
  Reader.take(Head);
  for (uint64_t I = 0; I < Entries; ++I) {
    ByteReader Entry = Reader.take(EntryBytes);
    const uint64_t Position = Entry.address(), Header = Entry.address();
    if (!Visit(Names.nameAt(Position), Header))
      break;
  }
  return true;
}

std::optional<uint64_t> SymbolTable::findIn(uint64_t Node,
                                            std::string_view Name) {
  uint64_t Found = NoAddress;
  forEachEntry(Node, [&](std::string_view Entry, uint64_t Header) {
    if (Entry == Name)
      Found = Header;
    return Entry != Name;
  });
  return Found != NoAddress ? std::optional(Found) : std::nullopt;
}

bool SymbolTable::loadNode(uint64_t Tree, uint64_t &Level,
                           std::vector<Child> &Children) {
  constexpr uint64_t Head = 8 + 2 * NumberBytes;
  std::vector<std::byte> Loaded;
  if (!load(Tree, Head, Loaded))
    return false;
  ByteReader Reader(Loaded);
  if (!Reader.takeWord("TREE") || Reader.number(1) != 0)
    return false;
  Level = Reader.number(1);
  const uint64_t Entries = Reader.number(2);
  if (!load(Tree, Head + Entries * 2 * NumberBytes + NumberBytes, Loaded))
    return false;
  Reader = ByteReader(Loaded);
  Reader.take(Head + NumberBytes);
  Children.clear();
  for (uint64_t I = 0; I < Entries; ++I) {
    const uint64_t Address = Reader.address();
    Children.push_back({Address, Names.nameAt(Reader.address())});
  }
  return true;
}

std::optional<uint64_t> SymbolTable::find(uint64_t Tree, uint64_t Heap,
                                          std::string_view Name) {
  if (!Names.load(Base, Heap, Read))
    return std::nullopt;
  uint64_t Level = 0;
  std::vector<Child> Children;
  for (unsigned Levels = 0; Levels < MostLevels; ++Levels) {
    if (!loadNode(Tree, Level, Children))
      return std::nullopt;
    auto In = std::ranges::lower_bound(Children, Name, {}, &Child::LastName);
    if (In == Children.end())
      return std::nullopt;
    if (Level == 0)
      return findIn(In->Address, Name);
    Tree = In->Address;
  }
  return std::nullopt;
}

/// Limit: the levels from here on, at most.
bool SymbolTable::listIn(uint64_t Tree, uint64_t Limit, LinkList &To) {
  uint64_t Level = 0;
  std::vector<Child> Children;
  if (!loadNode(Tree, Level, Children) || Level >= Limit)
    return false;
  return std::ranges::all_of(Children, [&](const Child &C) {
    if (Level > 0)
      return listIn(C.Address, Level, To);
    return forEachEntry(C.Address,
                        [&](std::string_view Name, uint64_t Header) {
                          To.push_back({std::string(Name), Header});
                          return To.size() <= MostLinks;
                        }) &&
           To.size() <= MostLinks;
  });
}

bool SymbolTable::list(uint64_t Tree, uint64_t Heap, LinkList &To) {
  return Names.load(Base, Heap, Read) && listIn(Tree, MostLevels, To);
}

/// Section IV.A.2.g.
Link linkOf(ByteReader Data) {
  enum : uint64_t { HasType = 8, HasOrder = 4, HasCharacters = 16 };
  if (Data.number(1) != 1)
    return {};
  const uint64_t Flags = Data.number(1);
  const bool IsHard = !(Flags & HasType) || Data.number(1) == 0;
  const uint64_t Order = Flags & HasOrder ? Data.number(8) : 0;
  Data.take(Flags & HasCharacters ? 1 : 0);
  const uint64_t Length = Data.number(size_t(1) << (Flags & 3));
  Link New{std::string(Data.text(Length)), NoAddress, Order};
  Data.take(Length);
  const uint64_t Address = Data.address();
  if (IsHard && !Data.isEnded())
    New.Header = Address;
  return New;
}

/// Where a group keeps links.
struct LinkPlaces {
  struct Pair {
    uint64_t First, Second;
  };
  std::optional<Pair> Table; ///< The tree and the names.
  std::optional<Pair> Heap;  ///< The heap and the index of names.
  LinkList InHeader;
};

/// Section IV.A.2.c: only groups with many links have a heap.
std::optional<LinkPlaces::Pair> heapOf(ByteReader Data) {
  Data.take(1);
  const bool HasOrder = Data.number(1) & 1;
  Data.take(HasOrder ? 8 : 0);
  const uint64_t Heap = Data.address(), Index = Data.address();
  return Heap != NoAddress && Index != NoAddress && !Data.isEnded()
             ? std::optional(LinkPlaces::Pair{Heap, Index})
             : std::nullopt;
}

/// None if the object is not a group.
std::optional<LinkPlaces> placesOf(uint64_t Base, uint64_t Group, ReadFn Read) {
  LinkPlaces Found;
  bool IsGroup = false;
  forEachMessage(Base, Group, Read,
                 [&](Message Type, bool IsShared, ByteReader Data) {
                   if (IsShared)
                     return true;
                   if (Type == Message::Link)
                     Found.InHeader.push_back(linkOf(Data));
                   if (Type == Message::LinkInfo)
                     Found.Heap = heapOf(Data);
                   if (Type == Message::SymbolTable) {
                     const uint64_t Tree = Data.address();
                     Found.Table = {Tree, Data.address()};
                   }
                   IsGroup |= Type == Message::LinkInfo ||
                              Type == Message::Link || Found.Table;
                   return !Found.Table;
                 });
  return IsGroup ? std::optional(std::move(Found)) : std::nullopt;
}

std::shared_ptr<const LinkList> listOf(uint64_t Base, LinkPlaces Places,
                                       ReadFn Read) {
  auto All = std::make_shared<LinkList>(std::move(Places.InHeader));
  if (Places.Table &&
      !SymbolTable(Base, Read)
           .list(Places.Table->First, Places.Table->Second, *All))
    return nullptr;
  if (Places.Heap &&
      !forEachInHeap(Base, Places.Heap->First, Places.Heap->Second, Read,
                     [&](ByteReader Data) { All->push_back(linkOf(Data)); }))
    return nullptr;
  std::ranges::sort(*All, {}, &Link::Name);
  return All;
}

} // namespace

std::shared_ptr<const LinkList> linksOf(uint64_t Base, uint64_t Group,
                                        ReadFn Read) {
  std::optional<LinkPlaces> Places = placesOf(Base, Group, Read);
  return Places ? listOf(Base, std::move(*Places), Read) : nullptr;
}

bool isGroup(uint64_t Base, uint64_t Header, ReadFn Read) {
  return placesOf(Base, Header, Read).has_value();
}

std::optional<uint64_t> findLink(uint64_t Base, uint64_t Group,
                                 std::string_view Name, ReadFn Read,
                                 KnownLinks &Known) {
  std::shared_ptr<const LinkList> Links;
  if (auto It = Known.find(Group); It != Known.end()) {
    Links = It->second;
  } else {
    std::optional<LinkPlaces> Places = placesOf(Base, Group, Read);
    if (!Places)
      return std::nullopt;
    if (Places->Table)
      return SymbolTable(Base, Read)
          .find(Places->Table->First, Places->Table->Second, Name);
    const bool IsInHeap = Places->Heap.has_value();
    Links = listOf(Base, std::move(*Places), Read);
    if (Links && IsInHeap) {
      if (Known.size() >= MostKnown)
        Known.clear();
      Known.emplace(Group, Links);
    }
  }
  if (!Links)
    return std::nullopt;
  auto It = std::ranges::lower_bound(*Links, Name, {}, &Link::Name);
  return It != Links->end() && It->Name == Name && It->Header != NoAddress
             ? std::optional(It->Header)
             : std::nullopt;
}

} // namespace foreslice::hdf5
