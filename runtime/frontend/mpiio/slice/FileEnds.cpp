//===- FileEnds.cpp - slices at the end of a file -------------------------===//
//
// See FileEnds.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/FileEnds.h"
#include "frontend/mpiio/slice/CallsAwaited.h"

#include <sys/stat.h>

namespace foreslice {

void findEnd(Step &S, SharedFile &File) {
  ByteRange Range = S.Wanted.range();
  struct stat Now;
  S.FileEnd = UINT64_MAX;
  S.BehindEnd = false;
  if (File.reachesTo(static_cast<int64_t>(Range.End), *S.Cached) ||
      !S.Cached->status(Now) ||
      runtime().slices().posting().willGrow(*S.Cached, laneCall(S.CallId),
                                            Range.Begin))
    return;
  S.FileEnd = static_cast<uint64_t>(Now.st_size);
  S.BehindEnd = Range.Begin >= S.FileEnd;
}

FileEnds &FileEnds::ofRunner() {
  static auto *All = new std::array<FileEnds, execution::Runners>;
  return (*All)[execution::runner()];
}

/// True if the row is full, and begins anew.
bool FileEnds::Row::grow(const Step &S, const std::shared_ptr<SharedFile> &F) {
  if (Calls == 0) {
    Cached = S.Cached;
    File = F;
    CallId = S.CallId;
  }
  return ++Calls >= Most;
}

/// False if waiting was in vain.
bool FileEnds::Row::await() const {
  std::shared_ptr<CachedFile> F = Cached.lock();
  std::shared_ptr<SharedFile> Shared = File.lock();
  return F && Shared && awaitCall(*Shared, *F, CallId);
}

void FileEnds::postLeftOut() {
  for (LeftOut &Left : Reads) {
    findEnd(Left.Read, *Left.File);
    if (!Left.Read.BehindEnd)
      post(Left.Read);
  }
  Reads.clear();
}

SliceEnd FileEnds::waits(Step &S, SharedFile &File, const Row &Full) {
  if (execution::isScout())
    return SliceEnd::Astray;
  bool Came = Full.await();
  if (!Came && InVain)
    return SliceEnd::Astray;
  InVain = !Came;
  All.Calls = Data.Calls = 0;
  postLeftOut();
  findEnd(S, File);
  return SliceEnd::Completed;
}

SliceEnd FileEnds::look(Step &S, const std::shared_ptr<SharedFile> &File,
                        bool NeedsData) {
  if (uint64_t Now = execution::runningNumber(); Launch != Now) {
    *this = {};
    Launch = Now;
  }
  if (!S.Cached || !S.Wanted.FileView)
    return ++OfNone < MostOfNone ? SliceEnd::Completed : SliceEnd::Astray;
  OfNone = 0;
  findEnd(S, *File);
  if (!S.BehindEnd) {
    InVain = false;
    All.Calls = 0;
    Reads.clear();
    if (NeedsData)
      Data.Calls = 0;
    return SliceEnd::Completed;
  }
  execution::count(RunCounter::ReadsBehindEnd);
  bool Full = All.grow(S, File);
  if (NeedsData && Data.grow(S, File))
    return waits(S, *File, Data);
  if (Full)
    return waits(S, *File, All);
  if (S.Post)
    Reads.push_back({S, File});
  return SliceEnd::Completed;
}

void FileEnds::delivers(const Step &S) {
  bool InFile = S.Cached && S.Wanted.FileView;
  Delivered =
      static_cast<int64_t>(InFile ? S.Wanted.bytesBefore(S.FileEnd) : S.Length);
}

} // namespace foreslice
