//===- Step.cpp - one I/O call of a slice ---------------------------------===//
//
// See Step.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/slice/Step.h"

#include "support/Delay.h"

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

} // namespace foreslice
