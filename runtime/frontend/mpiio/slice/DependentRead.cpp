//===- DependentRead.cpp - reads with data for the slice ------------------===//
//
// See DependentRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/DependentRead.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/FileEnds.h"
#include "frontend/mpiio/slice/ScoutedReads.h"
#include "frontend/slice/PageReader.h"
#include "scheme/Pace.h"
#include "source/slice/SitePatterns.h"
#include "source/slice/SliceExecution.h"
#include "storage/Storage.h"
#include "support/Delay.h"
#include "support/ProcessObject.h"
#include "support/Trace.h"

#include <algorithm>
#include <array>

namespace foreslice {

namespace {

/// Checks whether the slice keeps up. Ahead: calls of the main thread ahead at
/// the begin of the read.
SliceEnd judge(const Step &S, SharedFile &File, uint64_t Ahead, uint64_t Ns) {
  Lag &L = File.Sliced->Lags[execution::number()];
  if (Ahead == 0)
    L.caughtUp();
  else if (!Pace::isFast(S.Wanted.Length, Ns))
    L.waitedBehind(execution::runningNumber(), Ahead);
  return L.isHopeless() ? SliceEnd::Overtaken : SliceEnd::Completed;
}

/// Predicted reads of a slice or scout. Not in thread-local memory: a library
/// loaded late has little.
struct Prediction {
  uint64_t Launch = 0;
  SitePatterns Predictor;
};

Prediction &predictionOfRunner() {
  static constinit ProcessObject<std::array<Prediction, execution::Runners>>
      All;
  return All.get()[execution::runner()];
}

/// Posts the probable next reads of the call site.
void postNext(const Step &S, SharedFile &File, const void *Site) {
  Prediction &P = predictionOfRunner();
  if (uint64_t Launch = execution::runningNumber(); P.Launch != Launch) {
    P.Launch = Launch;
    P.Predictor.forget();
  }
  P.Predictor.observe(
      {Site, S.Cached.get(), static_cast<int64_t>(S.Wanted.Begin),
       static_cast<int64_t>(S.Wanted.Length), S.CallId},
      static_cast<int64_t>(runtime().slices().posting().grid().pageSize()),
      [&](int64_t Begin, uint64_t CallId) {
        if (Begin < 0 || static_cast<uint64_t>(Begin) + S.Wanted.Length >
                             S.Wanted.FileView->Tiles->size())
          return;
        Step Next = S;
        Next.Wanted.Begin = static_cast<uint64_t>(Begin);
        Next.CallId = CallId;
        findEnd(Next, File);
        post(Next, InMemory::LeaveOut);
      });
}

/// The site of a read in the slice, and the target of the data.
struct Target {
  const void *Site;
  SliceSpace &Space;
  uintptr_t Buffer; ///< An integer: with MPI_BOTTOM offsets are addresses.
  uintptr_t Frame;
};

/// A file closed since by the program, or not opened, gives zeros: with a count
/// or an offset of zero, the slice comes to later files soon.
SliceEnd clear(const LayoutPtr &Memory, uint64_t Length, const Target &T) {
  SliceEnd End = SliceEnd::Completed;
  LayoutCursor To(Memory, 0, Length);
  for (; To.piece().Length > 0 && End == SliceEnd::Completed;
       To.advance(To.piece().Length)) {
    uintptr_t Address = T.Buffer + static_cast<uintptr_t>(To.piece().Offset);
    End = T.Space.fill(reinterpret_cast<void *>(Address), 0, To.piece().Length,
                       T.Frame);
  }
  return End;
}

/// Copies until the file ends; counts the bytes.
SliceEnd transfer(const Step &S, const LayoutPtr &Memory, const Target &T,
                  int64_t &Bytes) {
  const LayoutPtr &Tiles = S.Wanted.FileView->Tiles;
  int64_t Displacement = S.Wanted.FileView->Displacement;
  Piece Last = Tiles->locate(S.Wanted.Begin + S.Wanted.Length - 1).First;
  PageReader Reader(S, static_cast<uint64_t>(Displacement + Last.Offset + 1));
  LayoutCursor From(Tiles, S.Wanted.Begin, S.Wanted.Length),
      To(Memory, 0, S.Wanted.Length);
  while (From.piece().Length > 0) {
    std::span<const std::byte> Here =
        Reader.at(static_cast<uint64_t>(Displacement + From.piece().Offset));
    uint64_t N = std::min({From.piece().Length, To.piece().Length,
                           static_cast<uint64_t>(Here.size())});
    if (N == 0)
      return Reader.closed() ? clear(Memory, S.Wanted.Length, T)
                             : SliceEnd::Completed;
    uintptr_t Address = T.Buffer + static_cast<uintptr_t>(To.piece().Offset);
    SliceEnd End = T.Space.store(reinterpret_cast<void *>(Address), Here.data(),
                                 N, T.Frame);
    if (End != SliceEnd::Completed)
      return End;
    Bytes += static_cast<int64_t>(N);
    From.advance(N);
    To.advance(N);
  }
  return SliceEnd::Completed;
}

/// State of a dependent read.
struct DataRead {
  std::shared_ptr<OpenFile> File;
  LayoutPtr Memory; ///< Null if there is nothing to read.
  Step S;

  SliceEnd begin(const SliceAccess &C);
  SliceEnd end(const Target &T, int64_t &Bytes) const;
};

SliceEnd DataRead::begin(const SliceAccess &C) {
  File = mpi().findForSlice(C.File);
  LayoutRef Item = mpi().types().findForSlice(C.Type).Layout;
  if (!File || !Item)
    return SliceEnd::UnknownHandle;
  if (File->Shared) {
    if (isForOneRank(C) && !File->OneRank)
      return SliceEnd::UnknownHandle;
    MutexLock G(SlicedFilesLock);
    if (!File->Cached || !File->Sliced->own().FileView->Tiles)
      return SliceEnd::UnknownHandle;
    S = advance(C, *File, Item);
    if (!S.Cached)
      return SliceEnd::Completed;
  } else if (auto Length = Access::lengthOf(C.Count, Item);
             Length && C.Count != 0) {
    S.Wanted.Length = *Length;
  } else {
    return SliceEnd::Completed;
  }
  if (S.Wanted.Length > FORESLICE_MAX_SLICE_MEMORY)
    return SliceEnd::OutOfMemory;
  Memory = Item->items(static_cast<uint64_t>(C.Count));
  return Memory ? SliceEnd::Completed : SliceEnd::UnknownHandle;
}

SliceEnd DataRead::end(const Target &T, int64_t &Bytes) const {
  bool Nothing = !Memory || S.BehindEnd;
  return Nothing    ? SliceEnd::Completed
         : S.Cached ? transfer(S, Memory, T, Bytes)
                    : clear(Memory, S.Wanted.Length, T);
}

SliceEnd read(const SliceAccess &C, const Target &T, int64_t &Bytes) try {
  DataRead R;
  SliceEnd End = R.begin(C);
  if (End != SliceEnd::Completed || !R.S.Cached)
    return End == SliceEnd::Completed ? R.end(T, Bytes) : End;
  End = FileEnds::ofRunner().look(R.S, R.File->Shared, true);
  if (End != SliceEnd::Completed)
    return End;
  uint64_t Start = nowNs();
  uint64_t Passed = runtime().slices().next(*R.S.Cached);
  bool Scouted = ScoutedReads::take(R.S);
  if (R.S.Post) {
    post(R.S, InMemory::LeaveOut);
    if (!Scouted)
      postNext(R.S, *R.File->Shared, T.Site);
  }
  execution::resumeScouts();
  End = R.end(T, Bytes);
  uint64_t Ns = nowNs() - Start;
  R.S.Cached->Stats->add(Counter::DependentReads);
  R.S.Cached->Stats->add(Counter::DependentReadNs, Ns);
  trace::extent("waits for data", Start, R.S.Cached->Stats->Path.c_str());
  if (End != SliceEnd::Completed)
    return End;
  return judge(R.S, *R.File->Shared, Passed - std::min(Passed, R.S.CallId), Ns);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// The read of a scout, paused until the data arrive. Objects alive during the
/// pause stay if the scout is never resumed.
struct PausedRead {
  DataRead Read;

  static PausedRead &ofRunner() {
    static auto *All = new std::array<PausedRead, execution::Runners>;
    return (*All)[execution::runner()];
  }

  SliceEnd begin(const SliceAccess &C) try {
    Read = {};
    SliceEnd End = Read.begin(C);
    if (End == SliceEnd::Completed && Read.S.Cached)
      End = FileEnds::ofRunner().look(Read.S, Read.File->Shared, true);
    if (End != SliceEnd::Completed || !Read.S.Cached)
      return End;
    if (Read.S.Post)
      post(Read.S, InMemory::LeaveOut);
    else if (!ScoutedReads::of(execution::runner()).mayReadBehind())
      return SliceEnd::Overtaken;
    return SliceEnd::Completed;
  } catch (const std::exception &) {
    return SliceEnd::OutOfMemory;
  }

  bool isComing() const {
    const Step &S = Read.S;
    if (!S.Cached || !S.Post)
      return false;
    Posting &To = runtime().slices().posting();
    return std::ranges::any_of(
        S.Wanted.parts(To.grid()), [&](const PagePart &Part) {
          return To.isComing(*S.Cached, laneCall(S.CallId), Part);
        });
  }

  SliceEnd end(const Target &T, int64_t &Bytes) try {
    SliceEnd End = Read.end(T, Bytes);
    Read = {};
    return End;
  } catch (const std::exception &) {
    return SliceEnd::OutOfMemory;
  }
};

/// leave() pauses between the parts.
void readInTurns(const SliceAccess &C, const Target &T, int64_t &Bytes) {
  PausedRead &R = PausedRead::ofRunner();
  guarded([&] { return R.begin(C); });
  for (bool Coming = true; Coming;)
    guarded([&] {
      Coming = R.isComing();
      if (Coming)
        execution::pauseScout();
      return SliceEnd::Completed;
    });
  guarded([&] { return R.end(T, Bytes); });
}

} // namespace

int64_t dependentRead(const SliceAccess &C) {
  SliceSpace *Space = execution::space();
  int64_t Bytes = 0;
  if (!Space)
    return Bytes;
  Target T{C.Site, *Space, reinterpret_cast<uintptr_t>(C.Buffer), C.Frame};
  if (execution::isScout())
    readInTurns(C, T, Bytes);
  else
    guarded([&] { return read(C, T, Bytes); });
  FileEnds::ofRunner().delivers(Bytes);
  return Bytes;
}

} // namespace foreslice
