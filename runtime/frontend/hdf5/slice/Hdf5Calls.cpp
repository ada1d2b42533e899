//===- Hdf5Calls.cpp - HDF5 in slices -------------------------------------===//
//
// See Hdf5Calls.h and foreslice/hdf5.h. A slice never calls the library. What
// the library reads of a file it reads in pieces of its own, by POSIX, and
// metadata between them: so the slice and the program meet by place, as with
// streams. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/slice/Hdf5Calls.h"

#include "foreslice/hdf5.h"
#include "frontend/hdf5/Namespace.h"
#include "frontend/hdf5/Objects.h"
#include "frontend/hdf5/slice/SliceSets.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <map>

namespace foreslice {

using namespace hdf5;

namespace {

/// Numbers of the slice's own objects, which are none of the library's.
constexpr foreslice_handle OwnHandles = foreslice_handle(0x7E) << 56;
/// Programs are done with older ones.
constexpr size_t MostOwn = 1024;

/// The lower half of an operand, and the number of a dimension above.
struct Part {
  explicit Part(uint64_t Operand)
      : What(static_cast<uint32_t>(Operand)), Dimension(Operand >> 32) {}
  const uint32_t What;
  const size_t Dimension;
};

struct KnownSpace {
  Dataspace Is;
  uint64_t LastUse = 0;
  /// What is being selected.
  std::array<Hyperslab, FORESLICE_HDF5_RANK> Next{};
};

/// A file's root, or another group.
struct KnownGroup {
  std::shared_ptr<KnownFile> File;
  uint64_t Header = 0;
};

class Hdf5Handles {
public:
  /// Those of execution::runner(), in the launch that runs.
  static Hdf5Handles &ofRunner();

  void bind(const foreslice_hdf5_object &Object);
  SliceEnd query(foreslice_handle Of, Part What, int64_t &Answer);
  SliceEnd change(foreslice_handle Of, Part What, int64_t To);
  SliceEnd read(foreslice_handle Of);
  SliceEnd open(const SliceOpen &O, const char *Name, foreslice_handle &New);

private:
  /// Puts New, of the slice's own, under the handle Last.
  template <class T> void keep(std::map<foreslice_handle, T> &In, T New) {
    if (In.size() >= MostOwn)
      if (auto Oldest = In.lower_bound(OwnHandles); Oldest != In.end())
        In.erase(Oldest);
    In.emplace(++Last, std::move(New));
  }
  foreslice_handle openObject(foreslice_handle Of, std::string_view Name);
  foreslice_handle openFile(const char *Name);
  /// A slice does not tell what it closes, which may depend on data that it
  /// does not have.
  void keepSpace(KnownSpace New);
  const Dataspace *spaceOf(foreslice_handle Of);
  SliceEnd changeSpace(KnownSpace &S, Part What, int64_t To);

  uint64_t Launch = 0;
  foreslice_handle Last = OwnHandles;
  std::map<foreslice_handle, KnownSpace> Spaces;
  uint64_t Uses = 0; ///< Of Spaces.
  std::map<foreslice_handle, KnownSet> Sets;
  std::map<foreslice_handle, KnownGroup> Groups;
  std::shared_ptr<const KnownFile> LastFile; ///< That the slice has opened.
  /// What the next read is by; none: all of the dataset.
  std::optional<Dataspace> ReadBy;
};

Hdf5Handles &Hdf5Handles::ofRunner() {
  static constinit ProcessObject<std::array<Hdf5Handles, execution::Runners>>
      All;
  Hdf5Handles &Own = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); Own.Launch != Now) {
    Own = {};
    Own.Launch = Now;
  }
  return Own;
}

void Hdf5Handles::bind(const foreslice_hdf5_object &Of) {
  const std::shared_ptr<const Object> Is = Objects::get().find(Of.number);
  if (!Is)
    return;
  for (const auto &[Handle, Set] : Is->Sets)
    Sets.try_emplace(static_cast<foreslice_handle>(Handle), Set,
                     std::make_shared<KnownFile>(Set->In));
  if (Is->Place)
    Groups.try_emplace(static_cast<foreslice_handle>(Of.handle),
                       KnownGroup{std::make_shared<KnownFile>(Is->Place->In),
                                  Is->Place->Header});
  else if (Is->Sets.empty())
    Spaces.try_emplace(static_cast<foreslice_handle>(Of.handle),
                       KnownSpace{Is->Space});
}

/// Half of those that are there go at once: those that have not been used for
/// longest.
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

const Dataspace *Hdf5Handles::spaceOf(foreslice_handle Of) {
  if (auto At = Spaces.find(Of); At != Spaces.end()) {
    At->second.LastUse = ++Uses;
    return &At->second.Is;
  }
  auto At = Sets.find(Of);
  return At != Sets.end() ? &At->second.Is->Space : nullptr;
}

SliceEnd Hdf5Handles::query(foreslice_handle Of, Part What, int64_t &Answer) {
  if (What.What == FORESLICE_HDF5_MAKE) {
    keepSpace({});
    Answer = static_cast<int64_t>(Last);
    return SliceEnd::Completed;
  }
  if (What.What == FORESLICE_HDF5_ITSELF) {
    Answer = static_cast<int64_t>(Of);
    return SliceEnd::Completed;
  }
  const Dataspace *S = spaceOf(Of);
  // The launch could not find out what it is.
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
    if (What.Dimension < S->Lengths.size())
      Answer = static_cast<int64_t>(S->Lengths[What.Dimension]);
    break;
  case FORESLICE_HDF5_POINTS:
    Answer = static_cast<int64_t>(S->points());
    break;
  default:
    Answer = static_cast<int64_t>(S->chosenPoints());
  }
  return SliceEnd::Completed;
}

SliceEnd Hdf5Handles::changeSpace(KnownSpace &S, Part What, int64_t To) {
  const size_t Rank = S.Is.Lengths.size();
  const auto Value = static_cast<uint64_t>(To);
  switch (What.What) {
  case FORESLICE_HDF5_EXTENT:
    if (Rank == FORESLICE_HDF5_RANK)
      return SliceEnd::Astray;
    S.Is.Lengths.push_back(Value);
    return SliceEnd::Completed;
  case FORESLICE_HDF5_SELECT:
    S.Is.Is = Selection::Slab;
    S.Is.Slabs.assign(S.Next.begin(),
                      S.Next.begin() + static_cast<ptrdiff_t>(Rank));
    S.Next = {};
    return SliceEnd::Completed;
  case FORESLICE_HDF5_ALL:
    S.Is.Is = Selection::All;
    return SliceEnd::Completed;
  case FORESLICE_HDF5_NONE:
    S.Is.Is = Selection::None;
    return SliceEnd::Completed;
  case FORESLICE_HDF5_OTHER:
    S.Is.Is = Selection::Other;
    return SliceEnd::Completed;
  default:
    break;
  }
  if (What.Dimension >= Rank)
    return SliceEnd::Completed;
  Hyperslab &Of = S.Next[What.Dimension];
  switch (What.What) {
  case FORESLICE_HDF5_START:
    Of.Start = Value;
    break;
  case FORESLICE_HDF5_STRIDE:
    Of.Stride = Value;
    break;
  case FORESLICE_HDF5_COUNT:
    Of.Count = Value;
    break;
  case FORESLICE_HDF5_BLOCK:
    Of.Block = Value;
    break;
  default:
    break;
  }
  return SliceEnd::Completed;
}

SliceEnd Hdf5Handles::change(foreslice_handle Of, Part What, int64_t To) {
  if (What.What == FORESLICE_HDF5_READ_BY) {
    ReadBy.reset();
    if (Of == 0) // H5S_ALL
      return SliceEnd::Completed;
    const Dataspace *S = spaceOf(Of);
    if (!S)
      return SliceEnd::Astray;
    ReadBy = *S;
    return SliceEnd::Completed;
  }
  auto At = Spaces.find(Of);
  if (At == Spaces.end())
    return SliceEnd::Astray;
  At->second.LastUse = ++Uses;
  return changeSpace(At->second, What, To);
}

/// Of an object of a file or a group; 0 if there is none that a slice can do
/// with.
foreslice_handle Hdf5Handles::openObject(foreslice_handle Of,
                                         std::string_view Name) {
  auto At = Groups.find(Of);
  if (At == Groups.end())
    return 0;
  const std::shared_ptr<KnownFile> File = At->second.File;
  File->open();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return File->load(Offset, To);
  };
  const uint64_t From =
      Name.starts_with('/') ? File->In.Root : At->second.Header;
  const std::optional<uint64_t> Header =
      findObject(File->In.Base, From, Name, Read);
  if (!Header)
    return 0;
  if (auto Set = readDataset(File->In, *Header, Read))
    keep(Sets, KnownSet(std::make_shared<Dataset>(std::move(*Set)), File));
  else
    keep(Groups, KnownGroup{File, *Header});
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
  const std::optional<uint64_t> Root =
      findRootGroup(File->In, [&](uint64_t Offset, std::span<std::byte> To) {
        return File->load(Offset, To);
      });
  if (!Root)
    return 0;
  File->In.Root = *Root;
  keep(Groups, KnownGroup{File, *Root});
  return Last;
}

/// The main thread forwards its handle, which may have come: then the slice has
/// its own all the same.
SliceEnd Hdf5Handles::open(const SliceOpen &O, const char *Name,
                           foreslice_handle &New) {
  SliceEnd End =
      execution::isScout() ? SliceEnd::Completed : takeBeforeOpening();
  if (End != SliceEnd::Completed)
    return End;
  New = O.Mode == FORESLICE_HDF5_FILE ? openFile(Name) : openObject(O.Of, Name);
  if (execution::isScout())
    return SliceEnd::Completed;
  if (New && !slice_values::isBehind()) {
    slice_values::goOnWithout(O.Call.site, New);
    return SliceEnd::Completed;
  }
  foreslice_handle Theirs = 0;
  // On this thread's stack, which is all the slice's own.
  End = slice_values::receive(O.Call.site, &Theirs, sizeof Theirs, /*Frame=*/0);
  if (!New)
    New = Theirs;
  return End;
}

SliceEnd Hdf5Handles::read(foreslice_handle Of) {
  auto At = Sets.find(Of);
  if (At == Sets.end())
    return SliceEnd::Astray;
  KnownSet &Set = At->second;
  Dataspace By = ReadBy ? *ReadBy : Set.Is->Space;
  if (!ReadBy)
    By.Is = Selection::All;
  Set.post(By);
  return SliceEnd::Completed;
}

/// An entry: what Work, of the slice's handles, gives.
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
    ofSlice([&](Hdf5Handles &Own) { return Own.read(A.File); });
    return 0;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    foreslice_handle New = 0;
    if (O.Call.kind == FORESLICE_AT_LAUNCH) {
      ofSlice([&](Hdf5Handles &Own) {
        Own.bind(*static_cast<const foreslice_hdf5_object *>(O.To));
        return SliceEnd::Completed;
      });
      return New;
    }
    char Name[FORESLICE_MAX_NAME];
    // A bad pointer faults here, where the slice is its own.
    foreslice_slice_load_text(Name, O.Name, sizeof Name);
    if (execution::space())
      ofSlice([&](Hdf5Handles &Own) { return Own.open(O, Name, New); });
    return New;
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Answer = 0;
    ofSlice([&](Hdf5Handles &Own) {
      return Own.query(Q.Of, Part(static_cast<uint64_t>(Q.What)), Answer);
    });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    ofSlice(
        [&](Hdf5Handles &Own) { return Own.change(M.File, Part(M.By), M.To); });
    return 0;
  }
};

} // namespace

void addHdf5Family(OpenByMpi ByMpi) {
  setOpenByMpi(ByMpi);
  static constexpr Hdf5Slices Family;
  SliceFamily::add(static_cast<foreslice_family>(FORESLICE_FAMILY_HDF5),
                   Family);
}

} // namespace foreslice
