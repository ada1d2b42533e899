//===- PosixFrontend.cpp - POSIX and stdio as a front end -----------------===//
//
// See PosixFrontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFrontend.h"

#include "source/slice/HeldLaunch.h"
#include "source/slice/PrefetchThread.h"
#include "support/Clock.h"
#include "support/DescriptorTable.h"
#include "support/ProcessObject.h"
#include "support/Scheduling.h"

#include <algorithm>
#include <utility>

namespace foreslice {

namespace {

class PosixRead final : public ProgramRead {
public:
  PosixRead(const std::shared_ptr<CachedFile> &File, uint64_t FileSize,
            int64_t Offset, uint64_t Bytes, FunctionRef<uint64_t()> PlainCall)
      : ProgramRead(File, nullptr), FileSize(FileSize), Offset(Offset),
        Bytes(Bytes), PlainCall(PlainCall) {}

  bool plan(ReadPlan &Plan) override {
    auto Begin = static_cast<uint64_t>(Offset);
    if (Offset < 0 || Begin >= FileSize)
      return false;
    // A buffer may be much larger than the read.
    uint64_t Length = std::min(Bytes, FileSize - Begin);
    if (Length > MostPlanned)
      return false;
    Plan.divide({View::bytes(), Begin, Length}, nullptr,
                runtime().demand().grid());
    return true;
  }
  /// Never: the kernel delivers.
  bool commit(const ReadPlan &) override { return false; }
  uint64_t plain(bool) override { return PlainCall(); }
  uint64_t fileSize() const override { return FileSize; }

private:
  static constexpr uint64_t MostPlanned = uint64_t(1) << 32;
  const uint64_t FileSize;
  const int64_t Offset;
  const uint64_t Bytes;
  FunctionRef<uint64_t()> PlainCall;
};

/// Times the first read of a region.
class FirstReadTimer {
public:
  ~FirstReadTimer() {
    if (Start)
      slice_runner::firstReadTook(nowNs() - Start);
  }

private:
  const uint64_t Start = slice_runner::readBegins() ? nowNs() : 0;
};

} // namespace

/// A region has ended. After the last region, the files of slices are no longer
/// needed.
static void tidy() {
  if (!slice_runner::othersRun())
    posix().files().closeAll();
  descriptor_table::closeAsked();
}

namespace {
/// A descriptor whose file was in memory, and CountedCalls::closings() then.
struct SeenInMemory {
  int Fd = -1;
  uint32_t Closings = 0;
};
constinit thread_local SeenInMemory Seen
    __attribute__((tls_model("initial-exec")));
} // namespace

void PosixFrontend::sawInMemory(int Fd) {
  Seen = {.Fd = Fd, .Closings = CountedCalls::closings()};
}

/// Whether Fd's file is in memory, or was when the thread looked last.
static bool isInMemory(int Fd) {
  if (Seen.Fd == Fd && Seen.Closings == CountedCalls::closings())
    return true;
  const bool Is = held_launch::isInMemory(Fd);
  if (Is)
    PosixFrontend::sawInMemory(Fd);
  return Is;
}

/// Whether a system call for each Bytes takes longer, for each readahead of the
/// kernel, than storage: the kernel itself then reads ahead in time. A thread
/// of a slice would make each call slower.
static bool areFew(uint64_t Bytes, bool AtOwnPosition, ToldBy By) {
  constexpr uint64_t Few = 8;
  return Bytes <= Few && AtOwnPosition && By != ToldBy::Stream;
}

namespace {
/// The thread has read only a few bytes of a file so far.
constinit thread_local bool HasReadFew
    __attribute__((tls_model("initial-exec"))) = false;
} // namespace

/// A read of a region with a held-back slice; the run time knows only the call.
static void readHeld(int Fd, bool IsFirstOfFile, bool AreFew, ToldBy By,
                     FunctionRef<uint64_t()> PlainCall) {
  slice_runner::readUnknown();
  if (AreFew)
    HasReadFew |= IsFirstOfFile;
  else
    IsFirstOfFile |= std::exchange(HasReadFew, false);
  if (!held_launch::watchesNext()) {
    PlainCall();
    return;
  }
  const bool IsFollowed = By == ToldBy::Stream && held_launch::isFollowed(Fd);
  if (IsFirstOfFile && !AreFew && !IsFollowed && !isInMemory(Fd))
    slice_runner::startHeld();
  const bool Doubts = held_launch::isInDoubt();
  const long Before = Doubts ? scheduling::timesBlocked() : 0;
  const uint64_t Start = nowNs();
  const uint64_t Bytes = PlainCall();
  if (slice_runner::isHeld())
    held_launch::readDone(Bytes, nowNs() - Start, [&] {
      return !Doubts || scheduling::timesBlocked() != Before;
    });
}

void PosixFrontend::install() {
  CountedCalls::prepare();
  PrefetchThread::whenIdle(tidy);
}

bool PosixFrontend::isUp() const { return !Settings::get().Disable; }

bool PosixFrontend::skipsHeld(CountedCalls &Calls) {
  if (Calls.IsCached || !slice_runner::isHeld() || !held_launch::skipsNext())
    return false;
  ++Calls.Count;
  slice_runner::readBegins();
  return true;
}

bool PosixFrontend::skipsPage(CountedCalls &Calls, int64_t Offset,
                              uint64_t Bytes, bool AtOwn) {
  if (!skipsHeld(Calls))
    return false;
  if (const int64_t Where = AtOwn ? Calls.Position : Offset; Where >= 0)
    Calls.isIn(Where, Bytes, AtOwn, pageSize());
  return true;
}

void PosixFrontend::forgetPosition(int Fd) {
  CountedCalls &Calls = CountedCalls::of(Fd);
  Calls.PageBegin = Calls.PageEnd = 0;
  Calls.Position = -1;
}

/// The slice has asked for other places than the program's: has the source ask
/// for the right places of the calls.
static void askAnew(const PosixFiles::Called &Of) {
  if (RegionStatistics *Region = slice_runner::statistics())
    Region->add(RunCounter::SliceMoves);
  std::vector<SliceSource::CallAhead> Calls;
  for (const CallsAhead::Call &C : Of.Ahead) {
    auto Begin = static_cast<uint64_t>(std::max<int64_t>(C.Position, 0));
    if (C.Position >= 0 && C.Bytes > 0 && Begin < Of.Size)
      Calls.push_back({C.Id,
                       {View::bytes(), Begin,
                        std::min<uint64_t>(static_cast<uint64_t>(C.Bytes),
                                           Of.Size - Begin)}});
  }
  runtime().slices().askAnew(*Of.File, Calls);
}

void PosixFrontend::read(int Fd, int64_t Offset, uint64_t Bytes,
                         bool AtOwnPosition, FunctionRef<uint64_t()> Make,
                         uint64_t Calls, ToldBy By) {
  FirstReadTimer Timer;
  CountedCalls &Counted = CountedCalls::of(Fd);
  Counted.HasMoved = false;
  const bool AreFew = areFew(Bytes, AtOwnPosition, By);
  auto Own14 = [&] {
    const uint64_t Got = Make();
    if (Counted.isOf(Fd, slice_runner::launchNumber()))
      Counted.isIn(Offset, Got, AtOwnPosition, pageSize());
    return Got;
  };
  // One of many reads timed by a held launch: the file is known.
  if (isOnlyTimed(Fd)) {
    Counted.Count += static_cast<unsigned>(Calls);
    readHeld(Fd, /*IsFirstOfFile=*/false, AreFew, By, Own14);
    return;
  }
  PosixFiles::Called C;
  attempt([&] {
    C = Files.callBegins(Fd, AtOwnPosition ? Offset : -1, Offset, Calls,
                         Counted);
    if (C.Moved)
      askAnew(C);
    return true;
  });
  if (!C.File) {
    if (slice_runner::isHeld()) {
      readHeld(Fd, C.IsFirst, AreFew, By, Own14);
      return;
    }
    slice_runner::readUnknown();
    Own14();
    return;
  }
  readKnown(C.File, C.Size, Offset, Bytes, Own14);
  for (; Calls > 1; --Calls)
    sources().callBegins(*C.File);
}

void PosixFrontend::readKnown(const std::shared_ptr<CachedFile> &File,
                              uint64_t FileSize, int64_t Offset, uint64_t Bytes,
                              FunctionRef<uint64_t()> PlainCall,
                              DataOrder *Order) {
  PosixRead R(File, FileSize, Offset, Bytes, PlainCall);
  R.Order = Order;
  Frontend::read(R, true);
}

static constinit ProcessObject<PosixFrontend> OfProcess;

PosixFrontend &posix() { return OfProcess.get(); }

PosixFrontend *posixIfAny() { return OfProcess.ifAny(); }

} // namespace foreslice
