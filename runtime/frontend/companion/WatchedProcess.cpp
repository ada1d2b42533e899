//===- WatchedProcess.cpp - a process with a guest ------------------------===//
//
// See WatchedProcess.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/companion/WatchedProcess.h"

#include "frontend/Runtime.h"
#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "guest/System.h"
#include "scheme/Pace.h"
#include "scheme/Worth.h"
#include "storage/Descriptor.h"
#include "support/Clock.h"
#include "support/HelperQueue.h"
#include "support/TextFile.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace foreslice {

using namespace guest;

/// Most time for a begun record: after so long the writing thread is gone.
static constexpr uint64_t MostHoleNs = 50'000'000;
/// Most time that a removal of a file waits.
static constexpr uint64_t MostRemovalNs = 1'000'000'000;
/// Time between looks whether the process waits, and, while the process waits,
/// between looks at the streams.
static constexpr uint64_t RestNs = 20'000'000, WaitNs = 2'000'000;
/// Time between looks whether files are still open.
static constexpr uint64_t CheckNs = 100'000'000;
/// The progress of a stream is told in pieces of PieceBytes. More than
/// MostPieces are taken for a seek.
static constexpr uint64_t PieceBytes = 64 << 10, MostPieces = 256;
/// Shorter files are not guessed to be read to the end.
static constexpr uint64_t LeastGuessed = 256 << 10;
/// One read, in bytes: more is a damaged record.
static constexpr uint64_t MostReadBytes = 1 << 30;
/// Most closed files that are kept, and for how long.
static constexpr size_t MostClosed = 16;
static constexpr uint64_t MostClosedNs = 300'000'000;
/// Most open files known of a process.
static constexpr size_t MostFiles = 4096;

/// Both clocks at the same time: repeated where the thread was interrupted.
TickClock::Moment TickClock::now() {
  constexpr uint64_t MostNs = 2'000;
  constexpr int MostTries = 8;
  for (int Try = 1;; ++Try) {
    const Moment Now{ticks(), nowNs()};
    const uint64_t Again = ticks();
    if (Try == MostTries || nowNs() - Now.Ns < MostNs)
      return {Now.Ticks + (Again - Now.Ticks) / 2, Now.Ns};
  }
}

void TickClock::look() {
  constexpr long LeastNs = 100'000;
  Moment Now = now();
  if (Now.Ns - First.Ns < LeastNs) {
    constexpr timespec Nap{0, LeastNs};
    nanosleep(&Nap, nullptr);
    Now = now();
  }
  TicksPerNs = static_cast<double>(Now.Ticks - First.Ticks) /
               static_cast<double>(std::max<uint64_t>(Now.Ns - First.Ns, 1));
}

uint64_t TickClock::nsOf(uint64_t Ticks) const {
  return static_cast<uint64_t>(static_cast<double>(Ticks) / TicksPerNs);
}

uint64_t TickClock::timeOf(uint64_t Ticks) const {
  return First.Ns + (Ticks > First.Ticks ? nsOf(Ticks - First.Ticks) : 0);
}

static constexpr uint32_t numberOf(uint32_t State) { return State / Closings; }

WatchedProcess::WatchedProcess(uint32_t Number, const guest::Place &Where,
                               guest::Process &Slot, const TickClock &Clock)
    : Number(Number), Where(Where), Slot(Slot), Clock(Clock),
      Pid(Where.Pid.load()),
      PidFd(static_cast<int>(syscall(SYS_pidfd_open, Pid, 0))),
      Folder("/proc/" + std::to_string(Pid)),
      Learner(std::make_shared<FileLearner>(Folder)), Mapped(Folder),
      Schedule(::open((Folder + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC)),
      BegunNs(nowNs()), LookedNs(BegunNs) {
  countBlocked(LookedNs);
  Slot.Attention.store(wantsAll());
}

/// Whether the guest is to tell reads from memory, too: such reads show the use
/// of data read ahead.
bool WatchedProcess::wantsAll() const {
  HintReader *Hints = HintReader::ifAny();
  return FileLearner::learns() &&
         (Waits || FollowedFiles != 0 || (Hints && Hints->isAnyOpen()) ||
          Settings::get().Always);
}

bool WatchedProcess::isGuest(int Pid) {
  constexpr size_t MostBytes = 64 << 20;
  std::string Maps;
  readTextFile("/proc/" + std::to_string(Pid) + "/maps", MostBytes, Maps);
  return Maps.find(std::string(SegmentLink) + "\n") != std::string::npos;
}

WatchedProcess::~WatchedProcess() {
  endClosed([](const ClosedFile &) { return true; });
  while (!Files.empty())
    close(Files.begin());
  // Work of the queue for the process comes before.
  HelperQueue::get().post([Last = std::move(Learner)] {});
  if (PidFd >= 0)
    ::close(PidFd);
  if (Schedule >= 0)
    ::close(Schedule);
}

bool hasEnded(int Pid, int PidFd) {
  pollfd P{PidFd, POLLIN, 0};
  // Linux before 5.3 has no descriptors of processes.
  return PidFd < 0 ? kill(Pid, 0) != 0 && errno == ESRCH : poll(&P, 1, 0) > 0;
}

std::string WatchedProcess::linkOf(unsigned Descriptor) const {
  return Folder + "/fd/" + std::to_string(Descriptor);
}

bool WatchedProcess::hasFiles() const {
  return FollowedFiles != 0 || Learner->isAnyClosing();
}

/// Unless the descriptor has been closed since.
void WatchedProcess::mark(unsigned Descriptor, uint32_t State, uint32_t Bits,
                          bool Set) {
  std::atomic<uint32_t> &D = Slot.Descriptors[Descriptor];
  for (uint32_t Now = D.load(); numberOf(Now) == numberOf(State);)
    if (D.compare_exchange_weak(Now, Set ? Now | Bits : Now & ~Bits))
      return;
}

WatchedProcess::OpenFile *WatchedProcess::find(unsigned Descriptor,
                                               uint32_t State) {
  auto It = Files.find(Descriptor);
  if (It != Files.end() && numberOf(It->second.State) == numberOf(State))
    return &It->second;
  if (It != Files.end())
    close(It);
  return open(Descriptor, State);
}

/// Null if the file is not regular, or was closed meanwhile.
WatchedProcess::OpenFile *WatchedProcess::open(unsigned Descriptor,
                                               uint32_t State) {
  OpenFile New{.State = State, .Learned = {}, .Path = {}};
  struct stat S;
  const std::string Link = linkOf(Descriptor);
  if (stat(Link.c_str(), &S) != 0)
    return nullptr;
  New.Path = nameOf(Link);
  if (numberOf(Slot.Descriptors[Descriptor].load()) != numberOf(State))
    return nullptr;
  if (!S_ISREG(S.st_mode)) {
    mark(Descriptor, State, Ignored, true);
    return nullptr;
  }
  New.Learned.Key = {S.st_dev, S.st_ino};
  New.Learned.IsRegular = true;
  New.Size = static_cast<uint64_t>(S.st_size);
  return add(Descriptor, std::move(New));
}

WatchedProcess::OpenFile *WatchedProcess::add(unsigned Descriptor,
                                              OpenFile New) {
  if (auto It = Files.find(Descriptor); It != Files.end())
    close(It);
  if (Files.size() == MostFiles)
    close(Files.begin());
  takeKept(New);
  New.IsFirst = !std::exchange(HasToldOfFile, true);
  const bool IsFollowed = takeClosed(New);
  const uint32_t State = New.State;
  OpenFile *Added = &Files.emplace(Descriptor, std::move(New)).first->second;
  if (IsFollowed)
    mark(Descriptor, State, Followed, true);
  return Added;
}

void WatchedProcess::close(std::map<unsigned, OpenFile>::iterator It) {
  OpenFile File = std::move(It->second);
  Files.erase(It);
  GuessesWhole &= File.Size < LeastGuessed;
  LatelyClosed[ClosedSoFar++ % LatelyClosed.size()] = File.Learned.Key;
  end(std::move(File));
}

/// The process is likely to read the file from Begin to the end. The kernel
/// itself reads ahead in shorter files.
void WatchedProcess::expectRest(OpenFile &File, uint64_t Begin) {
  if (File.IsGuessed || File.Learned.Ahead || !GuessesWhole ||
      File.Size < LeastGuessed || !HintReader::isWanted() ||
      HintReader::get().hasHints() ||
      HintReader::get().fileOf(File.Learned.Key))
    return;
  File.IsGuessed = HintReader::get().expect(
      {Hint{.Path = File.Path, .Begin = Begin, .IsGuessed = true}});
}

/// A process that waits for reads in a row goes on so.
void WatchedProcess::noteInARow(OpenFile &File, const FileLearner::Made &Read) {
  const bool IsNext =
      Read.Offset == std::exchange(File.ReadTo, Read.Offset + Read.Bytes);
  File.HasWaited =
      (IsNext && File.HasWaited) || !Pace::isFast(Read.Bytes, Read.Ns);
  if (IsNext && Read.Offset != 0 && File.HasWaited)
    expectRest(File, Read.Offset);
}

/// The guest tells of no read before the process takes part, nor of reads from
/// memory while nobody wants to know: a process that has read half of such a
/// file in a row is taken to have read the whole file.
void WatchedProcess::addUntold(OpenFile &File) const {
  ReadRanges *const Read = File.Learned.Read.get();
  const bool IsToldOfAll = !File.IsFirst && Slot.Attention.load() != 0;
  if (Read && !IsToldOfAll && Read->areMostOf(File.Size))
    Read->add({0, File.Size});
}

/// The process is done with the file.
void WatchedProcess::end(OpenFile File) {
  addUntold(File);
  FollowedFiles -= File.Learned.Ahead != nullptr;
  Learner->closes(std::move(File.Learned), File.Size);
}

/// Keeps the learned facts of a file that the process opens again and again, or
/// has mapped, over the close. False for other files.
bool WatchedProcess::keepClosed(std::map<unsigned, OpenFile>::iterator It) {
  const bool IsMapped = Mapped.has(It->second.Learned.Key);
  if (!It->second.IsReopened && !IsMapped)
    return false;
  if (Closed.size() == MostClosed)
    endClosed([&](const ClosedFile &C) { return &C == &Closed.front(); });
  addUntold(It->second);
  if (!IsMapped)
    Learner->closesForNow(It->second.Learned, It->second.Size);
  Closed.push_back({std::move(It->second), nowNs()});
  Files.erase(It);
  return true;
}

/// Moves the facts kept by keepClosed() for the file to New. True if the file
/// is read ahead.
bool WatchedProcess::takeClosed(OpenFile &New) {
  const FileKey Key = New.Learned.Key;
  const auto It = std::ranges::find_if(
      Closed, [&](const ClosedFile &C) { return C.File.Learned.Key == Key; });
  New.IsReopened =
      It != Closed.end() || std::ranges::count(LatelyClosed, Key) != 0;
  if (It == Closed.end())
    return false;
  if (!New.Learned.Ahead) {
    New.Learned = std::move(It->File.Learned);
    Closed.erase(It);
  }
  return New.Learned.Ahead != nullptr;
}

void WatchedProcess::endClosed(FunctionRef<bool(const ClosedFile &)> Which) {
  for (auto It = Closed.begin(); It != Closed.end();) {
    const auto Now = It++;
    if (!Which(*Now))
      continue;
    OpenFile File = std::move(Now->File);
    Closed.erase(Now);
    end(std::move(File));
  }
}

/// Moves the learned facts to Descriptor, if Descriptor has the closed file
/// open. The guest is to tell when Descriptor is closed.
bool WatchedProcess::keepBy(unsigned Descriptor, OpenFile &Closed) {
  auto Known = Files.find(Descriptor);
  if (Known != Files.end() &&
      (Known->second.Learned.Ahead || Known->second.Learned.Reads.hasReads()))
    return false;
  std::atomic<uint32_t> &D = Slot.Descriptors[Descriptor];
  const uint32_t State = D.load();
  const std::string Link = linkOf(Descriptor);
  struct stat S;
  if (nameOf(Link) != Closed.Path || stat(Link.c_str(), &S) != 0 ||
      FileKey{S.st_dev, S.st_ino} != Closed.Learned.Key)
    return false;
  mark(Descriptor, State, guest::Told, true);
  if (numberOf(D.load()) != numberOf(State))
    return false;
  OpenFile New{.State = State,
               .Learned = std::move(Closed.Learned),
               .Path = std::move(Closed.Path),
               .Size = Closed.Size,
               .ToldNs = Closed.ToldNs,
               .IsKept = true};
  New.IsStream = Known != Files.end() && Known->second.IsStream;
  Files.insert_or_assign(Descriptor, std::move(New));
  return true;
}

/// The program closes a duplicate, and may soon make another. True if the
/// learned facts of a slow file moved to another descriptor.
bool WatchedProcess::keep(std::map<unsigned, OpenFile>::iterator It) {
  constexpr unsigned MostLookedAt = 64;
  LearnedFile &File = It->second.Learned;
  if (!File.Ahead && !File.Reads.hadSlow())
    return false;
  for (unsigned Descriptor = 0; Descriptor < MostLookedAt; ++Descriptor)
    if (Descriptor != It->first && keepBy(Descriptor, It->second)) {
      Files.erase(It);
      return true;
    }
  return false;
}

/// Moves the facts kept by keep() for the file to New.
void WatchedProcess::takeKept(OpenFile &New) {
  for (auto &[Descriptor, File] : Files)
    if (File.IsKept && File.Learned.Key == New.Learned.Key) {
      File.IsKept = false;
      std::swap(File.Learned, New.Learned);
      New.ToldNs = File.ToldNs;
      return;
    }
}

void WatchedProcess::readDone(unsigned Descriptor, uint32_t State,
                              const FileLearner::Made &Read) {
  OpenFile *File = find(Descriptor, State);
  if (!File || Read.Bytes == 0)
    return;
  File->IsKept = false;
  File->Size = std::max(File->Size, Read.Offset + Read.Bytes);
  noteInARow(*File, Read);
  LearnedFile &Of = File->Learned;
  const bool WasAhead = Of.Ahead != nullptr;
  std::shared_ptr<CachedFile> Known = FileLearner::readsAhead(Of);
  bool Expected = false;
  if (Known) {
    const FileLearner::Passed Found =
        FileLearner::passOver(Known, Read, File->Size, Of.Order.get());
    Expected = Found.Expected;
    FileStatistics &Stats = *Known->Stats;
    // Pages may have come since the read was made: a slow read waited.
    if (Found.Ready && Pace::isFast(Read.Bytes, Read.Ns)) {
      Stats.add(Counter::SystemReads);
      // The system might have read the data ahead, too.
      Stats.KeptBySystem.store(true, std::memory_order_relaxed);
      if (Found.FetchedForIt)
        Stats.servedForStorage(Read.Bytes, Read.Ns);
    }
    Stats.add(Counter::Reads);
    Stats.add(Counter::ReadBytes, Read.Bytes);
    Stats.add(Counter::DemandReadNs, Read.Ns);
    Stats.DemandReads.add(Read.Ns);
    if (Of.Order)
      Of.Order->count({Read.Offset, Read.Offset + Read.Bytes}, Found.Ready,
                      Stats.Path);
  } else {
    runtime().demand().readsElsewhere();
  }
  const bool IsAhead = WasAhead || Known;
  auto Path = [&] { return File->Path; };
  const bool Wanted = FileLearner::isWanted(Of, Read, IsAhead, Path);
  // The descriptor of a file opened again and again may be closed by now.
  const std::string Link = File->IsReopened ? File->Path : linkOf(Descriptor);
  FileLearner::order(Of, Read, Known ? Expected : Wanted, Link);
  if (auto Done = Learner->learn(Of, Read, IsAhead, Wanted, Link, Path))
    Learner->close(std::move(Done));
  const bool Follows = Of.Ahead != nullptr;
  FollowedFiles += Follows;
  FollowedFiles -= WasAhead;
  if (Follows != WasAhead || Known)
    mark(Descriptor, State, Followed, Follows || Known);
}

/// Files that are read by their mappings may follow an order, too.
void WatchedProcess::passMapped() {
  for (const MappedReads::Whole &W : Mapped.takeWhole()) {
    const auto It = std::ranges::find_if(
        Files, [&](auto &F) { return F.second.Learned.Key == W.Key; });
    if (It != Files.end())
      readDone(It->first, It->second.State, {0, W.Size, W.BeginNs, W.Ns});
  }
}

void WatchedProcess::letGo(FunctionRef<bool(const FileKey &)> Which) {
  for (auto It = Files.begin(); It != Files.end();) {
    auto Now = It++;
    if (Which(Now->second.Learned.Key))
      close(Now);
  }
  endClosed([&](const ClosedFile &C) { return Which(C.File.Learned.Key); });
  Mapped.letGo(Which);
}

/// A copy, out of the process's reach.
WatchedProcess::Told WatchedProcess::copy(uint64_t Number) const {
  const Record &R = Slot.Ring[Number % RingSlots];
  Told Copy{.Is = R.Is,
            .Descriptor = R.Descriptor % MostDescriptors,
            .State = R.State,
            .Offset = R.Offset,
            .Bytes = R.Bytes,
            .Ticks = R.Ticks,
            .Took = R.Took,
            .Text = {}};
  const uint64_t Texts = std::min<uint64_t>(R.Texts, RingSlots - 1);
  for (uint64_t Position = Number + 1; Position <= Number + Texts; ++Position)
    Copy.Text.append(Slot.Ring[Position % RingSlots].Text, sizeof R.Text);
  Copy.Text.resize(std::min(Copy.Text.find('\0'), Copy.Text.size()));
  return Copy;
}

std::string WatchedProcess::absolute(const std::string &Path) const {
  return Path.empty() || Path[0] == '/' ? Path
                                        : nameOf(Folder + "/cwd") + "/" + Path;
}

/// Closes a file about to be removed, before returning.
void WatchedProcess::removed(FileKey Key) {
  letGo([&](const FileKey &Other) { return Other == Key; });
  if (HintReader *Hints = HintReader::ifAny())
    Hints->removes(Key, MostRemovalNs);
  HelperQueue::get().finish(MostRemovalNs);
  UnopenedFiles::finishReads(MostRemovalNs);
}

void WatchedProcess::unmounts(dev_t Device) {
  letGo([&](const FileKey &Other) { return Other.Device == Device; });
  HelperQueue::get().finish(MostRemovalNs);
  if (HintReader *Hints = HintReader::ifAny())
    Hints->unmounts(Device, MostRemovalNs);
  HelperQueue::get().finish(MostRemovalNs);
  UnopenedFiles::finishReads(MostRemovalNs);
}

/// The guest times the moves of a stream, and not the reads behind: these have
/// waited for as long as the process was blocked.
uint64_t WatchedProcess::waitedBehindSeek(unsigned Descriptor) {
  const auto It = Files.find(Descriptor);
  if (It == Files.end() || !It->second.IsStream || It->second.Learned.Ahead)
    return 0;
  ++SeekReads;
  return Waits ? BlockedNs / std::max<uint64_t>(SeekReadsBefore, 1) : 0;
}

void WatchedProcess::handle(const Told &R) {
  if (!FileLearner::learns())
    return;
  switch (R.Is) {
  case What::Read:
    if (R.Offset < 0 || R.Bytes > MostReadBytes)
      break;
    readDone(R.Descriptor, R.State,
             {static_cast<uint64_t>(R.Offset), R.Bytes, Clock.timeOf(R.Ticks),
              std::max(Clock.nsOf(R.Took), waitedBehindSeek(R.Descriptor))});
    if (auto It = Files.find(R.Descriptor); It != Files.end())
      It->second.ToldNs = nowNs();
    break;
  case What::File: {
    // A stream's file that is mapped, too, may be told twice.
    const auto Known = Files.find(R.Descriptor);
    const bool IsKnown = Known != Files.end() &&
                         numberOf(Known->second.State) == numberOf(R.State);
    if (!R.Text.empty() && !IsKnown)
      add(R.Descriptor,
          {.State = R.State,
           .Learned = {.Key = {static_cast<dev_t>(R.Offset), R.Bytes},
                       .IsRegular = true},
           .Path = R.Text,
           .Size = R.Ticks});
    break;
  }
  case What::Stream:
    if (OpenFile *File = find(R.Descriptor, R.State)) {
      File->IsStream = true;
      if (R.Bytes == WholeStream && R.Offset >= 0)
        expectRest(*File, static_cast<uint64_t>(R.Offset));
    }
    break;
  case What::Close:
    if (auto Found = Files.find(R.Descriptor); Found != Files.end()) {
      // No look repeats the guest's records of a stream.
      if (Found->second.IsStream && Found->second.ToldNs == 0 && R.Offset > 0) {
        const uint64_t Now = nowNs();
        countBlocked(Now);
        streamCame(R.Descriptor, Found->second, R.Offset, Now);
        streamEnds(R.Descriptor, R.State, R.Offset, Now);
      }
      if (Found = Files.find(R.Descriptor);
          Found != Files.end() && !keep(Found) && !keepClosed(Found))
        close(Found);
    } else if (HintReader *Hints = HintReader::ifAny())
      Hints->closes({}); // A file that was open for a short time.
    break;
  case What::Map:
    if (const OpenFile *File = find(R.Descriptor, R.State)) {
      Mapped.add({static_cast<uintptr_t>(R.Offset), R.Bytes, File->Learned.Key,
                  File->Size},
                 nowNs());
      passMapped();
    }
    break;
  case What::Remove:
    removed({static_cast<dev_t>(R.Offset), R.Bytes});
    break;
  case What::Unmount:
    unmounts(static_cast<dev_t>(R.Offset));
    break;
  case What::Hint: {
    const std::string Path = absolute(R.Text);
    const foreslice_hint Given{Path.c_str(), static_cast<uint64_t>(R.Offset),
                               R.Bytes, R.Ticks, R.Took};
    if (std::optional<Hint> H = Hint::of(Given); H && HintReader::isWanted())
      HintReader::get().disclose({*H});
    break;
  }
  case What::Withdraw:
    if (HintReader::isWanted())
      HintReader::get().withdraw(absolute(R.Text));
    break;
  case What::Text:
    break;
  }
}

/// Takes a record. False if the record is not there yet; a record missing for
/// long is passed over.
bool WatchedProcess::take(uint64_t &Number, uint64_t End) {
  const Record &R = Slot.Ring[Number % RingSlots];
  const uint64_t Last = std::min<uint64_t>(Number + R.Texts, End - 1);
  const Record &Behind = Slot.Ring[Last % RingSlots];
  const bool IsThere = R.Turn.load(std::memory_order_acquire) == Number + 1 &&
                       Behind.Turn.load(std::memory_order_acquire) == Last + 1;
  if (!IsThere) {
    const uint64_t Now = nowNs();
    HoleSinceNs = HoleSinceNs ? HoleSinceNs : Now;
    if (Now - HoleSinceNs < MostHoleNs)
      return false;
  } else {
    handle(copy(Number));
  }
  HoleSinceNs = 0;
  ++Number;
  return true;
}

bool WatchedProcess::hasRecords() const {
  return Slot.Taken.load(std::memory_order_relaxed) !=
         Slot.Written.load(std::memory_order_acquire);
}

bool WatchedProcess::takeRecords() {
  uint64_t Number = Slot.Taken.load(std::memory_order_relaxed);
  const uint64_t End = Slot.Written.load(std::memory_order_acquire);
  if (End - Number > RingSlots)
    Number = End; // Damaged.
  const uint64_t Begin = Number;
  while (Number != End && take(Number, End))
    Slot.Taken.store(Number, std::memory_order_release);
  Slot.Taken.store(Number, std::memory_order_release);
  if (Number != Begin || FollowedFiles != 0)
    Slot.Attention.store(wantsAll());
  return Number != Begin;
}

/// Reads two numbers of schedstat: the time on a core, and the time in wait for
/// a core. The rest of the time, the process was blocked.
void WatchedProcess::countBlocked(uint64_t NowNs) {
  char Text[64];
  const ssize_t Length =
      Schedule < 0 ? 0 : pread(Schedule, Text, sizeof Text, 0);
  uint64_t Runs = 0, Queues = 0;
  const char *const End = Text + std::max<ssize_t>(Length, 0);
  auto [At, Error] = std::from_chars(Text, End, Runs);
  if (Error != std::errc() || At == End ||
      std::from_chars(At + 1, End, Queues).ec != std::errc())
    return;
  const uint64_t Busy = Runs + Queues;
  PassedNs = NowNs - std::exchange(LookedNs, NowNs);
  BlockedNs = PassedNs - std::min(PassedNs, Busy - std::min(Busy, BusyNs));
  BusyNs = Busy;
}

/// A stream has read up to Position since the last look. Equal pieces make a
/// pattern. False if the stream stands where it stood.
bool WatchedProcess::streamCame(unsigned Descriptor, OpenFile &File,
                                int64_t Position, uint64_t NowNs) {
  const uint64_t Now = static_cast<uint64_t>(Position) / PieceBytes;
  const uint64_t Before = std::exchange(File.StreamAt, Now);
  if (Now <= Before || Now - Before > MostPieces)
    return Now != Before;
  const uint64_t EachNs = PassedNs / (Now - Before);
  const uint64_t WaitedNs = BlockedNs / (Now - Before);
  const uint32_t State = File.State;
  for (uint64_t I = Before; I < Now; ++I)
    readDone(
        Descriptor, State,
        {I * PieceBytes, PieceBytes, NowNs - (Now - I) * EachNs, WaitedNs});
  return true;
}

/// Tells the part read of the stream's last piece.
void WatchedProcess::streamEnds(unsigned Descriptor, uint32_t State,
                                int64_t Position, uint64_t NowNs) {
  const auto End = static_cast<uint64_t>(Position);
  const uint64_t Begin = End / PieceBytes * PieceBytes;
  // Of a file of less than a piece, no other read is told.
  if (Begin < End)
    readDone(Descriptor, State,
             {Begin, End - Begin, NowNs, Begin == 0 ? BlockedNs : 0});
}

bool WatchedProcess::lookAtStreams(uint64_t NowNs) {
  bool HasMoved = false;
  for (auto &[Descriptor, File] : Files) {
    // The guest tells of seeks in a stream.
    if (!File.IsStream || NowNs - std::min(NowNs, File.ToldNs) < RestNs)
      continue;
    const std::optional<PosixStanding> Standing =
        posixStanding(static_cast<int>(Descriptor), Folder);
    if (!Standing || Standing->Position < 0)
      continue;
    HasMoved |= streamCame(Descriptor, File, Standing->Position, NowNs);
  }
  return HasMoved;
}

/// Closes files closed by the process unseen by the guest: by executing another
/// program, or by a direct system call.
void WatchedProcess::closeUnseen() {
  for (auto It = Files.begin(); It != Files.end();) {
    auto Now = It++;
    const LearnedFile &File = Now->second.Learned;
    struct stat S;
    if (File.Ahead && (stat(linkOf(Now->first).c_str(), &S) != 0 ||
                       FileKey{S.st_dev, S.st_ino} != File.Key))
      close(Now);
  }
}

bool WatchedProcess::look(uint64_t NowNs) {
  // A process that has just begun to tell has waited for a read.
  const bool IsSoon = wantsAll() || Mapped.areAny() || NowNs - BegunNs < RestNs;
  if (NowNs - LookedNs < (IsSoon ? WaitNs : RestNs))
    return false;
  countBlocked(NowNs);
  Waits = BlockedNs > PassedNs / 4;
  SeekReadsBefore = std::exchange(SeekReads, 0);
  const bool HasMoved = wantsAll() && lookAtStreams(NowNs);
  if (NowNs - CheckedNs > CheckNs) {
    closeUnseen();
    endClosed([&](const ClosedFile &C) {
      return NowNs - std::min(NowNs, C.ClosedNs) > MostClosedNs &&
             !Mapped.has(C.File.Learned.Key);
    });
    CheckedNs = NowNs;
  }
  // Mappings may be newer than NowNs.
  const bool HasMappedMoved = Mapped.look(Waits, nowNs());
  passMapped();
  Slot.Attention.store(wantsAll());
  return HasMappedMoved || HasMoved;
}

} // namespace foreslice
