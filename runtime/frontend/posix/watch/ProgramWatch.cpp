//===- ProgramWatch.cpp - the reads of a program without slices -----------===//
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

/// Pace of the calling thread. A read that is fast because of prefetching
/// counts as slow: more reads are to be looked at, to keep reads fast.
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

/// A read of a thread with only fast reads so far.
int64_t readFast(Pace &Reads, FunctionRef<int64_t()> PlainCall) {
  if (!Reads.looksAtNext())
    return PlainCall();
  const uint64_t Start = nowNs();
  const int64_t Result = PlainCall();
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
  return recorder().isOn() || Adaptive::isAsked(Settings::get()) ||
         (FileLearner::learns() && sources().listenToWrites());
}

/// The program's file under Fd. An unseen change of the file is noticed before
/// the run time reads for the file.
LearnedFile ProgramWatch::look(int Fd) {
  Shard &Part = shardOf(Fd);
  {
    MutexLock L(Part.M);
    if (auto Known = Part.Streams.find(Fd); Known != Part.Streams.end())
      return Known->second;
  }
  LearnedFile New;
  struct stat S;
  if (fstat(Fd, &S) == 0 && S_ISREG(S.st_mode)) {
    New.Key = {S.st_dev, S.st_ino};
    New.IsRegular = true;
  }
  MutexLock L(Part.M);
  Part.Streams[Fd] = New;
  return New;
}

void ProgramWatch::closes(int Fd) {
  Shard &S = shardOf(Fd);
  LearnedFile File;
  {
    MutexLock L(S.M);
    auto Known = S.Streams.find(Fd);
    if (Known == S.Streams.end())
      return;
    File = std::move(Known->second);
    S.Streams.erase(Known);
  }
  struct stat Now;
  const bool IsThere = fstat(Fd, &Now) == 0;
  Learner.closes(std::move(File),
                 IsThere ? std::optional(static_cast<uint64_t>(Now.st_size))
                         : std::nullopt);
}

/// Tells the facts of a read about the file.
void ProgramWatch::learn(int Fd, const LearnedFile &File, bool IsAhead,
                         const FileLearner::Made &Read) {
  const bool Fast =
      !Settings::get().Always && Pace::isFast(Read.Bytes, Read.Ns);
  paceOfReads().noteRead(Fast && !IsAhead);
  if (Read.Bytes == 0)
    return;
  const bool Wanted =
      FileLearner::isWanted(File, Read, IsAhead, [&] { return pathOf(Fd); });
  std::shared_ptr<AheadOpener::Opened> Done;
  {
    Shard &S = shardOf(Fd);
    MutexLock L(S.M);
    // The front end looks at the order of files that are read ahead.
    if (!IsAhead)
      FileLearner::order(S.Streams[Fd], Read, Wanted, linkOf(Fd));
    Done = Learner.learn(S.Streams[Fd], Read, IsAhead, Wanted, linkOf(Fd),
                         [&] { return pathOf(Fd); });
  }
  if (Done)
    Learner.close(std::move(Done));
}

/// The cached file of Learned: null also if the descriptor now has another
/// file.
std::shared_ptr<CachedFile> ProgramWatch::fileOf(const LearnedFile &Learned,
                                                 int Fd, uint64_t &Size) {
  std::shared_ptr<CachedFile> File = FileLearner::readsAhead(Learned);
  struct stat Now;
  if (!File || fstat(Fd, &Now) != 0)
    return nullptr;
  if (FileKey{Now.st_dev, Now.st_ino} != Learned.Key) {
    closes(Fd);
    return nullptr;
  }
  Size = static_cast<uint64_t>(Now.st_size);
  return File;
}

/// A read without any request of a source.
static void makeUnknown(bool Learns, FunctionRef<uint64_t()> Make) {
  if (Learns)
    runtime().demand().readsElsewhere();
  Make();
}

int64_t ProgramWatch::read(const foreslice_call &Call,
                           FunctionRef<int64_t()> PlainCall) {
  const bool Records = recorder().isOn();
  if (Pace &Reads = paceOfReads(); Reads.isSteady() && !Records) {
    runtime().demand().readsElsewhere();
    return readFast(Reads, PlainCall);
  }
  if (isOwnCall(Call.site))
    return PlainCall();
  int64_t Result = -1;
  OwnWork Work;
  auto Make = [&] {
    OwnWork::ProgramsCall Now(Work);
    Result = PlainCall();
    return bytesOf(Result);
  };
  const LearnedFile Learned = look(Call.fd);
  foreslice_call C = Call;
  if (Learned.IsRegular && C.offset < 0)
    C.offset = lseek(Call.fd, 0, SEEK_CUR);
  if (!Learned.IsRegular || C.offset < 0) {
    Make();
    return Result;
  }
  // Where a slice runs, the slice follows the reads.
  const bool Learns = IsLearning.load(std::memory_order_relaxed) &&
                      FileLearner::learns() && !PosixFrontend::isWatched();
  uint64_t Size = 0;
  std::shared_ptr<CachedFile> File =
      Learns ? fileOf(Learned, Call.fd, Size) : nullptr;
  const uint64_t Start = nowNs();
  if (File)
    PosixFrontend::readKnown(File, Size, C.offset, Call.bytes, Make,
                             Learned.Order.get());
  else
    makeUnknown(Learns, Make);
  const uint64_t Ns = nowNs() - Start;
  if (Call.layer == FORESLICE_LAYER_STDIO)
    C.bytes = bytesOf(Result); // The stream fills the buffer.
  attempt([&] {
    if (Records)
      note(C, Learned.Key, bytesOf(Result), Start, Ns);
    if (Learns)
      learn(Call.fd, Learned, Learned.Ahead || File,
            {static_cast<uint64_t>(C.offset), bytesOf(Result), Start, Ns});
    return true;
  });
  return Result;
}

void ProgramWatch::note(const foreslice_call &Call, FileKey File,
                        uint64_t Result, uint64_t Start, uint64_t Ns) {
  recorder().note({.Wrapper = static_cast<access_format::Layer>(Call.layer),
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
    const LearnedFile Learned = look(Call.fd);
    if (!Learned.IsRegular)
      return false;
    if (recorder().isOn())
      note(Call, Learned.Key, Result, Start, Ns);
    if (!FileLearner::learns() || PosixFrontend::isWatched())
      return true;
    const auto Begin = static_cast<uint64_t>(Call.offset);
    if (IsWrite && Result != 0 && Call.offset >= 0)
      sources().writes(Learned.Key, {Begin, Begin + Result}, nullptr);
    if (Call.operation != FORESLICE_OPERATION_READ)
      return true;
    uint64_t Size = 0;
    std::shared_ptr<CachedFile> File = fileOf(Learned, Call.fd, Size);
    const FileLearner::Made Read{Begin, Result, Start, Ns};
    if (File && Result != 0)
      FileLearner::passOver(File, Read, Size, Learned.Order.get());
    learn(Call.fd, Learned, Learned.Ahead || File, Read);
    return true;
  });
}

} // namespace foreslice
