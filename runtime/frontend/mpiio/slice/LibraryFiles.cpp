//===- LibraryFiles.cpp - files read by libraries through MPI -------------===//
//
// See LibraryFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/LibraryFiles.h"

#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/SlicedFile.h"
#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/slice/SliceStreams.h"
#include "source/slice/SliceRunner.h"

#include <algorithm>
#include <sys/stat.h>

namespace foreslice {

namespace {

class MpiReads final : public OtherReads {
public:
  MpiReads(foreslice_handle Handle, std::shared_ptr<SlicedFile> File)
      : Handle(Handle), Of(std::move(File)) {}

  PlacedReads::Stretch come(CachedFile &File, int64_t Begin, int64_t End,
                            const PlacedReads::Stretch &Last) override {
    MutexLock G(SlicedFilesLock);
    SlicedFile::Placed &P = Of->Places[execution::number()];
    if (const uint64_t Now = execution::runningNumber(); P.Launch != Now) {
      P = {Now, PlacedReads(pageSize())};
      P.Places.meetOthers();
      SlicedFile::HasPlaces.store(true);
    }
    const PlacedReads::Stretch Come = P.Places.come(Begin, End, Last);
    File.Positions.place(runtime().slices().laneOf(execution::number()),
                         P.Places.next());
    return Come;
  }

  bool isCached() const override {
    const std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
    return File && File->Shared && File->Shared->Sliced == Of && File->Cached &&
           File->isCachedAtVote();
  }

private:
  const foreslice_handle Handle;
  const std::shared_ptr<SlicedFile> Of;
};

void openByHandle(foreslice_handle Handle, SliceStream &S) {
  const std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File || !File->Shared || !File->Cached)
    return;
  S.File = File->Cached;
  S.Others = std::make_shared<MpiReads>(Handle, File->Shared->Sliced);
}

void openByName(const char *Name, SliceStream &S) {
  struct stat Is;
  if (stat(Name, &Is) != 0)
    return;
  const FileKey Key{Is.st_dev, Is.st_ino};
  std::optional<foreslice_handle> Found;
  mpi().files().forEach([&](OpenFile &File) {
    if (File.Cached && File.Shared && File.Shared->Key == Key &&
        (!Found || !File.OneRank))
      Found = toHandle(File.Handle);
  });
  if (Found)
    openByHandle(*Found, S);
}

/// Nothing is read by MPI_DATATYPE_NULL.
LayoutRef layoutOf(foreslice_handle Type) {
  Type = normalized(Type);
  return Type == toHandle(MPI_DATATYPE_NULL)
             ? std::make_shared<Layout>(LayoutNode::bytes(0), 0, 0)
             : mpi().types().findForSlice(Type).Layout;
}

} // namespace

LibraryOpens openLibraryFilesByMpi() {
  return {openByHandle, openByName, layoutOf};
}

void meetByPlace(const ReadRequest &R, const OpenFile &File) {
  if (!SlicedFile::HasPlaces.load(std::memory_order_relaxed) || !File.Shared ||
      !slice_runner::launchNumber())
    return;
  attempt([&] {
    const unsigned Number = slice_runner::number();
    SlicedFile &Sliced = *File.Shared->Sliced;
    {
      MutexLock G(SlicedFilesLock);
      if (Sliced.Places[Number].Launch != slice_runner::launchNumber())
        return false;
    }
    const std::optional<Access> Read = accessOf(R, File);
    MutexLock G(SlicedFilesLock);
    SlicedFile::Placed &P = Sliced.Places[Number];
    if (!Read || P.Launch != slice_runner::launchNumber())
      return false;
    // By a view, the first of several places.
    P.Places.read(static_cast<int64_t>(Read->range().Begin));
    const uint64_t Next = P.Places.next();
    File.Cached->Positions.place(runtime().slices().laneOf(Number),
                                 Next - std::min<uint64_t>(Next, 1));
    return true;
  });
}

} // namespace foreslice
