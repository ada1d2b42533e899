//===- ProgramWatch.cpp - the reads of a program that has no slices -------===//
//
// See ProgramWatch.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/ProgramWatch.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/watch/CallerModules.h"
#include "recorder/AccessRecorder.h"
#include "scheme/Pace.h"
#include "support/Clock.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// Of the calling thread. A read that is fast because it was fetched ahead is
/// to stay so, and counts as slow: more of them are to be looked at.
Pace &paceOfReads() {
  thread_local Pace P;
  return P;
}

AccessRecorder &recorder() { return AccessRecorder::get(); }

uint64_t bytesOf(int64_t Result) {
  return Result > 0 ? static_cast<uint64_t>(Result) : 0;
}

std::string linkOf(int Fd) { return "/proc/self/fd/" + std::to_string(Fd); }
std::string pathOf(int Fd) { return nameOf(linkOf(Fd)); }

/// A read of a thread whose reads have all been fast.
int64_t readFast(Pace &Reads, FunctionRef<int64_t()> Own) {
  if (!Reads.looksAtNext())
    return Own();
  const uint64_t Start = nowNs();
  const int64_t Result = Own();
  Reads.noteRead(Pace::isFast(bytesOf(Result), nowNs() - Start));
  return Result;
}

} // namespace

static constinit ProcessObject<ProgramWatch> OfProcess;

ProgramWatch &ProgramWatch::get() { return OfProcess.get(); }

ProgramWatch *ProgramWatch::ifAny() { return OfProcess.ifAny(); }

bool ProgramWatch::isWanted() {
  return recorder().isOn() || FileLearner::learns();
}

bool ProgramWatch::wantsWrites() {
  return recorder().isOn() || PolicyControl::isAsked(Settings::get()) ||
         (FileLearner::learns() && sources().listenToWrites());
}

/// What the program has open under Fd. A file that has taken the place of
/// another one unseen is noticed before the run time reads for it.
LearnedFile ProgramWatch::look(int Fd) {
  Shard &In = shardOf(Fd);
  {
    MutexLock L(In.M);
    if (auto Known = In.Streams.find(Fd); Known != In.Streams.end())
      return Known->second;
  }
  LearnedFile New;
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
  LearnedFile Of;
  {
    MutexLock L(In.M);
    auto Known = In.Streams.find(Fd);
    if (Known == In.Streams.end())
      return;
    Of = std::move(Known->second);
    In.Streams.erase(Known);
  }
  struct stat Now;
  const bool IsThere = fstat(Fd, &Now) == 0;
  Learner.closes(std::move(Of),
                 IsThere ? std::optional(static_cast<uint64_t>(Now.st_size))
                         : std::nullopt);
}

/// Tells what a read shows of its file.
void ProgramWatch::learn(int Fd, const LearnedFile &Of, bool IsAhead,
                         const FileLearner::Made &Read) {
  const bool Fast =
      !Settings::get().Always && Pace::isFast(Read.Bytes, Read.Ns);
  paceOfReads().noteRead(Fast && !IsAhead);
  if (Read.Bytes == 0)
    return;
  const bool Wanted =
      FileLearner::isWanted(Of, Read, IsAhead, [&] { return pathOf(Fd); });
  std::shared_ptr<AheadOpener::Opened> Done;
  {
    Shard &In = shardOf(Fd);
    MutexLock L(In.M);
    Done = Learner.learn(In.Streams[Fd], Read, IsAhead, Wanted, linkOf(Fd),
                         [&] { return pathOf(Fd); });
  }
  if (Done)
    Learner.close(std::move(Done));
}

/// What the run time reads the file by: null also if the descriptor has another
/// file open now.
std::shared_ptr<CachedFile> ProgramWatch::fileOf(const LearnedFile &Of, int Fd,
                                                 uint64_t &Size) {
  std::shared_ptr<CachedFile> File = FileLearner::readsAhead(Of);
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
    runtime().demand().readsElsewhere();
  Make();
}

int64_t ProgramWatch::read(const foreslice_call &Call,
                           FunctionRef<int64_t()> Own) {
  const bool Records = recorder().isOn();
  if (Pace &Reads = paceOfReads(); Reads.isSteady() && !Records) {
    runtime().demand().readsElsewhere();
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
  const LearnedFile Of = look(Call.fd);
  foreslice_call At = Call;
  if (Of.IsRegular && At.offset < 0)
    At.offset = lseek(Call.fd, 0, SEEK_CUR);
  if (!Of.IsRegular || At.offset < 0) {
    Make();
    return Result;
  }
  // Where a slice runs, the slice follows the reads.
  const bool Learns = IsLearning.load(std::memory_order_relaxed) &&
                      FileLearner::learns() && !PosixFrontend::isWatched();
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
      learn(Call.fd, Of, Of.Ahead || File,
            {static_cast<uint64_t>(At.offset), bytesOf(Result), Start, Ns});
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
  if (Pace &Reads = paceOfReads(); Reads.isSteady() && !recorder().isOn()) {
    if (Call.operation == FORESLICE_OPERATION_READ)
      Reads.noteRead(Pace::isFast(Result, Ns));
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
    const LearnedFile Of = look(Call.fd);
    if (!Of.IsRegular)
      return false;
    if (recorder().isOn())
      note(Call, Of.Key, Result, Start, Ns);
    if (!FileLearner::learns() || PosixFrontend::isWatched())
      return true;
    const auto Begin = static_cast<uint64_t>(Call.offset);
    if (IsWrite && Result != 0 && Call.offset >= 0)
      sources().writes(Of.Key, {Begin, Begin + Result}, nullptr);
    if (Call.operation != FORESLICE_OPERATION_READ)
      return true;
    uint64_t Size = 0;
    std::shared_ptr<CachedFile> File = fileOf(Of, Call.fd, Size);
    const FileLearner::Made Read{Begin, Result, Start, Ns};
    if (File && Result != 0)
      FileLearner::passOver(File, Read, Size);
    learn(Call.fd, Of, Of.Ahead || File, Read);
    return true;
  });
}

} // namespace foreslice
