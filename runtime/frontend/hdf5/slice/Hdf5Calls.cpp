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
#include "frontend/hdf5/Objects.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/SliceStreams.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <map>

namespace foreslice {

using namespace hdf5;

namespace {

constinit OpenByMpi OpensByMpi = nullptr;

/// Numbers of the slice's own dataspaces, which are none of the library's.
constexpr foreslice_handle OwnSpaces = foreslice_handle(0x7E) << 56;
/// Programs close dataspaces that they do not need, or make few.
constexpr size_t MostOwn = 4096;

/// The lower half of an operand, and the number of a dimension above.
struct Part {
  explicit Part(uint64_t Operand)
      : What(static_cast<uint32_t>(Operand)), Dimension(Operand >> 32) {}
  const uint32_t What;
  const size_t Dimension;
};

struct KnownSpace {
  Dataspace Is;
  /// What is being selected.
  std::array<Hyperslab, FORESLICE_HDF5_RANK> Next{};
};

struct KnownSet {
  explicit KnownSet(std::shared_ptr<const Dataset> Is)
      : Is(std::move(Is)), Index(this->Is->Index) {}

  /// The slice needs these bytes itself, and waits for them.
  bool load(uint64_t Offset, std::span<std::byte> To);

  std::shared_ptr<const Dataset> Is;
  ChunkIndex Index;
  bool IsOpened = false;
  SliceStream File;
};

bool KnownSet::load(uint64_t Offset, std::span<std::byte> To) {
  const auto Size = static_cast<uint64_t>(File.size());
  if (Offset >= Size)
    return false;
  // What lies behind the end of the file is zero.
  const uint64_t Bytes = std::min<uint64_t>(To.size(), Size - Offset);
  std::ranges::fill(To.subspan(Bytes), std::byte{});
  File.Position = static_cast<int64_t>(Offset);
  File.post(static_cast<int64_t>(Bytes));
  for (uint64_t Done = 0; Done < Bytes;) {
    std::span<const std::byte> Here =
        File.dataAt(static_cast<int64_t>(Offset + Done));
    Here = Here.first(std::min<uint64_t>(Here.size(), Bytes - Done));
    if (Here.empty())
      return false;
    std::ranges::copy(Here, To.begin() + static_cast<ptrdiff_t>(Done));
    Done += Here.size();
  }
  return true;
}

class Hdf5Handles {
public:
  /// Those of execution::runner(), in the launch that runs.
  static Hdf5Handles &ofRunner();

  void bind(const foreslice_hdf5_object &Object);
  SliceEnd query(foreslice_handle Of, Part What, int64_t &Answer);
  SliceEnd change(foreslice_handle Of, Part What, int64_t To);
  SliceEnd read(foreslice_handle Of);

private:
  foreslice_handle add(KnownSpace New);
  const Dataspace *spaceOf(foreslice_handle Of) const;
  SliceEnd changeSpace(KnownSpace &S, Part What, int64_t To);

  uint64_t Launch = 0;
  foreslice_handle Last = OwnSpaces;
  std::map<foreslice_handle, KnownSpace> Spaces;
  std::map<foreslice_handle, KnownSet> Sets;
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
    Sets.try_emplace(static_cast<foreslice_handle>(Handle), Set);
  if (Of.handle != 0 && Is->Sets.empty())
    Spaces.try_emplace(static_cast<foreslice_handle>(Of.handle),
                       KnownSpace{Is->Space, {}});
}

foreslice_handle Hdf5Handles::add(KnownSpace New) {
  if (Spaces.size() >= MostOwn)
    if (auto Oldest = Spaces.lower_bound(OwnSpaces); Oldest != Spaces.end())
      Spaces.erase(Oldest);
  Spaces.emplace(++Last, std::move(New));
  return Last;
}

const Dataspace *Hdf5Handles::spaceOf(foreslice_handle Of) const {
  if (auto At = Spaces.find(Of); At != Spaces.end())
    return &At->second.Is;
  auto At = Sets.find(Of);
  return At != Sets.end() ? &At->second.Is->Space : nullptr;
}

SliceEnd Hdf5Handles::query(foreslice_handle Of, Part What, int64_t &Answer) {
  if (What.What == FORESLICE_HDF5_MAKE) {
    Answer = static_cast<int64_t>(add({}));
    return SliceEnd::Completed;
  }
  const Dataspace *S = spaceOf(Of);
  // The launch could not find out what it is.
  if (!S)
    return SliceEnd::Astray;
  switch (What.What) {
  case FORESLICE_HDF5_COPY:
    Answer = static_cast<int64_t>(add({*S, {}}));
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
  if (What.What == FORESLICE_HDF5_CLOSE) {
    Spaces.erase(Of);
    return SliceEnd::Completed;
  }
  auto At = Spaces.find(Of);
  return At != Spaces.end() ? changeSpace(At->second, What, To)
                            : SliceEnd::Astray;
}

/// Opens the file of the dataset once more, if the program's descriptor still
/// has it; of one that the library reads by MPI, the pages are the cache's.
void openFile(KnownSet &Set) {
  Set.IsOpened = true;
  Set.File.IsOpen = true;
  if (Set.Is->ByMpi) {
    if (OpensByMpi)
      OpensByMpi(Set.Is->ByMpi, Set.File);
    return;
  }
  Set.File.MeetsOthers = true;
  PosixHandle *H = PosixHandles::ofRunner().find(
      static_cast<foreslice_handle>(Set.Is->Descriptor));
  if (H && H->File && H->File->Id == Set.Is->File)
    Set.File.File = H->File;
}

SliceEnd Hdf5Handles::read(foreslice_handle Of) {
  auto At = Sets.find(Of);
  if (At == Sets.end())
    return SliceEnd::Astray;
  KnownSet &Set = At->second;
  if (!Set.IsOpened)
    openFile(Set);
  Dataspace By = ReadBy ? *ReadBy : Set.Is->Space;
  if (!ReadBy)
    By.Is = Selection::All;
  // The library would refuse to read by a dataspace of other dimensions.
  if (By.Lengths.size() != Set.Is->Space.Lengths.size())
    return SliceEnd::Completed;
  const std::optional<Box> Chosen = By.chosen();
  if (!Set.File.File || !Chosen)
    return SliceEnd::Completed;
  auto Find = [&](const std::vector<uint64_t> &Coordinates) {
    return Set.Index.find(Coordinates,
                          [&](uint64_t Offset, std::span<std::byte> To) {
                            return Set.load(Offset, To);
                          });
  };
  Set.Is->forEachExtent(*Chosen, Find, [&](uint64_t Offset, uint64_t Bytes) {
    const auto Size = static_cast<uint64_t>(Set.File.size());
    if (Bytes > 0 && Offset < Size) {
      Set.File.Position = static_cast<int64_t>(Offset);
      Set.File.post(static_cast<int64_t>(std::min(Bytes, Size - Offset)));
    }
    return !execution::cancelFlag();
  });
  return Set.Index.isUnknown() && !execution::cancelFlag()
             ? SliceEnd::Astray
             : SliceEnd::Completed;
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
    ofSlice([&](Hdf5Handles &Own) {
      Own.bind(*static_cast<const foreslice_hdf5_object *>(O.To));
      return SliceEnd::Completed;
    });
    return 0;
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
  OpensByMpi = ByMpi;
  static constexpr Hdf5Slices Family;
  SliceFamily::add(static_cast<foreslice_family>(FORESLICE_FAMILY_HDF5),
                   Family);
}

} // namespace foreslice
