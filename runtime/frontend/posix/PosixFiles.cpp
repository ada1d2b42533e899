//===- PosixFiles.cpp - files that a program reads by POSIX ---------------===//
//
// See PosixFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFiles.h"

#include "storage/Descriptor.h"
#include "support/Clock.h"
#include "support/DescriptorRoom.h"
#include "support/DescriptorTable.h"
#include "support/HelperQueue.h"
#include "support/Settings.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace foreslice {

bool PosixFiles::mayOpen() {
  constexpr size_t MostLocked = 16;
  return descriptor_table::hasLeft() ||
         (!descriptor_room::isScarce() &&
          LockedFiles::get().closeOthers() < MostLocked);
}

PosixFile &PosixFiles::find(FileKey Key) {
  std::unique_ptr<PosixFile> &File = Files[Key];
  if (!File)
    File = std::make_unique<PosixFile>(Key);
  return *File;
}

/// Null if the file has been let go of.
PosixFile *PosixFiles::find(const CachedFile &Cached) {
  auto It = Files.find(Cached.Id);
  return It != Files.end() && It->second->Cached.get() == &Cached
             ? It->second.get()
             : nullptr;
}

void PosixFile::Reader::restart(uint64_t NewLaunch) {
  Launch = NewLaunch;
  Calls = 0;
  First.clear();
  Places.restart();
  ByPlace = false;
  Ahead.restart();
}

void PosixFile::forgetCalls() {
  for (const std::unique_ptr<Reader> &R : Readers)
    if (R)
      R->restart(0);
}

/// The reader in this launch; a new launch begins anew.
PosixFile::Reader &PosixFiles::enter(PosixFile &File, unsigned Number,
                                     uint64_t Launch) {
  std::unique_ptr<PosixFile::Reader> &R = File.Readers[Number];
  if (!R || R->Launch != Launch) {
    if (!R)
      R = std::make_unique<PosixFile::Reader>(pageSize());
    R->restart(Launch);
    if (File.Cached)
      File.Cached->Positions.restart(runtime().slices().laneOf(Number));
  }
  return *R;
}

/// Positions of slices advance by Calls.
static void skipCalls(PosixFile &File, unsigned Number, uint64_t Calls) {
  File.Cached->Positions.callBegins(runtime().slices().laneOf(Number), Calls);
}

void PosixFiles::count(CountedCalls &Calls) {
  unsigned Number = slice_runner::number();
  if (Calls.Count == 0 || Calls.Launch != slice_runner::launchNumber())
    return;
  PosixFile &File = find(Calls.Key);
  PosixFile::Reader &R = enter(File, Number, Calls.Launch);
  if (File.Cached)
    skipCalls(File, Number, Calls.Count);
  else
    R.Calls += Calls.Count;
}

PosixFiles::Called PosixFiles::callBegins(int Fd, int64_t Position,
                                          int64_t Offset, uint64_t Calls,
                                          CountedCalls &Before) {
  slice_runner::lookAtStream();
  const unsigned Number = slice_runner::number();
  const uint64_t Launch = slice_runner::launchNumber();
  FileKey Key = Before.Key;
  uint64_t Size = Before.Size;
  // Before fstat(): a descriptor closed from now on is looked at again.
  const uint32_t Closings = CountedCalls::closings();
  if (!Before.knowsFile(Fd, Launch, Offset)) {
    struct stat S;
    if (fstat(Fd, &S) != 0 || !S_ISREG(S.st_mode))
      return {};
    Key = {S.st_dev, S.st_ino};
    Size = static_cast<uint64_t>(S.st_size);
  }
  MutexLock L(M);
  count(Before);
  PosixFile &File = find(Key);
  Before = {.Launch = Launch,
            .Key = Key,
            .Size = Size,
            .Closings = Closings,
            .Fd = Fd,
            .IsCached = File.Cached != nullptr};
  const bool IsFirst =
      !File.Readers[Number] || File.Readers[Number]->Launch != Launch;
  PosixFile::Reader &R = enter(File, Number, Launch);
  if (Position >= 0 &&
      std::ranges::find(R.First, Fd, &std::pair<int, int64_t>::first) ==
          R.First.end())
    R.First.emplace_back(Fd, Position);
  const int64_t Place = R.Places.meetsOthers() ? Offset : Position;
  if (Place >= 0 && static_cast<uint64_t>(Place) < Size &&
      (R.ByPlace || !File.Cached))
    R.Places.read(Place);
  Called Result;
  Result.File = File.Cached;
  Result.Size = Size;
  Result.IsFirst = IsFirst;
  if (!File.Cached)
    R.Calls += Calls;
  else if (R.ByPlace)
    placeCall(File, Number);
  else if (Position >= 0)
    meet(File, R, Position, Result);
  return Result;
}

void PosixFiles::meet(PosixFile &File, PosixFile::Reader &R, int64_t Position,
                      Called &Result) {
  LaneId Lane = runtime().slices().laneOf(slice_runner::number());
  Result.Moved = R.Ahead.meet(File.Cached->Positions.next(Lane), Position);
  if (Result.Moved)
    Result.Ahead.assign(R.Ahead.calls().begin(), R.Ahead.calls().end());
}

std::optional<int64_t> PosixFiles::callAhead(const CachedFile &File,
                                             CallsAhead::Call C) {
  MutexLock L(M);
  PosixFile *F = find(File);
  if (!F)
    return 0;
  PosixFile::Reader &R =
      enter(*F, execution::number(), execution::runningNumber());
  if (R.Ahead.isLost())
    return std::nullopt;
  int64_t Delta = R.Ahead.takeMove(C.Handle);
  C.Position = std::max<int64_t>(C.Position + Delta, 0);
  R.Ahead.add(C);
  return Delta;
}

/// The program begins a call, to be counted at the end.
void PosixFiles::placeCall(PosixFile &File, unsigned Number) {
  uint64_t Next = File.Readers[Number]->Places.next();
  File.Cached->Positions.place(runtime().slices().laneOf(Number),
                               Next - std::min<uint64_t>(Next, 1));
}

PlacedReads::Stretch PosixFiles::come(CachedFile &File, int64_t Begin,
                                      int64_t End,
                                      const PlacedReads::Stretch &Last,
                                      bool MeetsOthers) {
  MutexLock L(M);
  PosixFile *F = find(File);
  if (!F)
    return {UINT64_MAX, Begin, End};
  PosixFile::Reader &R =
      enter(*F, execution::number(), execution::runningNumber());
  R.ByPlace = true;
  if (MeetsOthers && !R.Places.meetsOthers())
    R.Places.meetOthers();
  PlacedReads::Stretch Now = R.Places.come(Begin, End, Last);
  File.Positions.place(runtime().slices().laneOf(execution::number()),
                       R.Places.next());
  return Now;
}

std::shared_ptr<CachedFile>
PosixFiles::openForKernel(std::shared_ptr<StoredFile> File,
                          const struct stat &S, const std::string &Path) {
  if (!S_ISREG(S.st_mode) || !File->readsForSystem())
    return nullptr;
  if (std::shared_ptr<CachedFile> Known =
          runtime().coherence().join({S.st_dev, S.st_ino})) {
    File->retire();
    return Known;
  }
  std::shared_ptr<CachedFile> New = runtime().coherence().open(
      {S.st_dev, S.st_ino}, std::move(File), Path,
      static_cast<uint64_t>(S.st_blksize), Delivery::Kernel);
  if (New->DeliveredBy != Delivery::Kernel) {
    // MPI-IO has the file open, for delivery by the pool.
    runtime().coherence().close(New);
    return nullptr;
  }
  return New;
}

std::shared_ptr<CachedFile> PosixFiles::open(std::shared_ptr<StoredFile> Stored,
                                             const std::string &Path) {
  struct stat S;
  if (!Stored->status(S))
    return nullptr;
  MutexLock L(M);
  const bool IsRemoved =
      S.st_nlink == 0 ||
      std::ranges::count(InRemoval, FileKey{S.st_dev, S.st_ino}) != 0;
  if (IsRemoved)
    return nullptr;
  PosixFile &File = find({S.st_dev, S.st_ino});
  enter(File, execution::number(), execution::runningNumber());
  if (File.Cached)
    return File.Cached;
  std::shared_ptr<CachedFile> New = openForKernel(std::move(Stored), S, Path);
  if (!New)
    return nullptr;
  File.Cached = std::move(New);
  Open.push_back(&File);
  for (unsigned Number = 0; Number < MostSlices; ++Number) {
    LaneId Lane = runtime().slices().laneOf(Number);
    File.Cached->Positions.restart(Lane);
    if (File.Readers[Number])
      skipCalls(File, Number, std::exchange(File.Readers[Number]->Calls, 0));
  }
  return File.Cached;
}

std::optional<int64_t> PosixFiles::first(const CachedFile &File, int Fd) {
  MutexLock L(M);
  PosixFile *F = find(File);
  if (!F)
    return std::nullopt;
  const PosixFile::Reader *R = F->Readers[execution::number()].get();
  if (!R || R->Launch != execution::runningNumber())
    return std::nullopt;
  auto It = std::ranges::find(R->First, Fd, &std::pair<int, int64_t>::first);
  return It != R->First.end() ? std::optional(It->second) : std::nullopt;
}

void PosixFiles::entryBegins(const void *Folder, int64_t Position) {
  MutexLock L(M);
  Lister &OwnLister = Listers[slice_runner::number()];
  if (uint64_t Now = slice_runner::launchNumber(); OwnLister.Launch != Now)
    OwnLister = {Now, {}};
  if (std::ranges::find(OwnLister.First, Folder,
                        &std::pair<const void *, int64_t>::first) ==
      OwnLister.First.end())
    OwnLister.First.emplace_back(Folder, Position);
}

std::optional<int64_t> PosixFiles::firstEntry(const void *Folder) {
  MutexLock L(M);
  const Lister &Of = Listers[execution::number()];
  auto It = std::ranges::find(Of.First, Folder,
                              &std::pair<const void *, int64_t>::first);
  return Of.Launch == execution::runningNumber() && It != Of.First.end()
             ? std::optional(It->second)
             : std::nullopt;
}

/// Ends slices' reads of File. Returns the file of the slices, or null.
std::shared_ptr<CachedFile> PosixFiles::letGo(PosixFile &File) {
  if (!File.Cached)
    return nullptr;
  std::erase(Open, &File);
  ++Closing;
  return std::exchange(File.Cached, nullptr);
}

void PosixFiles::closed() {
  MutexLock L(M);
  --Closing;
  FewerClosing.notifyAll();
}

/// Closes a file after letGo().
void PosixFiles::close(const std::shared_ptr<CachedFile> &File) {
  runtime().coherence().leave(File);
  closed();
}

void PosixFiles::finishClosing(uint64_t MostNs) {
  const uint64_t End = nowNs() + MostNs;
  MutexLock L(M);
  for (uint64_t Now = nowNs(); Closing != 0 && Now < End; Now = nowNs())
    FewerClosing.waitFor(M, End - Now);
}

void PosixFiles::finishOpening(uint64_t MostNs) const {
  const timespec Nap{0, 50'000};
  const uint64_t Begun = OpeningsBegun.load(), End = nowNs() + MostNs;
  while (OpeningsDone.load() < Begun && nowNs() < End)
    nanosleep(&Nap, nullptr);
}

void PosixFiles::giveUp(FileKey Key) {
  std::shared_ptr<CachedFile> Given;
  {
    MutexLock L(M);
    if (auto It = Files.find(Key); It != Files.end())
      Given = letGo(*It->second);
  }
  if (Given)
    close(Given);
}

bool PosixFiles::removes(FileKey Key) {
  {
    MutexLock L(M);
    InRemoval.push_back(Key);
  }
  return letGo([&](const FileKey &Other) { return Other == Key; });
}

void PosixFiles::removed(FileKey Key) {
  MutexLock L(M);
  if (auto It = std::ranges::find(InRemoval, Key); It != InRemoval.end())
    InRemoval.erase(It);
}

bool PosixFiles::letGo(FunctionRef<bool(const FileKey &)> Which) {
  std::vector<std::shared_ptr<CachedFile>> Given;
  {
    MutexLock L(M);
    for (const auto &[Key, File] : Files)
      if (File->Cached && Which(Key))
        Given.push_back(letGo(*File));
    if (Closing == 0)
      return false;
  }
  for (std::shared_ptr<CachedFile> &File : Given)
    if (!HelperQueue::get().post([this, File] { close(File); }))
      closed();
  return true;
}

size_t PosixFiles::openCount() {
  MutexLock L(M);
  return Open.size();
}

void PosixFiles::closeOldest() {
  std::shared_ptr<CachedFile> Old;
  {
    MutexLock L(M);
    if (Open.empty())
      return;
    const FileKey Key = Open.front()->Key;
    Old = letGo(*Open.front());
    Files.erase(Key);
  }
  close(Old);
}

void PosixFiles::forgetUnopened() {
  MutexLock L(M);
  // A region may be launched again and again for one file.
  if (Files.size() == 1 && !Files.begin()->second->Cached)
    Files.begin()->second->forgetCalls();
  else
    std::erase_if(Files, [](const auto &F) { return !F.second->Cached; });
}

void PosixFiles::closeAll() {
  std::vector<std::shared_ptr<CachedFile>> Old;
  {
    MutexLock L(M);
    for (const auto &[Key, File] : Files)
      if (File->Cached)
        Old.push_back(letGo(*File));
    Files.clear();
  }
  for (const std::shared_ptr<CachedFile> &File : Old)
    close(File);
}

int64_t sizeOf(const CachedFile &File) {
  return static_cast<int64_t>(File.size());
}

int64_t pageSize() { return static_cast<int64_t>(Settings::get().PageSize); }

} // namespace foreslice
