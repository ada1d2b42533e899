//===- StreamReads.cpp - pages and data of a slice's streams --------------===//
//
// See SliceStreams.h. Each page of a file has a call id: the pieces read by the
// program are smaller or larger than the reads of the calls.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/SliceStreams.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/slice/PageReader.h"
#include "support/Trace.h"

#include <algorithm>

namespace foreslice {

int64_t SliceStream::size() const { return File ? sizeOf(*File) : 0; }

/// The part of the page at Begin, in Posted, up to End.
static Step stepAt(const SliceStream &S, int64_t Begin, int64_t End) {
  Step Result;
  Result.CallId = S.Posted.Id +
                  static_cast<uint64_t>((Begin - S.Posted.Begin) / pageSize());
  Result.Wanted = {View::bytes(), static_cast<uint64_t>(Begin),
                   static_cast<uint64_t>(End - Begin)};
  Result.FileEnd = static_cast<uint64_t>(End);
  Result.Cached = S.File;
  Result.Post = End > Begin &&
                Result.CallId >= runtime().slices().next(*S.File) &&
                runtime().slices().posting().wanted(*S.File);
  return Result;
}

void SliceStream::post(int64_t Length, int64_t FileEnd) {
  int64_t Page = pageSize();
  int64_t EndByte = std::min(Position + Length, FileEnd);
  if (!File || Position < 0 || EndByte <= Position)
    return;
  int64_t Begin = pageDown(Position);
  bool Follows = Begin >= PostedFrom;
  if ((Follows && EndByte <= Posted.End) || (Others && !Others->isCached()))
    return;
  const PlacedReads::Stretch Last = Follows ? Posted : PlacedReads::Stretch();
  PlacedReads::Stretch Now =
      Others ? Others->come(*File, Begin, EndByte, Last)
             : posix().files().come(*File, Begin, EndByte, Last, MeetsOthers);
  bool Continues = Now.Id == Posted.Id && Posted.End > Posted.Begin;
  if (Continues && Begin <= Posted.End)
    Begin = Posted.End;
  else
    PostedFrom = Begin;
  Posted = Now;
  for (; Begin < EndByte && !execution::cancelFlag(); Begin += Page)
    if (Step S = stepAt(*this, Begin, std::min(Begin + Page, FileEnd)); S.Post)
      foreslice::post(S);
}

/// The place from which text is posted: that of the slice or, if further on, of
/// the program, which may read text faster than the slice.
static int64_t frontOf(const SliceStream &S) {
  uint64_t Next = runtime().slices().next(*S.File);
  if (S.Position < S.PostedFrom || Next <= S.Posted.Id)
    return S.Position;
  auto Passed = static_cast<int64_t>(Next - S.Posted.Id);
  return std::clamp(S.Posted.Begin + Passed * pageSize(), S.Position,
                    std::max(S.Position, S.Posted.End));
}

void SliceStream::postAhead() {
  constexpr int64_t MostLead = 4 << 20;
  if (!File)
    return;
  auto Pages =
      static_cast<int64_t>(runtime().slices().posting().mostAhead(*File));
  int64_t Lead =
      std::clamp<int64_t>(Pages / 2 * pageSize(), pageSize(), MostLead);
  int64_t Front = frontOf(*this);
  if (Position < PostedFrom || Posted.End - Front <= Lead / 2)
    post(Front - Position + Lead);
}

std::span<const std::byte> SliceStream::atHand(int64_t Place) const {
  int64_t Number = Place - DataBegin;
  return Number >= 0 && Number < static_cast<int64_t>(Data.size())
             ? std::span(Data).subspan(static_cast<size_t>(Number))
             : std::span<const std::byte>();
}

std::span<const std::byte> SliceStream::dataAt(int64_t Place) {
  if (std::span<const std::byte> Here = atHand(Place); !Here.empty())
    return Here;
  Data.clear();
  int64_t FileEnd = size(), Page = pageSize();
  if (Place < PostedFrom || !Posted.has(Place) || Place >= FileEnd)
    return {};
  uint64_t Start = nowNs();
  execution::resumeScouts();
  DataBegin = pageDown(Place);
  int64_t EndByte = std::min(DataBegin + Page, FileEnd);
  Step S = stepAt(*this, DataBegin, EndByte);
  PageReader Reader(S, static_cast<uint64_t>(EndByte));
  for (int64_t Position = DataBegin; Position < EndByte;) {
    std::span<const std::byte> Here =
        Reader.at(static_cast<uint64_t>(Position));
    if (Here.empty())
      break;
    size_t Bytes =
        std::min(Here.size(), static_cast<size_t>(EndByte - Position));
    Data.insert(Data.end(), Here.begin(),
                Here.begin() + static_cast<ptrdiff_t>(Bytes));
    Position += static_cast<int64_t>(Bytes);
  }
  File->Stats->add(Counter::DependentReads);
  File->Stats->add(Counter::DependentReadNs, nowNs() - Start);
  trace::extent("waits for data", Start, File->Stats->Path.c_str());
  return atHand(Place);
}

} // namespace foreslice
