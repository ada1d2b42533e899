//===- AskedReads.cpp - reads that a source has asked for -----------------===//
//
// See AskedReads.h.
//
//===----------------------------------------------------------------------===//

#include "source/AskedReads.h"

namespace foreslice {

/// Whether the bytes lie side by side in the file.
static bool isContiguous(const Access &A) {
  const ByteRange Range = A.range();
  return Range.End - Range.Begin == A.Length;
}

PatternPoint pointOf(const Access &Read) {
  const auto Bytes = static_cast<int64_t>(Read.Length);
  if (Read.FileView->Order)
    if (auto Place = Read.FileView->Order->placeOf(Read.range()))
      return {.Kind = 0,
              .Place = static_cast<int64_t>(Place->Begin),
              .Bytes = static_cast<int64_t>(Place->End - Place->Begin),
              .Shift = 0};
  if (const ByteRange Range = Read.range();
      Range.End - Range.Begin == Read.Length)
    return {.Kind = 0,
            .Place = static_cast<int64_t>(Range.Begin),
            .Bytes = Bytes,
            .Shift = 0};
  return {.Kind = 0,
          .Place = static_cast<int64_t>(Read.Begin),
          .Bytes = Bytes,
          .Shift = Read.FileView->Displacement};
}

uint64_t endOf(const Access &Read) {
  const PatternPoint P = pointOf(Read);
  return static_cast<uint64_t>(P.Place + P.Bytes);
}

std::optional<Access> accessOf(const PatternPoint &P, const Access &Read) {
  if (P.Place < 0 || P.Bytes <= 0 || P.Shift < 0)
    return std::nullopt;
  const auto Place = static_cast<uint64_t>(P.Place);
  const auto Bytes = static_cast<uint64_t>(P.Bytes);
  if (const auto &Order = Read.FileView->Order) {
    const auto Found = Order->bytesAt({Place, Place + Bytes});
    return Found ? std::optional(Access{Read.FileView, Found->Begin,
                                        Found->End - Found->Begin})
                 : std::nullopt;
  }
  if (isContiguous(Read))
    return Access{View::bytes(), Place, Bytes};
  std::shared_ptr<const View> V = Read.FileView;
  if (P.Shift != V->Displacement) {
    auto Shifted = std::make_shared<View>(*V);
    Shifted->Displacement = P.Shift;
    V = std::move(Shifted);
  }
  return Access{std::move(V), Place, Bytes};
}

void AskedReads::cameAsExpected() {
  if (Reads.empty())
    return;
  Posted.erase(Posted.begin(), Posted.begin() + static_cast<std::ptrdiff_t>(
                                                    Reads.front().Pages));
  Reads.pop_front();
}

void AskedReads::cameUpTo(uint64_t End) {
  while (!Reads.empty() && Reads.front().End <= End)
    cameAsExpected();
}

void AskedReads::forget(const Source &S, CachedFile *File, const Access &Last) {
  if (File && !Posted.empty())
    S.posting().takeBack(*File, S.lane(),
                         std::vector(Posted.begin(), Posted.end()));
  Reads.clear();
  Posted.clear();
  LastPage = S.posting().grid().pageAt(Last.range().End - 1);
}

bool AskedReads::ask(const Source &S, CachedFile &File, Access Next,
                     uint64_t FileSize) {
  static const std::atomic<bool> Never{false};
  if (Next.range().Begin >= FileSize)
    return false;
  const uint64_t End = endOf(Next);
  Next.Length = Next.bytesBefore(FileSize);
  std::vector<PagePart> Parts;
  for (const PagePart &Part : Next.parts(S.posting().grid()))
    if (Part.Page != LastPage)
      Parts.push_back(Part);
  const uint64_t Call = LastCall + (Reads.size() + 1) * Calls;
  if (!Parts.empty()) {
    S.willAsk();
    if (S.posting().prefetch(File, S.call(Call), Parts, Never, Room::Leave) !=
        PostResult::Accepted)
      return false;
    LastPage = Parts.back().Page;
  }
  Reads.push_back({Parts.size(), End});
  for (const PagePart &Part : Parts)
    Posted.push_back({Part.Page, Call});
  return true;
}

} // namespace foreslice
