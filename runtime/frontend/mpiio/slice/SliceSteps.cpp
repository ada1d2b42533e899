//===- SliceSteps.cpp - one I/O call of a slice ---------------------------===//
//
// See SliceSteps.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/SliceSteps.h"
#include "frontend/Runtime.h"

#include "support/Delay.h"
#include "support/Settings.h"

namespace foreslice {

/// Pages that are posted at a time.
static constexpr size_t PostedPages = 256;
/// Ranges that one write is told of by at most.
static constexpr unsigned WrittenRanges = 64;

void post(const Step &S, InMemory Which) {
  execution::count(RunCounter::ReadsPosted);
  PageCache &Cache = runtime().cache();
  // More than the pool holds would only push itself out.
  uint64_t Most = Cache.mostAhead(*S.Cached);
  PageWalker Walk = S.At.pages(Cache.pageSize());
  std::vector<PagePart> Pages;
  for (bool More = true; More;) {
    Pages.clear();
    while (More && Pages.size() < std::min<uint64_t>(PostedPages, Most)) {
      std::optional<PagePart> Part = Walk.next();
      More = Part && Part->Bytes.Begin < S.FileEnd;
      if (More && (Which == InMemory::Post ||
                   !Cache.isInMemory(*S.Cached, laneCall(S.CallId), *Part)))
        Pages.push_back(*Part);
    }
    Most -= Pages.size();
    if (Pages.empty() || Cache.prefetch(*S.Cached, laneCall(S.CallId), Pages,
                                        execution::cancelFlag()) !=
                             PageCache::PostResult::Accepted)
      return;
  }
}

void expectWrite(const Step &S) {
  PageCache &Cache = runtime().cache();
  auto Expect = [&](ByteRange Written) {
    delayPoint();
    Cache.expectWrite(*S.Cached, laneCall(S.CallId), Written,
                      execution::cancelFlag());
  };
  if (!S.At.FileView)
    return Expect({0, UINT64_MAX});
  PageWalker Walk = S.At.pages(Cache.pageSize());
  std::optional<PagePart> Part = Walk.next();
  for (unsigned Ranges = 1; Part; ++Ranges) {
    ByteRange Written = Part->Bytes;
    while ((Part = Walk.next()) &&
           (Part->Bytes.Begin == Written.End || Ranges == WrittenRanges))
      Written.End = Part->Bytes.End;
    Expect(Written);
  }
}

Step advance(const SliceCall &C, OpenFile &File, const LayoutRef &Item) {
  Step S;
  // Of a launch that is over: the numbers belong to the next one.
  if (execution::cancelFlag().load() || !File.Shared)
    return S;
  S.CallId = File.Shared->Sliced->takeCallId();
  bool Reads = C.Kind == CallKind::Read || C.Kind == CallKind::OneRankRead;
  if (!Reads && C.Kind != CallKind::Counted && C.Count > 0) {
    S.Cached = File.Shared->cached();
    S.Writes = S.Cached != nullptr;
  }
  SlicedHandle::State &State = File.Sliced->own();
  std::shared_ptr<const View> V = State.FileView;
  std::optional<uint64_t> Length = Access::lengthOf(C.Count, Item);
  if (!Length || C.Count == 0 || V->EtypeSize == 0)
    return S;
  S.Length = *Length;
  int64_t At = C.Offset;
  if (C.From != Pointer::None) {
    std::optional<int64_t> &Position = State.position(C.From);
    if (!Position) { // a scout's: the slice will tell
      S.Writes = false;
      return S;
    }
    At = *Position;
    *Position += static_cast<int64_t>(*Length / V->EtypeSize);
  }
  std::optional<Access> Where = Access::of(std::move(V), At, C.Count, Item);
  if (!Where)
    return S;
  S.At = {nullptr, Where->Begin, Where->Length};
  bool OwnOnly = C.Kind == CallKind::Write ||
                 (C.Kind == CallKind::WriteByAll && File.OneRank);
  if (S.Writes && OwnOnly) {
    S.Writes = *Length > 0;
    S.At = std::move(*Where);
  } else if (Reads && *Length > 0 && File.Cached &&
             (C.Kind == CallKind::Read || File.OneRank)) {
    S.Cached = File.Cached;
    S.At = std::move(*Where);
    S.Post = File.isCachedAtVote() &&
             S.CallId >= runtime().slices().next(*S.Cached) &&
             runtime().cache().wanted(*S.Cached);
  } else if (C.Kind == CallKind::Counted && execution::runner() != 0 &&
             *Length > 0 && File.Cached) {
    // Perhaps a read that another scout fetches.
    S.Cached = File.Cached;
    S.At = std::move(*Where);
  }
  return S;
}

} // namespace foreslice
