//===- SliceSets.cpp - datasets as slices read them -----------------------===//
//
// See SliceSets.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/slice/SliceSets.h"

#include "frontend/hdf5/Namespace.h"
#include "frontend/hdf5/OtherPlaces.h"
#include "frontend/posix/slice/PosixHandles.h"

#include <algorithm>
#include <map>

namespace foreslice::hdf5 {

/// If the program's descriptor still has the file, the slice uses the POSIX
/// handle; if the library reads by MPI, the pages are the cache's.
void KnownFile::open() {
  if (IsOpened)
    return;
  IsOpened = true;
  if (Known.ByMpi) {
    if (libraryOpens().ByHandle)
      libraryOpens().ByHandle(Known.ByMpi, Stream);
    return;
  }
  Stream.MeetsOthers = true;
  PosixHandle *H = PosixHandles::ofRunner().find(
      static_cast<foreslice_handle>(Known.Descriptor));
  if (H && H->File && H->File->Id == Known.File)
    Stream.File = H->File;
}

/// The files and datasets with the data of a dataset.
struct OtherSets {
  /// Null if the slice cannot read the file.
  std::shared_ptr<KnownFile> file(const std::string &Name, bool IsRaw,
                                  const std::shared_ptr<KnownFile> &From);
  /// Null if the slice cannot read the dataset.
  KnownSet *set(const Mapping &M, const std::shared_ptr<KnownFile> &From);

  OtherPlaces Places;

private:
  /// Most files that are open, and datasets that are known.
  static constexpr size_t MostKept = 64;

  std::map<std::string, std::shared_ptr<KnownFile>> Files;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<KnownSet>> Sets;
};

/// Null without such a file.
static std::shared_ptr<KnownFile> openAhead(const std::string &Path) {
  auto New = std::make_shared<KnownFile>(FilePlace());
  New->IsOpened = true;
  New->Stream.MeetsOthers = true;
  makeRoomAhead();
  openNamed(Path.c_str(), New->Stream.File);
  return New->Stream.File ? New : nullptr;
}

/// As the library looks for files without prefixes of the program: raw files by
/// the name, others first in the folder of the file with the name.
std::shared_ptr<KnownFile>
OtherSets::file(const std::string &Name, bool IsRaw,
                const std::shared_ptr<KnownFile> &From) {
  if (!IsRaw && Name == ".")
    return From;
  if (auto It = Files.find(Name); It != Files.end())
    return It->second;
  if (Files.size() >= MostKept) {
    Sets.clear();
    Files.clear();
  }
  std::shared_ptr<KnownFile> New;
  const std::string &Path = From->Stream.File->Stats->Path;
  if (const size_t Slash = Path.rfind('/');
      !IsRaw && Slash != Path.npos && !Name.starts_with('/'))
    New = openAhead(Path.substr(0, Slash + 1) + Name);
  if (!New)
    New = openAhead(Name);
  if (New && !IsRaw) {
    const std::optional<uint64_t> Root =
        findRootGroup(New->Known, New->reader());
    if (Root)
      New->Known.Root = *Root;
    else
      New = nullptr;
  }
  return Files[Name] = std::move(New);
}

KnownSet *OtherSets::set(const Mapping &M,
                         const std::shared_ptr<KnownFile> &From) {
  if (Sets.size() >= MostKept)
    Sets.clear();
  auto [It, IsNew] = Sets.try_emplace({M.File, M.Set});
  if (!IsNew)
    return It->second.get();
  const std::shared_ptr<KnownFile> File = file(M.File, /*IsRaw=*/false, From);
  std::unique_ptr<KnownSet> New;
  if (File && File->Known.Root != 0) {
    const std::optional<uint64_t> Header = findObject(
        File->Known.Base, File->Known.Root, M.Set, File->reader(), File->Links);
    if (auto Is = Header ? readDataset(File->Known, *Header, File->reader())
                         : std::nullopt) {
      Is->Name = M.Set;
      New = std::make_unique<KnownSet>(
          std::make_shared<Dataset>(std::move(*Is)), File);
    }
  }
  // The file may have taken the place of all others.
  return (Sets[{M.File, M.Set}] = std::move(New)).get();
}

void KnownSet::post(const Dataspace &By) {
  File->open();
  // The library would refuse to read by a dataspace of other dimensions.
  if (By.Lengths.size() != Is->Space.Lengths.size())
    return;
  if (!File->Stream.File)
    return;
  // Many points lie in one chunk.
  Extents Posted;
  By.forEachChosen([&](const Box &Chosen) {
    post(Chosen, By.United.empty() ? nullptr : &Posted, /*Depth=*/0);
    return !execution::cancelFlag();
  });
}

/// Data of chunks and of other places are the library's.
bool KnownSet::read(const Dataspace &By, const NumberType &Type,
                    FunctionRef<bool(std::span<const std::byte>)> Take) {
  constexpr uint64_t MostAtOnce = 1 << 20;
  const std::optional<Box> Chosen = By.chosen();
  if (Is->IsEmpty || Is->IsElsewhere || !Is->ChunkLengths.empty() ||
      !File->Stream.File || !Chosen || !By.United.empty() || By.HasMore ||
      By.Lengths != Is->Space.Lengths)
    return false;
  // The launch has not asked for the type.
  const std::optional<Dataset> Now =
      readDataset(File->Known, Is->Index.Header, File->reader());
  if (!Now || Now->Type != Type)
    return false;
  std::vector<std::byte> Data;
  return forEachPiece(
      Is->Space.Lengths, *Chosen, [&](uint64_t First, uint64_t Count) {
        const uint64_t End = Is->Begin + (First + Count) * Type.Bytes;
        for (uint64_t At = Is->Begin + First * Type.Bytes; At < End;) {
          Data.resize(std::min(End - At, MostAtOnce));
          if (!File->load(At, Data) || !Take(Data))
            return false;
          At += Data.size();
        }
        return true;
      });
}

void KnownSet::post(const Box &Chosen, Extents *Posted, unsigned Depth) {
  if (Is->IsElsewhere && !Is->IsEmpty) {
    if (!Others) {
      Others = std::make_shared<OtherSets>();
      Others->Places = readOtherPlaces(File->Known.Base, Is->Index.Header,
                                       Is->Space.Lengths, File->reader());
    }
    postRaw(Chosen);
    postMapped(Chosen, Posted, Depth);
    return;
  }
  auto Find = [&](const std::vector<uint64_t> &Coordinates) {
    return Index.find(Coordinates, File->reader());
  };
  DatasetStatistics *const Counters = File->countersOf(Is->Name);
  Is->forEachExtent(Chosen, Find, [&](uint64_t Offset, uint64_t Bytes) {
    if (!Posted || Posted->emplace(File.get(), Offset, Bytes).second)
      File->post(Offset, Bytes, Counters);
    return !execution::cancelFlag();
  });
}

/// The library reads raw files piece by piece.
void KnownSet::postRaw(const Box &Chosen) {
  const std::vector<RawPart> &Parts = Others->Places.Parts;
  if (Parts.empty())
    return;
  // The part with the last piece, and where in the data the part begins.
  size_t P = 0;
  uint64_t Begin = 0;
  forEachPiece(Is->Space.Lengths, Chosen, [&](uint64_t First, uint64_t Count) {
    uint64_t At = First * Is->ElementBytes;
    const uint64_t End = At + Count * Is->ElementBytes;
    while (At < End) {
      for (; P < Parts.size() && Parts[P].Bytes <= At - Begin; ++P)
        Begin += Parts[P].Bytes;
      if (P == Parts.size())
        return false;
      const uint64_t Bytes = std::min(End - At, Parts[P].Bytes - (At - Begin));
      if (auto Raw = Others->file(Parts[P].File, /*IsRaw=*/true, File))
        Raw->post(Parts[P].Offset + (At - Begin), Bytes,
                  Raw->countersOf(Is->Name));
      At += Bytes;
    }
    return !execution::cancelFlag();
  });
}

/// Files that ranks have open together are left alone.
void KnownSet::postMapped(const Box &Chosen, Extents *Posted, unsigned Depth) {
  constexpr unsigned MostDepth = 2;
  if (Depth == MostDepth || File->Stream.Others)
    return;
  for (const Mapping &M : Others->Places.Mappings) {
    if (execution::cancelFlag())
      return;
    if (!M.touches(Chosen))
      continue;
    KnownSet *const Source = Others->set(M, File);
    if (!Source)
      continue;
    const Box Wanted =
        M.sourceOf(Chosen, Is->Space.Lengths, Source->Is->Space.Lengths);
    Source->post(Wanted, Posted, Depth + 1);
  }
}

} // namespace foreslice::hdf5
