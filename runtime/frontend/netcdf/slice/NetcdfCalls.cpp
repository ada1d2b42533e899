//===- NetcdfCalls.cpp - NetCDF and PnetCDF in slices ---------------------===//
//
// See NetcdfCalls.h and foreslice/netcdf.h. A slice never calls the library: it
// reads the headers of files itself. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/slice/NetcdfCalls.h"

#include "foreslice/hdf5.h"
#include "foreslice/netcdf.h"
#include "frontend/hdf5/Namespace.h"
#include "frontend/hdf5/slice/SliceSets.h"
#include "frontend/netcdf/ClassicHeader.h"
#include "frontend/netcdf/OpenFiles.h"
#include "frontend/posix/slice/LibraryFile.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/LibraryOperand.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/Clock.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

namespace foreslice {

using namespace netcdf;

namespace {

/// Numbers of the slice's own files, which are none of the library's.
constexpr int64_t OwnNumbers = 0x7A000000;
/// Programs are done with older ones.
constexpr size_t MostOwn = 256;

/// A file of the program's, or one that the slice has opened.
struct NetcdfFile : LibraryFile {
  explicit NetcdfFile(std::string Path) : Path(std::move(Path)) {}

  /// Null if it is no file that a slice can do with.
  const Contents *contents();
  /// What the header says; waits for its bytes.
  std::optional<Contents> header();
  /// Of a file of NetCDF-4: what the program's library says.
  void takeSets(const OpenedFile &Is);
  /// The same of one that the slice has opened: what it finds by name.
  bool beginHdf5();
  int64_t findInHdf5(unsigned What, std::string_view Name);
  /// The group of that name; null if there is none.
  std::shared_ptr<NetcdfFile> group(std::string_view Name) const;
  /// Null if unknown.
  const std::vector<std::string> *groups();
  /// The file has what Other has.
  void takeFrom(const NetcdfFile &Other);
  /// The variable of that number; null if there is none.
  const Variable *variable(int32_t Number);

  const std::string Path;
  LibraryKind Kind = LibraryKind::Netcdf;
  bool IsOpened = false, IsRead = false;
  bool IsAgain = false;            ///< The program has opened it once more.
  std::optional<uint64_t> Records; ///< That the library knows of.
  std::optional<Contents> Holds;
  /// Of NetCDF-4, null of others; and its datasets, by the numbers of
  /// variables.
  std::shared_ptr<hdf5::KnownFile> ByHdf5;
  std::vector<std::optional<hdf5::KnownSet>> Sets;
  /// Of a group: the roots of the groups around, the innermost first.
  std::vector<uint64_t> Outer;
  std::string GroupName = "/";                    ///< Of a group.
  std::optional<std::vector<std::string>> Groups; ///< Once asked for.
  /// Only what the slice has looked for is known, by numbers of its own.
  bool IsPart = false;
  /// What is read next, of each dimension.
  std::vector<hdf5::Hyperslab> Next;
};

const Contents *NetcdfFile::contents() {
  if (ByHdf5)
    return &*Holds;
  if (!IsOpened && libraryOpens().ByName)
    libraryOpens().ByName(Path.c_str(), Stream);
  if (!IsOpened && Kind == LibraryKind::Netcdf && !Stream.File)
    openNamed(Path.c_str(), Stream.File);
  if (!IsOpened)
    Stream.MeetsOthers = true;
  IsOpened = true;
  if (!IsRead && Stream.File) {
    Holds = header();
    if (Holds && Holds->Unlimited && Records)
      Holds->Dimensions[*Holds->Unlimited].Length = *Records;
    if (!Holds)
      beginHdf5();
  }
  IsRead = true;
  return Holds ? &*Holds : nullptr;
}

void NetcdfFile::takeSets(const OpenedFile &Is) {
  Holds = *Is.Holds;
  for (const auto &Set : Is.Sets) {
    if (Set && !ByHdf5)
      ByHdf5 = std::make_shared<hdf5::KnownFile>(Set->Origin);
    Sets.emplace_back();
    if (Set)
      Sets.back().emplace(Set, ByHdf5);
  }
}

/// False if it is no such file.
bool NetcdfFile::beginHdf5() {
  auto New = std::make_shared<hdf5::KnownFile>(hdf5::FilePlace());
  New->Stream = Stream;
  New->IsOpened = true;
  const std::optional<uint64_t> Root = hdf5::findRootGroup(
      New->Known, [&](uint64_t Offset, std::span<std::byte> To) {
        return New->load(Offset, To);
      });
  if (!Root)
    return false;
  New->Known.Root = *Root;
  ByHdf5 = std::move(New);
  Holds.emplace();
  IsPart = true;
  return true;
}

void NetcdfFile::takeFrom(const NetcdfFile &Other) {
  Holds = Other.Holds;
  IsPart = Other.IsPart;
  if (!Other.ByHdf5)
    return;
  ByHdf5 = std::make_shared<hdf5::KnownFile>(Other.ByHdf5->Known);
  ByHdf5->Stream = Stream;
  ByHdf5->IsOpened = true;
  ByHdf5->postAsOf(*Other.ByHdf5);
  for (const auto &Set : Other.Sets) {
    Sets.emplace_back();
    if (Set)
      Sets.back().emplace(Set->Is, ByHdf5);
  }
}

/// The number of the variable or the dimension; an error if there is none. Each
/// dimension is a dataset, too, and each one of a variable gets a number of its
/// own.
int64_t NetcdfFile::findInHdf5(unsigned What, std::string_view Name) {
  const bool IsVariable = What == FORESLICE_NETCDF_FIND_VARIABLE;
  const int64_t Nothing =
      IsVariable ? FORESLICE_NETCDF_NO_VARIABLE : FORESLICE_NETCDF_NO_DIMENSION;
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && ByHdf5->load(Offset, To);
  };
  const hdf5::FilePlace &In = ByHdf5->Known;
  std::optional<uint64_t> Header =
      hdf5::findObject(In.Base, In.Root, Name, Read, ByHdf5->Links);
  // A group has the dimensions of those around, too.
  for (size_t I = 0; !IsVariable && !Header && I < Outer.size(); ++I)
    Header = hdf5::findObject(In.Base, Outer[I], Name, Read, ByHdf5->Links);
  std::optional<hdf5::Dataset> Found =
      Header ? hdf5::readDataset(In, *Header, Read) : std::nullopt;
  if (!Found || (!IsVariable && Found->Space.Lengths.empty()))
    return Nothing;
  if (!IsVariable) {
    Holds->Dimensions.push_back({std::string(Name), Found->Space.Lengths[0]});
    return static_cast<int64_t>(Holds->Dimensions.size()) - 1;
  }
  Variable New;
  New.Name = Name;
  Found->Name = Name;
  for (uint64_t Length : Found->Space.Lengths) {
    New.Dimensions.push_back(static_cast<uint32_t>(Holds->Dimensions.size()));
    Holds->Dimensions.push_back({"", Length});
  }
  Holds->Variables.push_back(std::move(New));
  Sets.emplace_back();
  Sets.back().emplace(std::make_shared<hdf5::Dataset>(std::move(*Found)),
                      ByHdf5);
  return static_cast<int64_t>(Sets.size()) - 1;
}

/// What is in it, the slice finds by name.
std::shared_ptr<NetcdfFile> NetcdfFile::group(std::string_view Name) const {
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && ByHdf5->load(Offset, To);
  };
  ByHdf5->open();
  const hdf5::FilePlace &In = ByHdf5->Known;
  const std::optional<uint64_t> Header =
      hdf5::findObject(In.Base, In.Root, Name, Read, ByHdf5->Links);
  if (!Header)
    return nullptr;
  auto New = std::make_shared<NetcdfFile>(Path);
  New->Kind = Kind;
  New->Stream = Stream;
  New->IsOpened = New->IsRead = New->IsPart = true;
  New->ByHdf5 = std::make_shared<hdf5::KnownFile>(In);
  New->ByHdf5->Stream = ByHdf5->Stream;
  New->ByHdf5->IsOpened = true;
  New->ByHdf5->Known.Root = *Header;
  New->Holds.emplace();
  New->Outer.push_back(In.Root);
  New->GroupName = Name;
  New->Outer.insert(New->Outer.end(), Outer.begin(), Outer.end());
  return New;
}

/// In the order in which the groups were made, as the library has them.
const std::vector<std::string> *NetcdfFile::groups() {
  if (!Groups && ByHdf5) {
    ByHdf5->open();
    const auto Links =
        hdf5::linksOf(ByHdf5->Known.Base, ByHdf5->Known.Root, ByHdf5->reader());
    if (!Links)
      return nullptr;
    std::vector<hdf5::Link> Found;
    for (const hdf5::Link &L : *Links)
      if (L.Header != hdf5::NoAddress &&
          hdf5::isGroup(ByHdf5->Known.Base, L.Header, ByHdf5->reader()))
        Found.push_back(L);
    std::ranges::sort(Found, {}, [](const hdf5::Link &L) {
      return std::make_pair(L.Order, L.Name);
    });
    Groups.emplace();
    for (hdf5::Link &L : Found)
      Groups->push_back(std::move(L.Name));
  }
  return Groups ? &*Groups : nullptr;
}

std::optional<Contents> NetcdfFile::header() {
  execution::lookSoon();
  return readClassicHeader([&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && load(Offset, To);
  });
}

const Variable *NetcdfFile::variable(int32_t Number) {
  const Contents *In = contents();
  return In && Number >= 0 && static_cast<size_t>(Number) < In->Variables.size()
             ? &In->Variables[static_cast<size_t>(Number)]
             : nullptr;
}

/// Of one library.
class NetcdfFiles {
public:
  /// Those of execution::runner(), in the launch that runs.
  static NetcdfFiles &ofRunner(LibraryKind Kind);

  void bind(const foreslice_netcdf_file &File);
  SliceEnd query(int64_t Id, LibraryOperand What, int64_t &Answer);
  SliceEnd queryGroups(NetcdfFile &F, LibraryOperand What, int64_t &Answer);
  SliceEnd find(int64_t Id, unsigned What, std::string_view Name,
                int64_t &Answer);
  SliceEnd change(int64_t Id, LibraryOperand What, int64_t To, uint64_t Count);
  SliceEnd read(const SliceAccess &A);
  SliceEnd open(const SliceOpen &O, const char *Name, int64_t &New);

private:
  using Open = std::shared_ptr<NetcdfFile>;

  NetcdfFile *file(int64_t Number) const {
    auto At = Files.find(Number);
    return At != Files.end() ? At->second.get() : nullptr;
  }
  /// Puts it under the slice's own number Last.
  void keep(Open New);
  bool openFile(const char *Name);
  void guess(NetcdfFile &New);
  bool wasOpenedAgain(const SliceOpen &O) const;
  int64_t openAhead(const SliceOpen &O, const char *Name);
  int64_t openBehind(const SliceOpen &O, const char *Name);
  void postSelected(NetcdfFile &F, const Contents &In, const Variable &V,
                    DatasetStatistics *Counters);
  SliceEnd readData(NetcdfFile &F, const Variable &V, const SliceAccess &A);
  void select(NetcdfFile &F, const Variable &V, bool IsAll);
  SliceEnd selectParts(NetcdfFile &F, int32_t Number);
  SliceEnd addPart(NetcdfFile &F, int32_t Number);
  void postParts(NetcdfFile &F);
  SliceEnd selectType(NetcdfFile &F, LibraryOperand What, int64_t To);

  uint64_t Launch = 0;
  LibraryKind Kind = LibraryKind::Netcdf;
  int64_t Last = OwnNumbers;
  std::map<int64_t, Open> Files;
  Open LastOpened;
  /// Files whose headers were not waited for, the oldest first.
  std::deque<Open> Guessed;
  bool MayGuess = true;
  /// The variable that the next read is of; -1 if that is not known.
  int32_t Reads = -1;
  hdf5::Dataspace Selected;
  LayoutRef AsType; ///< In place of Selected, if not null.
  /// Of several parts: those that have come and are not posted yet.
  struct Parts {
    JoinedExtents Joined;
    DatasetStatistics *Counters = nullptr;
  };
  std::optional<Parts> InParts;
};

NetcdfFiles &NetcdfFiles::ofRunner(LibraryKind Kind) {
  using OfLibrary = std::array<NetcdfFiles, 2>;
  static constinit ProcessObject<std::array<OfLibrary, execution::Runners>> All;
  NetcdfFiles &Own = All.get()[execution::runner()][static_cast<size_t>(Kind)];
  if (uint64_t Now = execution::runningNumber(); Own.Launch != Now) {
    Own = {};
    Own.Launch = Now;
    Own.Kind = Kind;
  }
  return Own;
}

void NetcdfFiles::bind(const foreslice_netcdf_file &File) {
  const std::shared_ptr<const OpenedFiles> Are =
      OpenFiles::get().find(File.number);
  if (!Are)
    return;
  for (const OpenedFile &Is : *Are) {
    auto New = std::make_shared<NetcdfFile>(Is.Path);
    New->Kind = Kind;
    New->Records = Is.Records;
    if (Is.Holds)
      New->takeSets(Is);
    Files.try_emplace(Is.Id, std::move(New));
  }
}

void NetcdfFiles::keep(Open New) {
  if (Files.size() >= MostOwn)
    if (auto Oldest = Files.lower_bound(OwnNumbers); Oldest != Files.end())
      Files.erase(Oldest);
  Reads = -1;
  New->Kind = Kind;
  Files.emplace(++Last, std::move(New));
}

/// A character of a name, or the 0 behind.
int64_t characterOf(const std::string &Name, uint64_t At) {
  return At < Name.size() ? static_cast<unsigned char>(Name[At]) : 0;
}

/// Of what the slice has found by name.
bool isKnownOfPart(unsigned What) {
  return What == FORESLICE_NETCDF_LENGTH || What == FORESLICE_NETCDF_RANKS ||
         What == FORESLICE_NETCDF_DIMENSION;
}

SliceEnd NetcdfFiles::queryGroups(NetcdfFile &F, LibraryOperand What,
                                  int64_t &Answer) {
  if (What.What == FORESLICE_NETCDF_GROUP_NAME) {
    Answer = characterOf(F.GroupName, What.Part);
    return SliceEnd::Completed;
  }
  const std::vector<std::string> *Groups = F.groups();
  constexpr int LastClassic = 2, Classic5 = 5; // As nc_inq_format() says.
  const int Format = F.contents()->Format;
  if (!Groups && Format > LastClassic && Format != Classic5)
    return SliceEnd::Astray;
  const auto Number = static_cast<size_t>(What.Number);
  if (What.What == FORESLICE_NETCDF_GROUPS) {
    Answer = Groups ? static_cast<int64_t>(Groups->size()) : 0;
    return SliceEnd::Completed;
  }
  Answer = FORESLICE_NETCDF_NO_GROUP;
  if (Groups && Number < Groups->size())
    if (Open Group = F.group((*Groups)[Number])) {
      keep(std::move(Group));
      Answer = Last;
    }
  return SliceEnd::Completed;
}

SliceEnd NetcdfFiles::query(int64_t Id, LibraryOperand What, int64_t &Answer) {
  NetcdfFile *F = file(Id);
  const Contents *In = F ? F->contents() : nullptr;
  // The launch could not find out what it is.
  if (!In)
    return SliceEnd::Astray;
  if (What.What == FORESLICE_NETCDF_GROUPS ||
      What.What == FORESLICE_NETCDF_GROUP ||
      What.What == FORESLICE_NETCDF_GROUP_NAME)
    return queryGroups(*F, What, Answer);
  const auto Number = static_cast<size_t>(What.Number);
  if (F->IsPart && !isKnownOfPart(What.What))
    return SliceEnd::Astray;
  switch (What.What) {
  case FORESLICE_NETCDF_DIMENSIONS:
    Answer = static_cast<int64_t>(In->Dimensions.size());
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_VARIABLES:
    Answer = static_cast<int64_t>(In->Variables.size());
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_ATTRIBUTES:
    Answer = static_cast<int64_t>(In->Attributes);
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_UNLIMITED:
    Answer = In->Unlimited ? int64_t(*In->Unlimited) : -1;
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_FORMAT:
    Answer = In->Format;
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_RECORDS:
    Answer = static_cast<int64_t>(In->RecordBytes);
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_LENGTH:
  case FORESLICE_NETCDF_DIMENSION_NAME: {
    Answer = FORESLICE_NETCDF_NO_DIMENSION;
    if (Number >= In->Dimensions.size())
      return SliceEnd::Completed;
    const Dimension &D = In->Dimensions[Number];
    Answer = What.What == FORESLICE_NETCDF_LENGTH
                 ? static_cast<int64_t>(D.Length)
                 : characterOf(D.Name, What.Part);
    return SliceEnd::Completed;
  }
  default:
    break;
  }
  Answer = FORESLICE_NETCDF_NO_VARIABLE;
  const Variable *V = F->variable(What.Number);
  if (!V)
    return SliceEnd::Completed;
  switch (What.What) {
  case FORESLICE_NETCDF_RANKS:
    Answer = static_cast<int64_t>(V->Dimensions.size());
    break;
  case FORESLICE_NETCDF_DIMENSION:
    Answer = What.Part < V->Dimensions.size() ? V->Dimensions[What.Part] : 0;
    break;
  case FORESLICE_NETCDF_TYPE:
    Answer = V->Type;
    break;
  case FORESLICE_NETCDF_ATTRIBUTES_OF:
    Answer = static_cast<int64_t>(V->Attributes);
    break;
  case FORESLICE_NETCDF_VARIABLE_NAME:
    Answer = characterOf(V->Name, What.Part);
    break;
  default:
    return SliceEnd::Astray;
  }
  return SliceEnd::Completed;
}

/// The number of the element of that name; Else if there is none.
template <class T>
int64_t numberOf(const std::vector<T> &In, std::string_view Name,
                 int64_t Else) {
  auto At = std::ranges::find(In, Name, &T::Name);
  return At != In.end() ? At - In.begin() : Else;
}

SliceEnd NetcdfFiles::find(int64_t Id, unsigned What, std::string_view Name,
                           int64_t &Answer) {
  NetcdfFile *F = file(Id);
  const Contents *In = F ? F->contents() : nullptr;
  if (!In)
    return SliceEnd::Astray;
  if (What == FORESLICE_NETCDF_FIND_GROUP) {
    if (!F->ByHdf5)
      return SliceEnd::Astray;
    Answer = FORESLICE_NETCDF_NO_GROUP;
    if (Open Group = F->group(Name)) {
      keep(std::move(Group));
      Answer = Last;
    }
    return SliceEnd::Completed;
  }
  Answer = What == FORESLICE_NETCDF_FIND_VARIABLE
               ? numberOf(In->Variables, Name, FORESLICE_NETCDF_NO_VARIABLE)
               : numberOf(In->Dimensions, Name, FORESLICE_NETCDF_NO_DIMENSION);
  if (Answer < 0 && F->IsPart)
    Answer = F->findInHdf5(What, Name);
  return SliceEnd::Completed;
}

/// What is read of V next.
void NetcdfFiles::select(NetcdfFile &F, const Variable &V, bool IsAll) {
  Selected.Lengths = F.contents()->lengthsOf(V);
  Selected.Is = IsAll ? hdf5::Selection::All : hdf5::Selection::Slab;
  Selected.Slabs.swap(F.Next); // Keeps the memory.
  F.Next.clear();
  Selected.Slabs.resize(Selected.Lengths.size());
}

/// What a walk of extents calls. Waits for room in the queue.
static auto posting(NetcdfFile &F, DatasetStatistics *Counters) {
  return [&F, Counters](uint64_t Offset, uint64_t Bytes) {
    execution::lookSoon();
    F.post(Offset, Bytes, Counters);
    return !execution::cancelFlag() && Offset < F.sizeUpTo(Offset + 1);
  };
}

/// What is selected of V.
void NetcdfFiles::postSelected(NetcdfFile &F, const Contents &In,
                               const Variable &V, DatasetStatistics *Counters) {
  if (F.ByHdf5) {
    if (auto &Set = F.Sets[static_cast<size_t>(Reads)])
      Set->post(Selected);
  } else if (AsType) {
    forEachExtent(V, *AsType, posting(F, Counters));
  } else if (const auto Chosen = Selected.chosen()) {
    forEachExtent(In, V, *Chosen, posting(F, Counters));
  }
}

/// The next read is of parts of variable Number.
SliceEnd NetcdfFiles::selectParts(NetcdfFile &F, int32_t Number) {
  const Variable *V = F.variable(Number);
  InParts.emplace();
  if (V)
    InParts->Counters = F.countersOf(V->Name);
  return F.Holds && (V || !F.IsPart) ? SliceEnd::Completed : SliceEnd::Astray;
}

/// One of them, as F.Next says.
SliceEnd NetcdfFiles::addPart(NetcdfFile &F, int32_t Number) {
  const Variable *V = F.variable(Number);
  if (!InParts || !V)
    return SliceEnd::Completed;
  const Contents &In = *F.contents();
  F.Next.resize(V->Dimensions.size());
  if (const auto Piece = F.ByHdf5 ? std::nullopt : onePiece(In, *V, F.Next)) {
    InParts->Joined.add(Piece->Begin, Piece->End - Piece->Begin,
                        posting(F, InParts->Counters));
    F.Next.clear();
    SliceStreams::ofRunner().isAstray(/*GaveNothing=*/false);
    return SliceEnd::Completed;
  }
  postParts(F);
  select(F, *V, /*IsAll=*/false);
  if (SliceStreams::ofRunner().isAstray(Selected.isOutside(Selected.Lengths)))
    return SliceEnd::Astray;
  Reads = Number;
  postSelected(F, In, *V, InParts->Counters);
  return SliceEnd::Completed;
}

void NetcdfFiles::postParts(NetcdfFile &F) {
  InParts->Joined.finish(posting(F, InParts->Counters));
}

/// The next read is of What.Number, as the datatype To lies in the file.
SliceEnd NetcdfFiles::selectType(NetcdfFile &F, LibraryOperand What,
                                 int64_t To) {
  const auto LayoutOf = libraryOpens().LayoutOf;
  AsType = LayoutOf ? LayoutOf(static_cast<foreslice_handle>(To)) : nullptr;
  if (!AsType)
    return SliceEnd::UnknownHandle;
  Reads = F.variable(What.Number) ? What.Number : -1;
  return F.Holds ? SliceEnd::Completed : SliceEnd::Astray;
}

SliceEnd NetcdfFiles::change(int64_t Id, LibraryOperand What, int64_t To,
                             uint64_t Count) {
  NetcdfFile *F = file(Id);
  if (!F)
    return SliceEnd::Astray;
  const auto Value = static_cast<uint64_t>(To);
  switch (What.What) {
  case FORESLICE_NETCDF_READ_BY:
  case FORESLICE_NETCDF_READ_ALL:
    Reads = -1;
    AsType = nullptr;
    InParts.reset();
    // The library would refuse to read what is not there.
    if (const Variable *V = F->variable(What.Number)) {
      select(*F, *V, What.What == FORESLICE_NETCDF_READ_ALL);
      const bool IsOutside = Selected.isOutside(Selected.Lengths);
      if (SliceStreams::ofRunner().isAstray(IsOutside))
        return SliceEnd::Astray;
      Reads = What.Number;
    }
    return F->Holds && (Reads >= 0 || !F->IsPart) ? SliceEnd::Completed
                                                  : SliceEnd::Astray;
  case FORESLICE_NETCDF_READ_PARTS:
    Reads = -1;
    AsType = nullptr;
    return selectParts(*F, What.Number);
  case FORESLICE_NETCDF_PART:
    return addPart(*F, What.Number);
  case FORESLICE_NETCDF_READ_TYPE:
    InParts.reset();
    return selectType(*F, What, To);
  case FORESLICE_NETCDF_RENEW:
    Reads = -1;
    F->IsRead = false;
    F->Records.reset();
    return SliceEnd::Completed;
  default:
    break;
  }
  const auto Number = static_cast<size_t>(What.Number);
  if (Number >= FORESLICE_NETCDF_RANK)
    return SliceEnd::Completed;
  if (F->Next.size() <= Number)
    F->Next.resize(Number + 1);
  hdf5::Hyperslab &Slab = F->Next[Number];
  switch (What.What) {
  case FORESLICE_NETCDF_START:
    Slab.Start = Value;
    break;
  case FORESLICE_NETCDF_COUNT:
    Slab.Count = Value;
    break;
  case FORESLICE_NETCDF_PLACE:
    Slab.Start = Value;
    Slab.Count = Count;
    break;
  case FORESLICE_NETCDF_STRIDE:
    Slab.Stride = Value;
    break;
  default:
    return SliceEnd::Astray;
  }
  return SliceEnd::Completed;
}

/// How a classic file has elements of Type; none if as no numbers.
std::optional<hdf5::NumberType> numberTypeOf(const Variable &V) {
  constexpr int Signed[] = {1, 3, 4, 10}, Unsigned[] = {7, 8, 9, 11},
                Real[] = {5, 6}; // Of nc_type.
  auto Is = [&](const auto &Types) {
    return std::ranges::find(Types, V.Type) != std::end(Types);
  };
  const int Kind = Is(Signed)     ? FORESLICE_HDF5_SIGNED
                   : Is(Unsigned) ? FORESLICE_HDF5_UNSIGNED
                   : Is(Real)     ? FORESLICE_HDF5_REAL
                                  : 0;
  return Kind ? std::optional(hdf5::NumberType{Kind, V.ElementBytes})
              : std::nullopt;
}

/// Appends the elements of a classic file, which are big-endian.
bool appendClassic(NetcdfFile &F, const Contents &In, const Variable &V,
                   const hdf5::Box &Chosen, std::vector<std::byte> &To) {
  return forEachPiece(In, V, Chosen, [&](uint64_t Offset, uint64_t Bytes) {
    const size_t Begin = To.size();
    To.resize(Begin + Bytes);
    const std::span<std::byte> New = std::span(To).subspan(Begin);
    if (execution::cancelFlag() || !F.load(Offset, New))
      return false;
    for (size_t E = 0; E < Bytes; E += V.ElementBytes)
      std::ranges::reverse(New.subspan(E, V.ElementBytes));
    return true;
  });
}

/// Later reads depend on the data. Without the data, the slice ends for good,
/// and regions inside have slices in turn.
SliceEnd NetcdfFiles::readData(NetcdfFile &F, const Variable &V,
                               const SliceAccess &A) {
  const std::optional<hdf5::NumberType> Type =
      hdf5::numberTypeOf(static_cast<int64_t>(A.Type));
  const std::optional<hdf5::Box> Chosen = Selected.chosen();
  const uint64_t Points = Selected.chosenPoints();
  if (!Type || !Chosen || Points > FORESLICE_MAX_SLICE_MEMORY / Type->Bytes)
    return SliceEnd::NoData;
  std::vector<std::byte> Data;
  Data.reserve(Points * Type->Bytes);
  execution::resumeScouts();
  const uint64_t Start = nowNs();
  bool Is = false;
  LibraryFile *File = &F;
  if (F.ByHdf5) {
    auto &Set = F.Sets[static_cast<size_t>(Reads)];
    File = F.ByHdf5.get();
    Is =
        Set && Set->read(Selected, *Type, [&](std::span<const std::byte> More) {
          Data.insert(Data.end(), More.begin(), More.end());
          return !execution::cancelFlag();
        });
  } else {
    Is = numberTypeOf(V) == Type &&
         appendClassic(F, *F.contents(), V, *Chosen, Data);
  }
  if (!Is)
    return execution::cancelFlag() ? SliceEnd::Cancelled : SliceEnd::NoData;
  File->countDependentRead(Start);
  return execution::space()->store(static_cast<std::byte *>(A.Buffer),
                                   Data.data(), Data.size(), A.Frame);
}

SliceEnd NetcdfFiles::read(const SliceAccess &A) {
  NetcdfFile *F = file(static_cast<int64_t>(A.File));
  if (!F)
    return SliceEnd::Astray;
  if (InParts) {
    postParts(*F);
    InParts.reset();
    Reads = -1;
  }
  const Contents *In = F->contents();
  const Variable *V = F->variable(Reads);
  if (!In || !V)
    return A.needsData() ? SliceEnd::NoData : SliceEnd::Completed;
  postSelected(*F, *In, *V, F->ByHdf5 ? nullptr : F->countersOf(V->Name));
  return A.needsData() ? readData(*F, *V, A) : SliceEnd::Completed;
}

/// Files of a series look alike: the slice does not wait for the header of one
/// that is as long as the one before. Sees whether that was so of files before,
/// whose headers have come.
void NetcdfFiles::guess(NetcdfFile &New) {
  constexpr size_t MostGuessed = 8;
  if (Guessed.size() > MostGuessed) {
    NetcdfFile &Old = *Guessed.front();
    const std::optional<Contents> Is = Old.header();
    MayGuess = MayGuess && (!Is || Is == Old.Holds);
    Guessed.pop_front();
  }
  if (!LastOpened || !LastOpened->Stream.File)
    return;
  New.postAsOf(*LastOpened);
  if (MayGuess && LastOpened->Holds &&
      New.Stream.size() == LastOpened->Stream.size()) {
    New.takeFrom(*LastOpened);
    New.IsRead = true;
  }
}

/// False if there is no such file.
bool NetcdfFiles::openFile(const char *Name) {
  auto New = std::make_shared<NetcdfFile>(Name);
  New->IsOpened = true;
  New->Stream.MeetsOthers = true;
  makeRoomAhead();
  if (!openNamed(Name, New->Stream.File))
    return false;
  if (New->Stream.File)
    guess(*New);
  LastOpened = New;
  if (New->IsRead)
    Guessed.push_back(New);
  keep(std::move(New));
  return true;
}

/// Opens the file as Mode says, before the program has; an error if that cannot
/// be.
int64_t NetcdfFiles::openAhead(const SliceOpen &O, const char *Name) {
  switch (O.Mode) {
  case FORESLICE_NETCDF_TO_READ:
  case FORESLICE_NETCDF_BY_METHOD:
    return openFile(Name) ? Last : FORESLICE_NETCDF_NO_FILE;
  case FORESLICE_NETCDF_TO_WRITE:
    keep(std::make_shared<NetcdfFile>(""));
    return Last;
  case FORESLICE_NETCDF_AGAIN:
    return wasOpenedAgain(O) ? 0 : FORESLICE_NETCDF_NO_FILE;
  default:
    return FORESLICE_NETCDF_NO_FILE;
  }
}

/// Since the launch.
bool NetcdfFiles::wasOpenedAgain(const SliceOpen &O) const {
  NetcdfFile *F = file(static_cast<int64_t>(O.Of));
  return F && F->IsAgain;
}

/// The program has opened it. What was fetched before is dropped.
int64_t NetcdfFiles::openBehind(const SliceOpen &O, const char *Name) {
  if (O.Mode == FORESLICE_NETCDF_AGAIN) {
    if (NetcdfFile *F = file(static_cast<int64_t>(O.Of)))
      F->IsAgain = true;
    return 0;
  }
  if ((O.Mode == FORESLICE_NETCDF_TO_READ ||
       O.Mode == FORESLICE_NETCDF_BY_METHOD) &&
      openFile(Name))
    return Last;
  keep(std::make_shared<NetcdfFile>(Name));
  return Last;
}

/// The main thread forwards what its call gave, 0 or an error.
SliceEnd NetcdfFiles::open(const SliceOpen &O, const char *Name, int64_t &New) {
  const bool IsScout = execution::isScout();
  if (!IsScout)
    if (SliceEnd End = takeBeforeOpening(); End != SliceEnd::Completed)
      return End;
  New = openAhead(O, Name);
  if (IsScout)
    return SliceEnd::Completed;
  if (New >= 0 && !slice_values::isBehind()) {
    slice_values::goOnWithout(O.Call.site, static_cast<uint64_t>(New));
    return SliceEnd::Completed;
  }
  int64_t Gave = 0;
  // On this thread's stack, which is all the slice's own.
  SliceEnd End =
      slice_values::receive(O.Call.site, &Gave, sizeof Gave, /*Frame=*/0);
  if (End != SliceEnd::Completed)
    return End;
  const auto Error =
      O.Mode == FORESLICE_NETCDF_BY_METHOD ? 0 : static_cast<int32_t>(Gave);
  if (Error)
    New = std::min(Error, -2); // As all errors are.
  else if (New < 0)
    New = openBehind(O, Name);
  return End;
}

template <class WorkFn> SliceEnd attempted(LibraryKind Kind, WorkFn Work) {
  try {
    return Work(NetcdfFiles::ofRunner(Kind));
  } catch (const std::exception &) {
    return SliceEnd::OutOfMemory;
  }
}
/// An entry: what Work, of the slice's files, gives.
template <class WorkFn> void ofSlice(LibraryKind Kind, WorkFn Work) {
  guarded([&] { return attempted(Kind, Work); });
}
/// Of which programs make many for each read.
template <class WorkFn> void ofSliceQuickly(LibraryKind Kind, WorkFn Work) {
  guardedQuickly([&] { return attempted(Kind, Work); });
}

class NetcdfSlices final : public SliceFamily {
public:
  constexpr explicit NetcdfSlices(LibraryKind Kind) : Kind(Kind) {}

  int64_t access(const SliceAccess &A) const override {
    if (!A.needsData() || execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) { return Own.read(A); });
    return 0;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    int64_t New = 0;
    if (O.Call.kind == FORESLICE_AT_LAUNCH) {
      ofSlice(Kind, [&](NetcdfFiles &Own) {
        Own.bind(*static_cast<const foreslice_netcdf_file *>(O.To));
        return SliceEnd::Completed;
      });
      return 0;
    }
    char Name[FORESLICE_MAX_NAME];
    // A bad pointer faults here, where the slice is its own.
    foreslice_slice_load_text(Name, O.Name, sizeof Name);
    if (execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) { return Own.open(O, Name, New); });
    return static_cast<foreslice_handle>(New);
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Answer = 0;
    const auto File = static_cast<int64_t>(Q.Of);
    const LibraryOperand What(static_cast<uint64_t>(Q.What));
    if (!Q.Name) {
      ofSliceQuickly(Kind, [&](NetcdfFiles &Own) {
        return Own.query(File, What, Answer);
      });
      return Answer;
    }
    char Name[FORESLICE_MAX_NAME];
    foreslice_slice_load_text(Name, Q.Name, sizeof Name);
    if (execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) {
        return Own.find(File, What.What, Name, Answer);
      });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    ofSliceQuickly(Kind, [&](NetcdfFiles &Own) {
      return Own.change(static_cast<int64_t>(M.File), LibraryOperand(M.By),
                        M.To, M.Of);
    });
    return 0;
  }

private:
  const LibraryKind Kind;
};

} // namespace

void addNetcdfFamilies() {
  static constexpr NetcdfSlices Serial(LibraryKind::Netcdf),
      Parallel(LibraryKind::Pnetcdf);
  SliceFamily::add(FORESLICE_FAMILY_NETCDF, Serial);
  SliceFamily::add(FORESLICE_FAMILY_PNETCDF, Parallel);
}

} // namespace foreslice
