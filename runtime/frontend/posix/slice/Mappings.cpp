//===- Mappings.cpp - the mapped files of a slice -------------------------===//
//
// See Mappings.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/Mappings.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/RegularFile.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/AddressRoom.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <ctime>
#include <sys/mman.h>
#include <sys/stat.h>

namespace foreslice {

/// Most pages of a slice ahead of the program.
static constexpr size_t MostAhead = 64;

Mappings &Mappings::ofRunner() {
  static constinit ProcessObject<std::array<Mappings, execution::Runners>> All;
  Mappings &OwnMappings = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnMappings.Launch != Now) {
    OwnMappings.clear();
    OwnMappings.Launch = Now;
  }
  return OwnMappings;
}

namespace {

/// The mappings of slices, by begin.
struct OwnMaps {
  struct Map {
    FileKey File;
    size_t Length;
  };
  Mutex M;
  std::map<void *, Map> All FORESLICE_GUARDED_BY(M);

  void unmap(const Mapping &Of) FORESLICE_EXCLUDES(M) {
    auto *Address = reinterpret_cast<void *>(Of.Begin);
    MutexLock L(M);
    munmap(Address, Of.End - Of.Begin);
    All.erase(Address);
  }
};

constinit ProcessObject<OwnMaps> MapsOfProcess;

} // namespace

bool Mappings::letGo(FunctionRef<bool(const FileKey &)> Which) {
  OwnMaps *Maps = MapsOfProcess.ifAny();
  if (!Maps)
    return false;
  bool Any = false;
  MutexLock L(Maps->M);
  for (auto &[At, Of] : Maps->All)
    if (Which(Of.File) &&
        mmap(At, Of.Length, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) != MAP_FAILED) {
      Of.File = {};
      Any = true;
    }
  return Any;
}

void Mappings::clear() {
  Waiting.clear();
  for (const auto &[End, M] : ByEnd)
    if (M.IsOwn)
      MapsOfProcess.get().unmap(M);
  ByEnd.clear();
  OwnEnds.clear();
}

void *Mappings::map(const std::shared_ptr<CachedFile> &File, int64_t Offset,
                    int64_t Length) {
  if (Offset < 0 || Length <= 0 || address_room::isLimited())
    return nullptr;
  unmapOldest();
  OwnMaps &Maps = MapsOfProcess.get();
  const std::shared_ptr<StoredFile> Stored = File->stored();
  if (!Stored)
    return nullptr;
  void *Address;
  {
    MutexLock L(Maps.M);
    Address =
        Stored->map(static_cast<uint64_t>(Offset), static_cast<size_t>(Length));
    if (Address)
      Maps.All[Address] = {File->Id, static_cast<size_t>(Length)};
  }
  if (!Address)
    return nullptr;
  auto Begin = reinterpret_cast<uintptr_t>(Address);
  uintptr_t End = Begin + static_cast<uintptr_t>(Length);
  Mapping &New = ByEnd[End];
  New = {};
  New.Begin = Begin;
  New.End = End;
  New.Offset = static_cast<uint64_t>(Offset);
  New.File = File;
  New.IsOwn = true;
  OwnEnds.push_back(End);
  return Address;
}

/// The program no longer uses old mappings.
void Mappings::unmapOldest() {
  constexpr size_t MostMapped = 128;
  if (OwnEnds.size() < MostMapped)
    return;
  if (auto It = ByEnd.find(OwnEnds.front());
      It != ByEnd.end() && It->second.IsOwn) {
    MapsOfProcess.get().unmap(It->second);
    ByEnd.erase(It);
  }
  OwnEnds.pop_front();
}

void Mappings::isInProgram(uintptr_t OwnAddress, uintptr_t Address) {
  for (auto &[End, M] : ByEnd)
    if (M.IsOwn && M.Begin == OwnAddress)
      M.InProgram = Address;
  // The former mapping at Address is gone.
  auto Old = ByEnd.upper_bound(Address);
  if (Old != ByEnd.end() && !Old->second.IsOwn && Old->second.Begin <= Address)
    ByEnd.erase(Old);
}

/// The program's mapping at Address: perhaps without a file.
Mapping Mappings::fromProgram(uintptr_t Address) const {
  std::optional<MappedRange> There = mappedAt(Address);
  Mapping New;
  if (!There) {
    // Taken to stay, as far as the slice knows.
    constexpr uintptr_t Around = 64 << 10;
    New.Begin = Address & ~(Around - 1);
    New.End = New.Begin + Around;
    return New;
  }
  New.Begin = New.InProgram = There->Begin;
  New.End = There->End;
  New.Offset = There->Offset;
  if (There->Path.empty() || !PosixFiles::mayOpen())
    return New;
  const PosixFiles::Opening Now(posix().files());
  std::shared_ptr<StoredFile> File = openRegular(There->Path.c_str()).File;
  struct stat S;
  if (File && File->status(S) && S.st_ino == There->Inode)
    New.File = posix().files().open(std::move(File), There->Path);
  return New;
}

Mapping &Mappings::find(uintptr_t Address) {
  auto It = ByEnd.upper_bound(Address);
  if (It != ByEnd.end() && It->second.Begin <= Address)
    return It->second;
  Mapping New = fromProgram(Address);
  return ByEnd[New.End] = std::move(New);
}

bool Mappings::isPosted(const CachedFile &File, uint64_t Page) const {
  return std::ranges::any_of(Waiting, [&](const Posted &P) {
    return P.Page == Page && P.File.get() == &File;
  });
}

SliceEnd Mappings::expectPage(const Mapping &M, const PagePart &Part,
                              uintptr_t Address) {
  if (isPosted(*M.File, Part.Page))
    return SliceEnd::Completed;
  if (SliceEnd End = waitForRoom(MostAhead - 1); End != SliceEnd::Completed)
    return End;

  struct stat Status;
  Step S;
  S.Cached = M.File;
  // The program's calls of the file do not count these pages.
  S.CallId = runtime().slices().next(*M.File);
  S.Wanted = {View::bytes(), Part.Bytes.Begin,
              Part.Bytes.End - Part.Bytes.Begin};
  if (M.File->status(Status))
    S.FileEnd = static_cast<uint64_t>(Status.st_size);
  if (runtime().slices().posting().isInMemory(*M.File, laneCall(S.CallId),
                                              Part)) {
    rest();
  } else if (runtime().slices().posting().wanted(*M.File)) {
    InMemory = 0;
    post(S);
    Waiting.push_back({M.File, Part.Page, M.Begin, Address});
  }
  return SliceEnd::Completed;
}

/// A page is in memory. If all pages are, the slice has no work, and should not
/// take a core.
void Mappings::rest() {
  constexpr unsigned Many = 1024;
  constexpr timespec Nap{0, 5'000'000};
  if (++InMemory > Many && !execution::isScout())
    clock_nanosleep(CLOCK_MONOTONIC, 0, &Nap, nullptr);
}

SliceEnd Mappings::expect(uintptr_t Begin, uintptr_t End, bool Backwards) {
  const PageGrid Grid = runtime().slices().posting().grid();
  SliceEnd Ends = SliceEnd::Completed;
  while (Begin < End && Ends == SliceEnd::Completed &&
         !execution::cancelFlag().load() && !Blind) {
    uintptr_t Address = Backwards ? End - 1 : Begin;
    // A copy: waiting may take the mapping away.
    const Mapping M = find(Address);
    Last = {M.Begin, M.End};
    if (!M.File)
      return Ends;
    // A loop may announce reads to the end at each step: only the first
    // announcement counts.
    if (!Backwards && Begin > M.ExpectedBegin && Begin < M.ExpectedEnd) {
      Begin = M.ExpectedEnd;
      if (Begin == M.End)
        return Ends;
      continue;
    }
    const PagePart Part = Grid.whole(Grid.pageAt(Address - M.Begin + M.Offset));
    uint64_t First = std::max(Part.Bytes.Begin, M.Offset) - M.Offset;
    Last = {M.Begin + First,
            std::min(M.End, M.Begin + Part.Bytes.End - M.Offset)};
    Ends = expectPage(M, Part, Address);
    if (auto It = ByEnd.find(M.End); It != ByEnd.end()) {
      if (Backwards || Address != M.ExpectedEnd)
        It->second.ExpectedBegin = Address;
      It->second.ExpectedEnd = Backwards ? Address : Last.second;
    }
    (Backwards ? End : Begin) = Backwards ? Last.first : Last.second;
    if (Backwards ? Last.first == M.Begin : Last.second == M.End)
      return Ends;
  }
  return Ends;
}

/// Whether the program has come to the page.
bool Mappings::hasCome(const Posted &P) {
  auto It = ByEnd.upper_bound(P.OwnAddress);
  if (It == ByEnd.end() || It->second.Begin != P.OwnAddress)
    return true;
  const Mapping &M = It->second;
  if (M.InProgram == 0)
    return false;
  std::optional<bool> There = Table.has(P.Address - M.Begin + M.InProgram);
  Blind |= !There;
  return There.value_or(true);
}

/// The first Count waiting pages have been read.
void Mappings::use(size_t Count) {
  for (; Count != 0; --Count) {
    const Posted &P = Waiting.front();
    const PagePart Part = runtime().slices().posting().grid().whole(P.Page);
    runtime().demand().readsItself(*P.File, {&Part, 1}).over();
    Waiting.pop_front();
  }
}

/// The program may skip pages expected by the slice: pages before a page
/// reached by the program count as read.
void Mappings::takeUsed() {
  for (size_t Count = Waiting.size(); Count != 0; --Count)
    if (hasCome(Waiting[Count - 1]))
      return use(Count);
}

SliceEnd Mappings::waitForRoom(size_t Most) {
  // Nothing tells of a page fault: this is looked for.
  constexpr timespec Nap{0, 500'000};
  while (Waiting.size() > Most && !execution::cancelFlag().load()) {
    takeUsed();
    if (Waiting.size() <= Most)
      break;
    if (execution::isScout()) {
      execution::pauseScout();
      break;
    }
    if (SliceEnd End = slice_values::takeArrived(); End != SliceEnd::Completed)
      return End;
    if (slice_values::isBehind())
      use(Waiting.size());
    else
      clock_nanosleep(CLOCK_MONOTONIC, 0, &Nap, nullptr);
  }
  return SliceEnd::Completed;
}

SliceEnd Mappings::waitForAll() {
  SliceEnd End = waitForRoom(0);
  // The region is over, and so are the program's reads there.
  use(Waiting.size());
  return End;
}

} // namespace foreslice
