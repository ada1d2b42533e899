//===- PageReader.cpp - the data of a slice's read ------------------------===//
//
// See PageReader.h. Missing pages (in memory, behind the main thread, or while
// prefetching does not pay) are read plainly.
//
//===----------------------------------------------------------------------===//

#include "frontend/slice/PageReader.h"

#include "support/Delay.h"

#include <algorithm>

namespace foreslice {

void PageReader::load(uint64_t Offset) {
  Bytes = {};
  Arrived = {};

  uint64_t Page = Grid.pageAt(Offset);
  uint64_t PageEnd = std::min(Grid.beginOf(Page + 1), End);
  delayPoint();
  Arrived = runtime().slices().posting().await(*S.Cached, laneCall(S.CallId),
                                               {Page, {Offset, PageEnd}},
                                               execution::cancelFlag());
  delayPoint();
  if (Arrived.page().Data) {
    // What lies before the part may not have been fetched.
    const uint64_t InPage = Grid.offsetInPage(Offset);
    Begin = Offset;
    Bytes = {Arrived.page().Data, Arrived.page().Valid};
    Bytes = Bytes.subspan(std::min(InPage, Bytes.size()));
  } else if (!execution::cancelFlag().load()) {
    Begin = Offset;
    Scratch.resize(PageEnd - Begin);
    std::optional<uint64_t> Got = S.Cached->readForSource(Scratch, Begin);
    Closed = !Got;
    Bytes = std::span(Scratch).first(Got.value_or(0));
  }
}

} // namespace foreslice
