//===- Step.cpp - one I/O call of a slice ---------------------------------===//
//
// See Step.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/slice/Step.h"

#include "support/Delay.h"

namespace foreslice {

/// Most pages posted at a time.
static constexpr size_t PostedPages = 256;
/// Most ranges told of one write.
static constexpr unsigned WrittenRanges = 64;

void post(const Step &S, InMemory Which) {
  execution::count(RunCounter::ReadsPosted);
  Posting &To = runtime().slices().posting();
  // More pages than the pool's would only evict each other.
  uint64_t Most = To.mostAhead(*S.Cached);
  const PageParts Parts = S.Wanted.parts(To.grid());
  std::vector<PagePart> Pages;
  for (auto Next = Parts.begin();;) {
    Pages.clear();
    for (; Next != Parts.end() && Next->Bytes.Begin < S.FileEnd &&
           Pages.size() < std::min<uint64_t>(PostedPages, Most);
         ++Next)
      if (Which == InMemory::Post ||
          !To.isInMemory(*S.Cached, laneCall(S.CallId), *Next))
        Pages.push_back(*Next);
    Most -= Pages.size();
    if (Pages.empty() ||
        To.prefetch(*S.Cached, laneCall(S.CallId), Pages,
                    execution::cancelFlag()) != PostResult::Accepted)
      return;
  }
}

void expectWrite(const Step &S) {
  Posting &To = runtime().slices().posting();
  auto Expect = [&](ByteRange Written) {
    delayPoint();
    To.expectWrite(*S.Cached, laneCall(S.CallId), Written,
                   execution::cancelFlag());
  };
  if (!S.Wanted.FileView)
    return Expect({0, UINT64_MAX});
  const PageParts Parts = S.Wanted.parts(To.grid());
  auto Next = Parts.begin();
  for (unsigned Ranges = 1; Next != Parts.end(); ++Ranges) {
    ByteRange Written = Next->Bytes;
    while (++Next != Parts.end() &&
           (Next->Bytes.Begin == Written.End || Ranges == WrittenRanges))
      Written.End = Next->Bytes.End;
    Expect(Written);
  }
}

} // namespace foreslice
