//===- Hdf5Calls.cpp - HDF5 in slices -------------------------------------===//
//
// See Hdf5Calls.h and foreslice/hdf5.h. A slice never calls the library. The
// library reads a file in different pieces, by POSIX, with metadata between: so
// the slice and the program meet by place, like streams. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/slice/Hdf5Calls.h"

#include "foreslice/hdf5.h"
#include "frontend/hdf5/Namespace.h"
#include "frontend/hdf5/Objects.h"
#include "frontend/hdf5/slice/SliceSets.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/LibraryOperand.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/Clock.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <map>

namespace foreslice {

using namespace hdf5;

namespace {

/// Numbers of the slice's own objects, never used by the library.
constexpr foreslice_handle OwnHandles = foreslice_handle(0x7E) << 56;
/// Programs no longer use older objects.
constexpr size_t MostOwn = 1024;

struct KnownSpace {
  Dataspace Is;
  uint64_t LastUse = 0;
  /// The selection under construction.
  std::array<Hyperslab, FORESLICE_HDF5_RANK> Next{};
};

/// A file's root, or another group.
struct KnownGroup {
  std::shared_ptr<KnownFile> File;
  uint64_t Header = 0;
  std::string Path{}; ///< In the file, if known; for statistics.
  /// Null until asked for.
  std::shared_ptr<const LinkList> Links{};
};

class Hdf5Handles {
public:
  /// The handles of execution::runner(), in the current launch.
  static Hdf5Handles &ofRunner();

  void bind(const foreslice_hdf5_object &Object);
  SliceEnd query(foreslice_handle Handle, LibraryOperand What, int64_t &Answer);
  SliceEnd change(foreslice_handle Handle, LibraryOperand What, int64_t To);
  SliceEnd read(const SliceAccess &A);
  SliceEnd open(const SliceOpen &O, const char *Name, foreslice_handle &New);
  SliceEnd find(foreslice_handle Handle, std::string_view Name,
                int64_t &Answer) {
    Answer = static_cast<int64_t>(openObject(Handle, Name));
    return Answer ? SliceEnd::Completed : SliceEnd::Astray;
  }
  SliceEnd exists(foreslice_handle Handle, std::string_view Name,
                  int64_t &Answer);

private:
  /// Puts New, of the slice's own, under the handle Last.
  template <class T> void keep(std::map<foreslice_handle, T> &In, T New) {
    if (In.size() >= MostOwn)
      if (auto Oldest = In.lower_bound(OwnHandles); Oldest != In.end())
        In.erase(Oldest);
    In.emplace(++Last, std::move(New));
  }
  foreslice_handle openObject(foreslice_handle Handle, std::string_view Name);
  foreslice_handle openFile(const char *Name);
  foreslice_handle openFileByMpi(const char *Name);
  foreslice_handle keepFile(std::shared_ptr<KnownFile> File);
  /// A slice does not report closings, which may depend on missing data.
  void keepSpace(KnownSpace New);
  const Dataspace *spaceOf(foreslice_handle Handle);
  SliceEnd queryLinks(foreslice_handle Handle, LibraryOperand What,
                      int64_t &Answer);
  const LinkList *linksOf(foreslice_handle Handle);
  SliceEnd readData(KnownSet &Set, const Dataspace &D, const SliceAccess &A);
  SliceEnd changeSpace(KnownSpace &S, LibraryOperand What, int64_t To);
  void changeSet(foreslice_handle Handle, LibraryOperand What, int64_t To);

  uint64_t Launch = 0;
  foreslice_handle Last = OwnHandles;
  std::map<foreslice_handle, KnownSpace> Spaces;
  uint64_t Uses = 0; ///< Of Spaces.
  std::map<foreslice_handle, KnownSet> Sets;
  std::map<foreslice_handle, KnownGroup> Groups;
  std::map<foreslice_handle, AccessList> Lists; ///< Others are the default.
  std::shared_ptr<const KnownFile> LastFile;    ///< Opened by the slice.
  /// The selection of the next read; none: the whole dataset.
  std::optional<Dataspace> ReadBy;
};

Hdf5Handles &Hdf5Handles::ofRunner() {
  static constinit ProcessObject<std::array<Hdf5Handles, execution::Runners>>
      All;
  Hdf5Handles &OwnHandles = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnHandles.Launch != Now) {
    OwnHandles = {};
    OwnHandles.Launch = Now;
  }
  return OwnHandles;
}

void Hdf5Handles::bind(const foreslice_hdf5_object &O) {
  const std::shared_ptr<const Object> Is = Objects::get().find(O.number);
  if (!Is)
    return;
  const auto Handle = static_cast<foreslice_handle>(O.handle);
  if (auto *Open = std::get_if<OpenSets>(&*Is))
    for (const auto &[Number, Set] : *Open)
      Sets.try_emplace(static_cast<foreslice_handle>(Number), Set,
                       std::make_shared<KnownFile>(Set->Origin));
  else if (auto *Place = std::get_if<Group>(&*Is))
    Groups.try_emplace(
        Handle,
        KnownGroup{std::make_shared<KnownFile>(Place->Origin), Place->Header});
  else if (auto *Space = std::get_if<Dataspace>(&*Is))
    Spaces.try_emplace(Handle, KnownSpace{*Space});
  else if (auto *Table = std::get_if<PacketTable>(&*Is))
    Sets.try_emplace(Handle, Table->Set,
                     std::make_shared<KnownFile>(Table->Set->Origin))
        .first->second.Next = Table->Next;
  else
    Lists.try_emplace(Handle, std::get<AccessList>(*Is));
}

/// When full, removes half of the dataspaces at once: the longest unused.
void Hdf5Handles::keepSpace(KnownSpace New) {
  if (Spaces.size() >= MostOwn) {
    std::vector<uint64_t> LastUses;
    LastUses.reserve(Spaces.size());
    for (const auto &[Handle, S] : Spaces)
      LastUses.push_back(S.LastUse);
    const auto Middle = LastUses.begin() + MostOwn / 2;
    std::ranges::nth_element(LastUses, Middle);
    std::erase_if(Spaces, [&](const auto &S) {
      return S.first >= OwnHandles && S.second.LastUse < *Middle;
    });
  }
  New.LastUse = ++Uses;
  keep(Spaces, std::move(New));
}

const Dataspace *Hdf5Handles::spaceOf(foreslice_handle Handle) {
  if (auto It = Spaces.find(Handle); It != Spaces.end()) {
    It->second.LastUse = ++Uses;
    return &It->second.Is;
  }
  auto Found = Sets.find(Handle);
  return Found != Sets.end() ? &Found->second.Is->Space : nullptr;
}

SliceEnd Hdf5Handles::query(foreslice_handle Handle, LibraryOperand What,
                            int64_t &Answer) {
  if (What.What == FORESLICE_HDF5_MAKE) {
    keepSpace({});
    Answer = static_cast<int64_t>(Last);
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_MAKE_LIST) {
    keep(Lists, AccessList());
    Answer = static_cast<int64_t>(Last);
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_ITSELF) {
    Answer = static_cast<int64_t>(Handle);
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_LINKS ||
      What.What == FORESLICE_HDF5_LINK_NAME)
    return queryLinks(Handle, What, Answer);
  if (What.What == FORESLICE_HDF5_NEXT) {
    const auto It = Sets.find(Handle);
    if (It == Sets.end())
      return SliceEnd::Astray;
    Answer = static_cast<int64_t>(It->second.Next);
    return SliceEnd::Completed;
  }
  const auto Number = static_cast<size_t>(What.Number);
  const Dataspace *S = spaceOf(Handle);
  // The launch could not find out the dataspace.
  if (!S)
    return SliceEnd::Astray;
  switch (What.What) {
  case FORESLICE_HDF5_COPY:
    keepSpace({*S});
    Answer = static_cast<int64_t>(Last);
    break;
  case FORESLICE_HDF5_RANKS:
    Answer = static_cast<int64_t>(S->Lengths.size());
    break;
  case FORESLICE_HDF5_LENGTH:
    if (Number < S->Lengths.size())
      Answer = static_cast<int64_t>(S->Lengths[Number]);
    break;
  case FORESLICE_HDF5_POINTS:
    Answer = static_cast<int64_t>(S->points());
    break;
  default:
    if (S->HasMore)
      return SliceEnd::Astray;
    Answer = static_cast<int64_t>(S->chosenPoints());
  }
  return SliceEnd::Completed;
}

/// Null if the links are not to be known.
const LinkList *Hdf5Handles::linksOf(foreslice_handle Handle) {
  auto It = Groups.find(Handle);
  if (It == Groups.end())
    return nullptr;
  KnownGroup &Group = It->second;
  if (!Group.Links) {
    Group.File->open();
    Group.Links = hdf5::linksOf(Group.File->Known.Base, Group.Header,
                                Group.File->reader());
  }
  return Group.Links.get();
}

SliceEnd Hdf5Handles::queryLinks(foreslice_handle Handle, LibraryOperand What,
                                 int64_t &Answer) {
  const LinkList *Links = linksOf(Handle);
  if (!Links)
    return SliceEnd::Astray;
  const auto Number = static_cast<size_t>(What.Number);
  if (What.What == FORESLICE_HDF5_LINKS)
    Answer = static_cast<int64_t>(Links->size());
  else if (Number < Links->size() && What.Part < (*Links)[Number].Name.size())
    Answer = static_cast<unsigned char>((*Links)[Number].Name[What.Part]);
  return SliceEnd::Completed;
}

/// Of a name without slashes, which the library takes alone.
SliceEnd Hdf5Handles::exists(foreslice_handle Handle, std::string_view Name,
                             int64_t &Answer) {
  const LinkList *Links = linksOf(Handle);
  if (!Links)
    return SliceEnd::Astray;
  if (Name.find('/') == Name.npos)
    Answer = std::ranges::binary_search(*Links, Name, {}, &Link::Name);
  else
    Answer = openObject(Handle, Name) != 0;
  return SliceEnd::Completed;
}

SliceEnd Hdf5Handles::changeSpace(KnownSpace &S, LibraryOperand What,
                                  int64_t To) {
  const size_t Rank = S.Is.Lengths.size();
  const auto Value = static_cast<uint64_t>(To);
  const auto Number = static_cast<size_t>(What.Number);
  switch (What.What) {
  case FORESLICE_HDF5_EXTENT:
    if (Rank == FORESLICE_HDF5_RANK)
      return SliceEnd::Astray;
    S.Is.Lengths.push_back(Value);
    return SliceEnd::Completed;
  case FORESLICE_HDF5_SELECT:
    S.Is.select(Selection::None);
    [[fallthrough]];
  case FORESLICE_HDF5_UNITE:
    S.Is.unite({S.Next.begin(), S.Next.begin() + static_cast<ptrdiff_t>(Rank)});
    S.Next = {};
    return SliceEnd::Completed;
  case FORESLICE_HDF5_NO_EXTENT:
    S.Is = {};
    return SliceEnd::Completed;
  case FORESLICE_HDF5_ALL:
    S.Is.select(Selection::All);
    return SliceEnd::Completed;
  case FORESLICE_HDF5_NONE:
    S.Is.select(Selection::None);
    return SliceEnd::Completed;
  case FORESLICE_HDF5_LESS:
    S.Is.HasMore = true;
    S.Next = {};
    return SliceEnd::Completed;
  case FORESLICE_HDF5_SELECT_AS: {
    const auto From = Spaces.find(static_cast<foreslice_handle>(To));
    if (From == Spaces.end())
      return SliceEnd::Astray;
    S.Is.selectAs(From->second.Is);
    return SliceEnd::Completed;
  }
  default:
    break;
  }
  if (Number >= Rank)
    return SliceEnd::Completed;
  Hyperslab &H = S.Next[Number];
  switch (What.What) {
  case FORESLICE_HDF5_MOVED:
    S.Is.Moved.resize(Rank);
    S.Is.Moved[Number] = To;
    break;
  case FORESLICE_HDF5_START:
    H.Start = Value;
    break;
  case FORESLICE_HDF5_STRIDE:
    H.Stride = Value;
    break;
  case FORESLICE_HDF5_COUNT:
    H.Count = Value;
    break;
  case FORESLICE_HDF5_BLOCK:
    H.Block = Value;
    break;
  default:
    break;
  }
  return SliceEnd::Completed;
}

SliceEnd Hdf5Handles::change(foreslice_handle Handle, LibraryOperand What,
                             int64_t To) {
  if (What.What == FORESLICE_HDF5_READ_BY) {
    ReadBy.reset();
    if (Handle == 0) // H5S_ALL
      return SliceEnd::Completed;
    const Dataspace *S = spaceOf(Handle);
    if (!S)
      return SliceEnd::Astray;
    ReadBy = *S;
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_BY_MPI) {
    Lists[Handle].ByMpi = true;
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_GO_TO) {
    const auto It = Sets.find(Handle);
    if (It == Sets.end())
      return SliceEnd::Astray;
    It->second.Next = static_cast<uint64_t>(To);
    return SliceEnd::Completed;
  }
  if (Sets.contains(Handle)) {
    changeSet(Handle, What, To);
    return SliceEnd::Completed;
  }
  auto It = Spaces.find(Handle);
  if (It == Spaces.end())
    return SliceEnd::Astray;
  It->second.LastUse = ++Uses;
  return changeSpace(It->second, What, To);
}

/// Data written behind the old end are found if the file has their chunks.
void Hdf5Handles::changeSet(foreslice_handle Handle, LibraryOperand What,
                            int64_t To) {
  const auto At = Sets.find(Handle);
  const KnownSet &S = At->second;
  const std::shared_ptr<KnownFile> File = S.File;
  auto New = std::make_shared<Dataset>(*S.Is);
  const auto Number = static_cast<size_t>(What.Number);
  if (What.What == FORESLICE_HDF5_RESIZE) {
    if (Number < New->Space.Lengths.size())
      New->Space.Lengths[Number] = static_cast<uint64_t>(To);
  } else if (What.What == FORESLICE_HDF5_RENEW && !New->ChunkLengths.empty()) {
    File->open();
    std::optional<Dataset> Now =
        readDataset(File->Known, New->Index.Header, File->reader());
    if (!Now)
      return;
    New->Space.Lengths = Now->Space.Lengths;
  }
  Sets.erase(At);
  Sets.try_emplace(Handle, std::move(New), File);
}

/// A handle of an object in a file or a group; 0 if a slice cannot use the
/// object.
foreslice_handle Hdf5Handles::openObject(foreslice_handle Handle,
                                         std::string_view Name) {
  auto It = Groups.find(Handle);
  if (It == Groups.end())
    return 0;
  const std::shared_ptr<KnownFile> File = It->second.File;
  File->open();
  auto Read = File->reader();
  const uint64_t From =
      Name.starts_with('/') ? File->Known.Root : It->second.Header;
  const std::optional<uint64_t> Header =
      findObject(File->Known.Base, From, Name, Read, File->Links);
  if (!Header)
    return 0;
  std::string Path = Name.starts_with('/')
                         ? std::string(Name)
                         : It->second.Path + "/" + std::string(Name);
  if (auto Set = readDataset(File->Known, *Header, Read)) {
    Set->Name = std::move(Path);
    keep(Sets, KnownSet(std::make_shared<Dataset>(std::move(*Set)), File));
  } else {
    keep(Groups, KnownGroup{File, *Header, std::move(Path)});
  }
  return Last;
}

/// The slice opens the file by POSIX.
foreslice_handle Hdf5Handles::openFile(const char *Name) {
  auto File = std::make_shared<KnownFile>(FilePlace());
  File->IsOpened = true;
  File->Stream.MeetsOthers = true;
  makeRoomAhead();
  if (!openNamed(Name, File->Stream.File) || !File->Stream.File)
    return 0;
  if (LastFile)
    File->postAsOf(*LastFile);
  LastFile = File;
  return keepFile(std::move(File));
}

/// The program has opened the file.
foreslice_handle Hdf5Handles::openFileByMpi(const char *Name) {
  auto File = std::make_shared<KnownFile>(FilePlace());
  File->IsOpened = true;
  File->Known.SieveBytes = 0;
  if (libraryOpens().ByName)
    libraryOpens().ByName(Name, File->Stream);
  File->Stream.MeetsOthers = true;
  return File->Stream.File ? keepFile(std::move(File)) : 0;
}

foreslice_handle Hdf5Handles::keepFile(std::shared_ptr<KnownFile> File) {
  const std::optional<uint64_t> Root =
      findRootGroup(File->Known, File->reader());
  if (!Root)
    return 0;
  File->Known.Root = *Root;
  keep(Groups, KnownGroup{std::move(File), *Root});
  return Last;
}

/// The main thread forwards a handle. The slice keeps its own handle even after
/// the other has come. Pages of a file read by MPI-IO count from the program's
/// open.
SliceEnd Hdf5Handles::open(const SliceOpen &O, const char *Name,
                           foreslice_handle &New) {
  SliceEnd End =
      execution::isScout() ? SliceEnd::Completed : takeBeforeOpening();
  if (End != SliceEnd::Completed)
    return End;
  const auto List = Lists.find(O.Of);
  const bool ByMpi = List != Lists.end() && List->second.ByMpi;
  if (O.Mode != FORESLICE_HDF5_FILE)
    New = openObject(O.Of, Name);
  else
    New = ByMpi ? 0 : openFile(Name);
  if (execution::isScout())
    return SliceEnd::Completed;
  if (New && !slice_values::isBehind()) {
    slice_values::goOnWithout(O.Call.site, New);
    return SliceEnd::Completed;
  }
  foreslice_handle Theirs = 0;
  // On this thread's stack, owned by the slice.
  End = slice_values::receive(O.Call.site, &Theirs, sizeof Theirs, /*Frame=*/0);
  if (End != SliceEnd::Completed || static_cast<int64_t>(Theirs) < 0) {
    New = Theirs;
    return End;
  }
  // The program may have made the file or the object meanwhile.
  if (!New && O.Mode != FORESLICE_HDF5_FILE)
    New = openObject(O.Of, Name);
  else if (!New)
    New = ByMpi ? openFileByMpi(Name) : openFile(Name);
  if (!New)
    New = Theirs;
  return End;
}

/// Where the library puts elements in memory: calls Put with the place of the
/// first and the number of neighbours, up to Points in all. False if unknown.
static bool forEachInMemory(const Dataspace &Memory, uint64_t Points,
                            FunctionRef<bool(uint64_t, uint64_t)> Put) {
  const std::optional<Box> Chosen = Memory.chosen();
  return Chosen && Memory.United.empty() && !Memory.HasMore &&
         Memory.chosenPoints() == Points &&
         forEachPiece(Memory.Lengths, *Chosen, Put);
}

/// Later reads depend on the data. Without the data, the slice ends for good,
/// and regions inside have slices in turn.
SliceEnd Hdf5Handles::readData(KnownSet &Set, const Dataspace &D,
                               const SliceAccess &A) {
  const auto MemorySpace = static_cast<foreslice_handle>(A.Place);
  const std::optional<NumberType> Type =
      numberTypeOf(static_cast<int64_t>(A.Type));
  // Without a dataspace of its own, memory is selected as the dataset is.
  const Dataspace *Memory = MemorySpace ? spaceOf(MemorySpace) : &D;
  const uint64_t Points = D.chosenPoints();
  if (!Type || !Memory || Points > FORESLICE_MAX_SLICE_MEMORY / Type->Bytes)
    return SliceEnd::NoData;
  std::vector<std::byte> Data;
  Data.reserve(Points * Type->Bytes);
  execution::resumeScouts();
  const uint64_t Start = nowNs();
  if (!Set.read(D, *Type, [&](std::span<const std::byte> More) {
        Data.insert(Data.end(), More.begin(), More.end());
        return !execution::cancelFlag();
      }))
    return execution::cancelFlag() ? SliceEnd::Cancelled : SliceEnd::NoData;
  Set.File->countDependentRead(Start);
  const std::byte *From = Data.data();
  SliceEnd End = SliceEnd::Completed;
  const bool IsPut =
      forEachInMemory(*Memory, Points, [&](uint64_t First, uint64_t Count) {
        auto *To = static_cast<std::byte *>(A.Buffer) + First * Type->Bytes;
        End = execution::space()->store(To, From, Count * Type->Bytes, A.Frame);
        From += Count * Type->Bytes;
        return End == SliceEnd::Completed;
      });
  return IsPut || End != SliceEnd::Completed ? End : SliceEnd::NoData;
}

SliceEnd Hdf5Handles::read(const SliceAccess &A) {
  auto It = Sets.find(A.File);
  if (It == Sets.end())
    return SliceEnd::Astray;
  Dataspace D = ReadBy ? *ReadBy : It->second.Is->Space;
  if (!ReadBy)
    D.Is = Selection::All;
  // The library refuses to read that, and the program should not go on.
  const bool IsOutside = D.isOutside(It->second.Is->Space.Lengths);
  if (SliceStreams::ofRunner().isAstray(IsOutside))
    return SliceEnd::Astray;
  It->second.post(D);
  return A.needsData() ? readData(It->second, D, A) : SliceEnd::Completed;
}

/// An entry: runs Work on the slice's handles.
template <class WorkFn> void ofSlice(WorkFn Work) {
  guarded([&] {
    try {
      return Work(Hdf5Handles::ofRunner());
    } catch (const std::exception &) {
      return SliceEnd::OutOfMemory;
    }
  });
}

class Hdf5Slices final : public SliceFamily {
public:
  int64_t access(const SliceAccess &A) const override {
    if (!A.needsData() || execution::space())
      ofSlice([&](Hdf5Handles &OwnHandles) { return OwnHandles.read(A); });
    return 0;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    foreslice_handle New = 0;
    if (O.Call.kind == FORESLICE_AT_LAUNCH) {
      ofSlice([&](Hdf5Handles &OwnHandles) {
        OwnHandles.bind(*static_cast<const foreslice_hdf5_object *>(O.To));
        return SliceEnd::Completed;
      });
      return New;
    }
    char Name[FORESLICE_MAX_NAME];
    // A bad pointer faults here, in the slice's code.
    foreslice_slice_load_text(Name, O.Name, sizeof Name);
    if (execution::space())
      ofSlice([&](Hdf5Handles &Own) { return Own.open(O, Name, New); });
    return New;
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Answer = 0;
    if (Q.Name) {
      char Name[FORESLICE_MAX_NAME];
      foreslice_slice_load_text(Name, Q.Name, sizeof Name);
      if (execution::space())
        ofSlice([&](Hdf5Handles &Own) {
          return Q.What == FORESLICE_HDF5_FIND ? Own.find(Q.Of, Name, Answer)
                                               : Own.exists(Q.Of, Name, Answer);
        });
      return Answer;
    }
    ofSlice([&](Hdf5Handles &OwnHandles) {
      return OwnHandles.query(
          Q.Of, LibraryOperand(static_cast<uint64_t>(Q.What)), Answer);
    });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    ofSlice([&](Hdf5Handles &OwnHandles) {
      return OwnHandles.change(M.File, LibraryOperand(M.By), M.To);
    });
    return 0;
  }
};

} // namespace

void addHdf5Family() {
  static constexpr Hdf5Slices Family;
  SliceFamily::add(FORESLICE_FAMILY_HDF5, Family);
}

} // namespace foreslice
