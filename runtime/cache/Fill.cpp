//===- Fill.cpp - pages that a demand read fetches for others -------------===//
//
// The main thread itself reads missed pages whole, into the pool: the pages are
// needed at once.
//
//===----------------------------------------------------------------------===//

#include "cache/DemandImpl.h"
#include "support/Runs.h"

#include <climits>

using namespace foreslice;

/// A demand read fills at most one FillParts-th of the pool.
static constexpr size_t FillParts = 4;
/// For other processes, a page is read whole if the demand read covers at least
/// one WorthParts-th of the page.
static constexpr uint64_t WorthParts = 4;

struct Demand::Impl::Fill {
  uint64_t FirstPage;
  std::vector<size_t> Parts{}; ///< Parts of the demand, by page.
  std::vector<iovec> Frames{}; ///< Memory, by page.
  uint64_t WriteEpoch = 0, NodeEpoch = 0;
  /// By page: bytes that have come. Fewer than a page at the end of the file.
  std::vector<uint32_t> Valid{};
  uint64_t Got = 0, Ns = 0;
  uint64_t AskedNs = 0; ///< When other nodes were asked.
  bool Ok = false;
  /// The pages as other nodes know them; file 0 if unknown.
  PageRun Run{};
  int From = RemotePages::FromStorage;

  void read(const StoredFile &File, PageGrid Grid);
  /// Part of the fill: Count pages from First on.
  Fill part(size_t First, size_t Count) const;
};

void Demand::Impl::Fill::read(const StoredFile &File, PageGrid Grid) {
  uint64_t Begin = nowNs();
  std::vector<iovec> Buffers = Frames;
  ReadResult R = File.read(Buffers, Grid.beginOf(FirstPage));
  Got = R.Bytes;
  Ok = R.Error == 0;
  Ns = nowNs() - Begin;
  for (uint64_t Rest = Got; Valid.size() < Parts.size(); Rest -= Valid.back())
    Valid.push_back(static_cast<uint32_t>(std::min(Rest, Grid.pageSize())));
}

Demand::Impl::Fill Demand::Impl::Fill::part(size_t First, size_t Count) const {
  Fill F{FirstPage + First};
  auto Cut = [&](const auto &Found) {
    auto Begin = Found.begin() + static_cast<std::ptrdiff_t>(First);
    return std::vector(Begin, Begin + static_cast<std::ptrdiff_t>(Count));
  };
  F.Parts = Cut(Parts);
  F.Frames = Cut(Frames);
  F.WriteEpoch = WriteEpoch;
  F.NodeEpoch = NodeEpoch;
  F.AskedNs = AskedNs;
  F.Run = {Run.File, Run.Generation, F.FirstPage, Count, Run.Number};
  return F;
}

bool Demand::Impl::coversPage() const {
  return std::ranges::any_of(Parts, [this](const PagePart &Part) {
    Cache.State.M.assertHeld();
    return Part.Bytes.contains(Cache.State.Grid.bytesOf(Part.Page));
  });
}

bool Demand::Impl::isToFill(const PagePart &Part, bool Asked) const {
  const CacheState &State = Cache.State;
  ByteRange Page = State.Grid.bytesOf(Part.Page);
  bool ForOthers = (Part.Bytes.End - Part.Bytes.Begin) * WorthParts >=
                       State.Grid.pageSize() &&
                   (State.Sharing.meetsOthers(File, Part.Page) ||
                    State.Queue.announcedByOthers(File, Part.Page));
  return (Asked || ForOthers || File.isFilledForSource()) &&
         !File.isBeingWritten(Page) &&
         (State.Always || !File.isInSystemMemory(Page));
}

std::vector<Demand::Impl::Fill> Demand::Impl::claimFrames() {
  CacheState &State = Cache.State;
  PagePool &Pool = State.Pool;
  std::vector<Fill> Fills;
  auto AskedBy = Cache.withdraw(File, Parts);
  if (File.closed() || countMissing() > Pool.slots() / FillParts)
    return Fills;
  // The source asked for the pages of this call. The rest of a page is for
  // later calls; the edges of a large read are not worth a read of their own.
  const auto Least = coversPage() ? RequestQueue::AskedBy::CallsToCome
                                  : RequestQueue::AskedBy::CallsPassed;
  for (size_t I = 0; I < Parts.size(); ++I) {
    uint64_t Page = Parts[I].Page;
    if (!missing(I) || !isToFill(Parts[I], AskedBy[I] >= Least))
      continue;
    if (Slot Old = Pool.find(File, Page)) {
      if (Pool.serves(Old, Parts[I]) || Pool[Old].Pins != 0 ||
          Pool[Old].Is == Page::State::Loading)
        continue;
      Pool.drop(Old); // written since
    }
    // Makes room first: a page on its way must come.
    bool Joins = !Fills.empty() && Fills.back().Parts.size() < IOV_MAX &&
                 Fills.back().FirstPage + Fills.back().Parts.size() == Page;
    if (!Joins) {
      Fills.push_back({Page});
      Fills.back().Parts.reserve(Parts.size() - I);
      Fills.back().Frames.reserve(Parts.size() - I);
    }
    Slot S = Cache.Io.start() ? Pool.acquireForDemand(*State.Policy) : 0;
    if (!S)
      break;
    Claim C = Pool.beginLoad(S, File, Parts[I], {}, Purpose::Demand);
    Overtaken |= C == Claim::Taken;
    if (C != Claim::Claimed)
      continue;
    Pool.pin(S);
    Slots[I] = S;
    Fills.back().Parts.push_back(I);
    Fills.back().Frames.push_back({Pool.frame(S), State.Grid.pageSize()});
  }
  return Fills;
}

void Demand::Impl::endFill(const Fill &F) {
  CacheState &State = Cache.State;
  {
    MutexLock L(State.M);
    bool EndKnown = State.endKnown(File, F.WriteEpoch, F.NodeEpoch);
    for (size_t N = 0; N < F.Parts.size(); ++N) {
      size_t I = F.Parts[N];
      Slot S = Slots[I];
      State.settle(S, F.Ok, F.Valid[N], EndKnown);
      State.followFuture(S);
      if (isHere(I))
        Views[I] = {State.Pool.frame(S), State.Pool[S].Valid};
      else
        State.Pool.unpin(std::exchange(Slots[I], 0));
    }
    if (F.Ok && F.From == RemotePages::FromStorage) {
      State.Meter.readDone(F.Got, F.Ns);
      State.NodesMeter.readDone(F.Parts.size(), F.Ns);
    } else if (F.Ok && F.Ns != 0) {
      State.NodesMeter.copyDone(F.Parts.size(), F.Ns);
    }
    if (State.PageWaiters != 0)
      State.PageSettled.notifyAll();
  }
  State.Sharing.settled();
}

/// Divides fills that other nodes may have by the owners of the pages.
void Demand::Impl::lookOnNodes(std::vector<Fill> &Fills) {
  std::vector<std::vector<int>> OwnersOf(Fills.size());
  Semaphore Come;
  std::ptrdiff_t Asked = 0;
  for (size_t N = 0; N < Fills.size(); ++N) {
    if (Fills[N].Run.Count == 0)
      continue;
    Fills[N].AskedNs = nowNs();
    Cache.State.Sharing.nodes().look(
        Fills[N].Run, RemotePages::FromStorage,
        [&, N](std::span<const int> Of, uint64_t Number) {
          Fills[N].Run.Number = Number;
          OwnersOf[N].assign(Of.begin(), Of.end());
          Come.release();
        });
    ++Asked;
  }
  for (; Asked != 0; --Asked)
    Come.acquire();
  std::vector<Fill> Divided;
  size_t Most = std::max<uint64_t>(
      RemotePages::MostBytes / Cache.State.Grid.pageSize(), 1);
  for (size_t N = 0; N < Fills.size(); ++N) {
    const Fill &F = Fills[N];
    const std::vector<int> &Owners = OwnersOf[N];
    if (Owners.empty())
      Divided.push_back(F);
    forEachRun(
        Owners.size(),
        [&](size_t First, size_t I) {
          return Owners[I] == Owners[First] &&
                 (Owners[I] == RemotePages::FromStorage || I - First < Most);
        },
        [&](size_t First, size_t End) {
          Divided.push_back(F.part(First, End - First));
          Divided.back().From = Owners[First];
        });
  }
  Fills = std::move(Divided);
}

/// Nobody shall wait for a copy here: the copy might wait for them.
void Demand::Impl::noteKnown(const Fill &F, bool Copied) {
  {
    MutexLock L(Cache.State.M);
    for (size_t I : F.Parts)
      Cache.State.Sharing.noteKnown(Slots[I] - 1, Copied, F.Run);
  }
  if (Copied)
    Cache.State.Sharing.settled();
}

/// Copies from other nodes come during the reads from storage. No wait for
/// other nodes before the read pages are published: others may be waiting for
/// these pages.
void Demand::Impl::fill(std::vector<Fill> &Fills, const StoredFile &File) {
  Semaphore Come;
  std::ptrdiff_t Asked = 0;
  for (Fill &F : Fills) {
    if (F.From == RemotePages::FromStorage)
      continue;
    std::vector<std::byte *> Frames;
    Frames.reserve(F.Frames.size());
    for (const iovec &V : F.Frames)
      Frames.push_back(static_cast<std::byte *>(V.iov_base));
    noteKnown(F, true);
    Cache.State.Sharing.nodes().get(
        F.Run, F.From, Frames, [&](const RemotePages::Copies &C) {
          F.Valid.assign(C.Valid.begin(), C.Valid.end());
          F.Ns = C.Waited ? 0 : nowNs() - F.AskedNs;
          Come.release();
        });
    ++Asked;
  }
  for (Fill &F : Fills)
    if (F.From == RemotePages::FromStorage && !F.Parts.empty()) {
      if (F.Run.Count != 0)
        noteKnown(F, false);
      F.read(File, Cache.State.Grid);
      endFill(F);
    }
  for (; Asked != 0; --Asked)
    Come.acquire();
  for (const Fill &F : Fills)
    if (F.From != RemotePages::FromStorage)
      readMissing(F, File);
}

/// Takes the copies of another node, and reads the missing pages.
void Demand::Impl::readMissing(const Fill &F, const StoredFile &Stored) {
  auto Missing = [&](size_t I) { return F.Valid[I] == RemotePages::Missing; };
  forEachRun(
      F.Valid.size(),
      [&](size_t First, size_t I) { return Missing(I) == Missing(First); },
      [&](size_t First, size_t End) {
        Fill Some = F.part(First, End - First);
        if (Missing(First)) {
          noteKnown(Some, false);
          Some.read(Stored, Cache.State.Grid);
        } else {
          Some.From = F.From;
          Some.Valid.assign(F.Valid.begin() +
                                static_cast<std::ptrdiff_t>(First),
                            F.Valid.begin() + static_cast<std::ptrdiff_t>(End));
          Some.Ns = End - First == F.Valid.size() ? F.Ns : 0;
          Some.Ok = true;
          File.Stats->add(Counter::PagesRemote, End - First);
        }
        endFill(Some);
      });
}

void Demand::Impl::fillMissing() {
  CacheState &State = Cache.State;
  std::vector<Fill> Fills;
  std::shared_ptr<StoredFile> By;
  bool Remote;
  {
    MutexLock L(State.M);
    By = File.Stored;
    uint64_t WriteEpoch = File.WriteEpoch,
             NodeEpoch = State.Sharing.quietEpoch(File);
    Fills = claimFrames();
    // After the claims: who writes now sees the pages in the directory.
    Remote = State.askNodes(File);
    for (Fill &F : Fills) {
      F.WriteEpoch = WriteEpoch;
      F.NodeEpoch = NodeEpoch;
      if (Remote)
        F.Run = State.Sharing.runOf(File, F.FirstPage, F.Parts.size());
    }
  }
  if (Remote)
    lookOnNodes(Fills);
  if (By) // else nothing was claimed
    fill(Fills, *By);
  MutexLock L(State.M);
  if (State.DataWaiters != 0)
    State.SourceNews.notifyAll();
}
