//===- ProgramWatch.cpp - the reads of a program that has no slices -------===//
//
// See ProgramWatch.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/ProgramWatch.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/watch/CallerModules.h"
#include "frontend/posix/watch/FastReads.h"
#include "recorder/AccessRecorder.h"
#include "scheme/Worth.h"
#include "support/Clock.h"
#include "support/HelperQueue.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// Of the reads of a file that were looked at last, so many are remembered, and
/// so many slow ones show that the file comes from storage.
constexpr unsigned RecentReads = 8;
constexpr unsigned MinSlowReads = 2;

/// Reads of a signature that are looked at.
constexpr unsigned MostKnownReads = 1'000'000;

FastReads &fastReads() {
  thread_local FastReads F;
  return F;
}

AccessRecorder &recorder() { return AccessRecorder::get(); }

/// Whether a source learns from reads that no slice knows of.
bool learns() {
  return !Settings::get().Disable && Settings::get().Sources.learn();
}

uint64_t bytesOf(int64_t Result) {
  return Result > 0 ? static_cast<uint64_t>(Result) : 0;
}

std::string pathOf(int Fd) {
  return nameOf("/proc/self/fd/" + std::to_string(Fd));
}

/// A read of a thread whose reads have all been fast.
int64_t readFast(FastReads &Reads, FunctionRef<int64_t()> Own) {
  if (!Reads.timesNext())
    return Own();
  const uint64_t Start = nowNs();
  const int64_t Result = Own();
  Reads.add(Worth::isFast(bytesOf(Result), nowNs() - Start),
            /*FetchedAhead=*/false);
  return Result;
}

/// Whether files are read ahead that the program has not opened. A program that
/// discloses what it reads knows better.
bool expectsFiles() {
  return HintReader::isWanted() &&
         Settings::get().Sources.has(SourceKind::Signatures) &&
         !HintReader::get().hasHints();
}

/// What is done with the hints of files that are expected.
NextFiles::Actions hintActions() {
  return {.Expect =
              [](std::vector<Hint> Hints) {
                if (expectsFiles())
                  HintReader::get().expect(std::move(Hints));
              },
          .Skip =
              [](const std::string &Path) {
                if (expectsFiles())
                  HintReader::get().skip(Path);
              },
          .Withdraw =
              [](const std::string &Path) {
                if (expectsFiles())
                  HintReader::get().withdraw(Path);
              }};
}

/// The files of FORESLICE_SIGNATURES, and what is read of each.
std::vector<NextFiles::KnownFile> knownFiles() {
  std::vector<NextFiles::KnownFile> Files;
  unsigned Left = MostKnownReads;
  const SignatureSource *Source = runtime().signatures();
  for (std::string &Path :
       Source ? Source->known().filesInOrder() : std::vector<std::string>()) {
    ReadRanges Reads;
    if (auto Known = Source->known().readsOf(Path, 0, 0))
      Known->forEach([&](const PatternPoint &P) {
        const auto Begin = static_cast<uint64_t>(P.Place);
        if (P.Place >= 0 && P.Bytes > 0)
          Reads.add({Begin, Begin + static_cast<uint64_t>(P.Bytes)});
        return Left != 0 && --Left != 0;
      });
    Files.push_back({std::move(Path), {}});
    if (Reads.areDense())
      Files.back().Reads.assign(Reads.all().begin(), Reads.all().end());
  }
  return Files;
}

} // namespace

ProgramWatch::ProgramWatch() : Next(hintActions(), knownFiles) {}

static constinit ProcessObject<ProgramWatch> OfProcess;

ProgramWatch &ProgramWatch::get() { return OfProcess.get(); }

ProgramWatch *ProgramWatch::ifAny() { return OfProcess.ifAny(); }

bool ProgramWatch::isWanted() { return recorder().isOn() || learns(); }

bool ProgramWatch::wantsWrites() {
  return recorder().isOn() || PolicyControl::isAsked(Settings::get()) ||
         (learns() && sources().listenToWrites());
}

/// What the program has open under Fd. A file that has taken the place of
/// another one unseen is noticed before the run time reads for it.
ProgramWatch::Stream ProgramWatch::look(int Fd) {
  Shard &In = shardOf(Fd);
  {
    MutexLock L(In.M);
    if (auto Known = In.Streams.find(Fd); Known != In.Streams.end())
      return Known->second;
  }
  Stream New;
  struct stat S;
  if (fstat(Fd, &S) == 0 && S_ISREG(S.st_mode)) {
    New.Key = {S.st_dev, S.st_ino};
    New.IsRegular = true;
  }
  MutexLock L(In.M);
  In.Streams[Fd] = New;
  return New;
}

void ProgramWatch::closes(int Fd) {
  Shard &In = shardOf(Fd);
  Stream Of;
  {
    MutexLock L(In.M);
    auto Known = In.Streams.find(Fd);
    if (Known == In.Streams.end())
      return;
    Of = std::move(Known->second);
    In.Streams.erase(Known);
  }
  if (learns())
    sources().closes(Of.Key);
  if (HintReader::isWanted())
    HintReader::get().closes(Of.Key);
  struct stat Now;
  if (Of.IsTold && fstat(Fd, &Now) == 0)
    HelperQueue::get().post([this, Key = Of.Key, Read = std::move(Of.Read),
                             Size = static_cast<uint64_t>(Now.st_size)] {
      Next.ends(Key, *Read, Size);
    });
  if (Of.Ahead)
    Opener.close(std::move(Of.Ahead));
}

bool ProgramWatch::isToBeAhead(Stream &Of, const foreslice_call &Call,
                               uint64_t Result, uint64_t Start, uint64_t Ns) {
  const bool Always = Settings::get().Always;
  const bool Fast = !Always && Worth::isFast(Result, Ns);
  Of.Kernel.readDone(static_cast<uint64_t>(Call.offset), Result, Start, Ns);
  if (!Of.Ahead) {
    if (Of.Reads == RecentReads)
      Of.SlowReads -= Of.SlowReads / 2, Of.Reads /= 2;
    ++Of.Reads;
    Of.SlowReads += !Fast;
    if (!Fast)
      Of.Kernel.waited(Ns);
  }
  return Of.SlowReads >= MinSlowReads && (Always || !Of.Kernel.suffices());
}

/// Notes what was read of a file, and has it told once that comes from storage.
void ProgramWatch::tellNext(const foreslice_call &Call, Stream &Of,
                            uint64_t Result, bool FromStorage) {
  const auto Begin = static_cast<uint64_t>(Call.offset);
  if (!Of.Read)
    Of.Read = std::make_shared<ReadRanges>();
  Of.Read->add({Begin, Begin + Result});
  if (FromStorage && !Of.IsTold)
    Of.IsTold =
        HelperQueue::get().post([this, Key = Of.Key, Path = pathOf(Call.fd)] {
          if (PosixFiles::mayOpen()) // Folders, too.
            Next.begins(Key, Path);
        });
}

/// Tells what a read shows of its file.
void ProgramWatch::learn(const foreslice_call &Call, const Stream &Of,
                         bool IsAhead, uint64_t Result, uint64_t Start,
                         uint64_t Ns) {
  const bool Fast = !Settings::get().Always && Worth::isFast(Result, Ns);
  fastReads().add(Fast, IsAhead);
  if (Result == 0)
    return;
  const bool IsHinted = IsAhead && !Of.Ahead;
  const Access Read{View::bytes(), static_cast<uint64_t>(Call.offset), Result};
  const bool Wanted =
      IsAhead || sources().seen(Of.Key, Read, [&] { return pathOf(Call.fd); });
  std::shared_ptr<AheadOpener::Opened> Done;
  {
    Shard &In = shardOf(Call.fd);
    MutexLock L(In.M);
    Stream &S = In.Streams[Call.fd];
    if (expectsFiles())
      tellNext(Call, S, Result, !Fast || IsHinted);
    if (IsHinted)
      return;
    const bool ToBeAhead = isToBeAhead(S, Call, Result, Start, Ns);
    struct stat Now;
    if (S.Ahead && !ToBeAhead) {
      Done = std::move(S.Ahead);
      S.Reads = S.SlowReads = 0;
    } else if (Wanted && ToBeAhead && !S.Ahead && fstat(Call.fd, &Now) == 0) {
      if (FileKey Is{Now.st_dev, Now.st_ino}; Is == S.Key)
        S.Ahead = Opener.open(Call.fd, S.Key);
      else
        S = {.Key = Is, .IsRegular = S_ISREG(Now.st_mode) != 0};
    }
  }
  if (Done)
    Opener.close(std::move(Done));
}

/// What the run time reads the file by: null also if the descriptor has another
/// file open now.
std::shared_ptr<CachedFile> ProgramWatch::fileOf(const Stream &Of, int Fd,
                                                 uint64_t &Size) {
  std::shared_ptr<CachedFile> File = Of.Ahead ? Of.Ahead->file()
                                     : HintReader::isWanted()
                                         ? HintReader::get().fileOf(Of.Key)
                                         : nullptr;
  struct stat Now;
  if (!File || fstat(Fd, &Now) != 0)
    return nullptr;
  if (FileKey{Now.st_dev, Now.st_ino} != Of.Key) {
    closes(Fd);
    return nullptr;
  }
  Size = static_cast<uint64_t>(Now.st_size);
  return File;
}

/// A read of which no source has asked for anything.
static void makeUnknown(bool Learns, FunctionRef<uint64_t()> Make) {
  if (Learns)
    runtime().cache().readsElsewhere();
  Make();
}

/// The program has read what the run time may have fetched. Streams of text
/// read a page in many small parts, of which the first one tells all.
static void passOver(const std::shared_ptr<CachedFile> &File, uint64_t Begin,
                     uint64_t Bytes, uint64_t FileSize) {
  thread_local std::pair<const CachedFile *, uint64_t> Last
      __attribute__((tls_model("initial-exec")));
  const Access Read{View::bytes(), Begin, Bytes};
  sources().callBegins(*File);
  sources().reads(File, Read, [&] { return FileSize; });
  const uint64_t PageSize = runtime().cache().pageSize();
  const std::pair First(static_cast<const CachedFile *>(File.get()),
                        Begin / PageSize);
  const std::pair End(First.first, (Begin + Bytes - 1) / PageSize);
  if ((First == Last && End == Last) || !isWorthALook(*File))
    return;
  Last = End;
  std::vector<PagePart> Pages;
  PageWalker Walk = Read.pages(PageSize);
  while (std::optional<PagePart> Part = Walk.next())
    Pages.push_back(*Part);
  runtime().cache().pass(*File, Pages).over(/*OnlyStarted=*/true);
}

int64_t ProgramWatch::read(const foreslice_call &Call,
                           FunctionRef<int64_t()> Own) {
  const bool Records = recorder().isOn();
  if (FastReads &Reads = fastReads(); Reads.areAll() && !Records) {
    runtime().cache().readsElsewhere();
    return readFast(Reads, Own);
  }
  if (isOwnCall(Call.site))
    return Own();
  int64_t Result = -1;
  OwnWork Work;
  auto Make = [&] {
    OwnWork::ProgramsCall Now(Work);
    Result = Own();
    return bytesOf(Result);
  };
  const Stream Of = look(Call.fd);
  foreslice_call At = Call;
  if (Of.IsRegular && At.offset < 0)
    At.offset = lseek(Call.fd, 0, SEEK_CUR);
  if (!Of.IsRegular || At.offset < 0) {
    Make();
    return Result;
  }
  // Where a slice runs, the slice follows the reads.
  const bool Learns = learns() && !PosixFrontend::isWatched();
  uint64_t Size = 0;
  std::shared_ptr<CachedFile> File =
      Learns ? fileOf(Of, Call.fd, Size) : nullptr;
  const uint64_t Start = nowNs();
  if (File)
    PosixFrontend::readKnown(File, Size, At.offset, Call.bytes, Make);
  else
    makeUnknown(Learns, Make);
  const uint64_t Ns = nowNs() - Start;
  if (Call.layer == FORESLICE_LAYER_STDIO)
    At.bytes = bytesOf(Result); // The stream fills its buffer.
  attempt([&] {
    if (Records)
      note(At, Of.Key, bytesOf(Result), Start, Ns);
    if (Learns)
      learn(At, Of, Of.Ahead || File, bytesOf(Result), Start, Ns);
    return true;
  });
  return Result;
}

void ProgramWatch::note(const foreslice_call &Call, FileKey File,
                        uint64_t Result, uint64_t Start, uint64_t Ns) {
  recorder().note({.Through = static_cast<access_format::Layer>(Call.layer),
                   .Is = static_cast<access_format::Operation>(Call.operation),
                   .File = File,
                   .Offset = Call.offset,
                   .Bytes = Call.bytes,
                   .Result = Result,
                   .StartNs = Start,
                   .Ns = Ns,
                   .Site = Call.site},
                  [&] { return pathOf(Call.fd); });
}

static void countWrite(uint64_t Ns) {
  Statistics::get().add(RunCounter::Writes);
  Statistics::get().add(RunCounter::WriteNs, Ns);
}

void ProgramWatch::done(const foreslice_call &Call, uint64_t Result,
                        uint64_t Start, uint64_t Ns) {
  const bool IsWrite = Call.operation == FORESLICE_OPERATION_WRITE;
  if (FastReads &Reads = fastReads(); Reads.areAll() && !recorder().isOn()) {
    if (Call.operation == FORESLICE_OPERATION_READ)
      Reads.add(Worth::isFast(Result, Ns), /*FetchedAhead=*/false);
    if (IsWrite)
      countWrite(Ns);
    return;
  }
  if (isOwnCall(Call.site))
    return;
  if (IsWrite)
    countWrite(Ns);
  OwnWork Work;
  attempt([&] {
    const Stream Of = look(Call.fd);
    if (!Of.IsRegular)
      return false;
    if (recorder().isOn())
      note(Call, Of.Key, Result, Start, Ns);
    if (!learns() || PosixFrontend::isWatched())
      return true;
    const auto Begin = static_cast<uint64_t>(Call.offset);
    if (IsWrite && Result != 0 && Call.offset >= 0)
      sources().writes(Of.Key, {Begin, Begin + Result}, nullptr);
    if (Call.operation != FORESLICE_OPERATION_READ)
      return true;
    uint64_t Size = 0;
    std::shared_ptr<CachedFile> File = fileOf(Of, Call.fd, Size);
    if (File && Result != 0)
      passOver(File, static_cast<uint64_t>(Call.offset), Result, Size);
    learn(Call, Of, Of.Ahead || File, Result, Start, Ns);
    return true;
  });
}

} // namespace foreslice
