//===- SourceData.cpp - bytes of a file that a source itself needs --------===//
//
// See SourceData.h.
//
//===----------------------------------------------------------------------===//

#include "source/SourceData.h"

#include "support/Clock.h"

#include <algorithm>
#include <cstring>

namespace foreslice {

static constinit const std::atomic<bool> Never{false};

SourceData::~SourceData() { S.posting().takeBack(*File, S.lane(), Posted); }

void SourceData::expect(ByteRange Bytes) {
  const Access Wanted{View::bytes(), Bytes.Begin, Bytes.End - Bytes.Begin};
  const auto Parts = Wanted.parts(S.posting().grid()).all();
  if (IsGivenUp ||
      Posted.size() + Parts.size() > S.posting().frames() / ShareAsked)
    return;
  S.willAsk();
  if (S.posting().prefetch(*File, S.call(Call), Parts, Never, Room::Leave) !=
      PostResult::Accepted)
    return;
  for (const PagePart &Part : Parts)
    Posted.push_back({Part.Page, Call});
}

bool SourceData::isAsked(uint64_t Page) const {
  return std::ranges::count(Posted, Page, &PostedPage::Page) != 0;
}

/// Gives the bytes that came; 0 if the page may not be asked for.
uint64_t SourceData::readPart(const PagePart &Part, std::span<std::byte> To) {
  if (!isAsked(Part.Page)) // More of the page may be read soon.
    expect(S.posting().grid().bytesOf(Part.Page));
  if (IsGivenUp || !isAsked(Part.Page))
    return 0;
  const uint64_t EndNs = nowNs() + PatienceNs;
  const Awaited Came =
      S.posting().await(*File, S.call(Call), Part, Never, EndNs);
  IsGivenUp = nowNs() >= EndNs;
  const PageView &Page = Came.page();
  const uint64_t Begin = S.posting().grid().offsetInPage(Part.Bytes.Begin);
  if (!Page.Data || Page.Valid <= Begin)
    return 0;
  const uint64_t Bytes = std::min<uint64_t>(To.size(), Page.Valid - Begin);
  std::memcpy(To.data(), Page.Data + Begin, Bytes);
  return Bytes;
}

uint64_t SourceData::read(std::span<std::byte> To, uint64_t Offset) {
  const Access Wanted{View::bytes(), Offset, To.size()};
  uint64_t Done = 0;
  for (const PagePart &Part : Wanted.parts(S.posting().grid())) {
    const uint64_t Bytes = Part.Bytes.End - Part.Bytes.Begin;
    if (readPart(Part, To.subspan(Done, Bytes)) != Bytes)
      break;
    Done += Bytes;
  }
  return Done == To.size() ? Done
                           : Done + File->read(To.subspan(Done), Offset + Done);
}

} // namespace foreslice
