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
  ByteRange Range = S.At.range();
  int Fd = S.Cached->descriptor();
  struct stat Now;
  S.FileEnd = UINT64_MAX;
  S.BehindEnd = false;
  if (File.reachesTo(static_cast<int64_t>(Range.End), Fd) ||
      fstat(Fd, &Now) != 0 ||
      runtime().cache().willGrow(*S.Cached, laneCall(S.CallId), Range.Begin))
    return;
  S.FileEnd = static_cast<uint64_t>(Now.st_size);
  S.BehindEnd = Range.Begin >= S.FileEnd;
}

FileEnds &FileEnds::ofRunner() {
  static auto *All = new std::array<FileEnds, execution::Runners>;
  return (*All)[execution::runner()];
}

/// True if the row is full, and begins anew.
bool FileEnds::Row::grow(const Step &S, const std::shared_ptr<SharedFile> &Of) {
  if (Calls == 0) {
    Cached = S.Cached;
    File = Of;
    CallId = S.CallId;
  }
  return ++Calls >= Most;
}

void FileEnds::Row::await() const {
  std::shared_ptr<CachedFile> Of = Cached.lock();
  std::shared_ptr<SharedFile> Shared = File.lock();
  if (Of && Shared)
    awaitCall(*Shared, *Of, CallId);
}

SliceEnd FileEnds::look(Step &S, const std::shared_ptr<SharedFile> &File,
                        bool NeedsData) {
  if (!S.Cached || S.Writes || !S.At.FileView)
    return SliceEnd::Completed;
  if (uint64_t Now = execution::runningNumber(); Launch != Now) {
    *this = {};
    Launch = Now;
  }
  findEnd(S, *File);
  if (!S.BehindEnd) {
    All.Calls = 0;
    if (NeedsData)
      Data.Calls = 0;
    return SliceEnd::Completed;
  }
  execution::count(RunCounter::ReadsBehindEnd);
  bool Full = All.grow(S, File);
  bool DataFull = NeedsData && Data.grow(S, File);
  if (!Full && !DataFull)
    return SliceEnd::Completed;
  if (execution::runner() != 0)
    return SliceEnd::Overtaken;
  (DataFull ? Data : All).await();
  All.Calls = Data.Calls = 0;
  findEnd(S, *File);
  return SliceEnd::Completed;
}

} // namespace foreslice
