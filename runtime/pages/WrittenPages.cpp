//===- WrittenPages.cpp - what the program has just written ---------------===//
//
// See WrittenPages.h.
//
//===----------------------------------------------------------------------===//

#include "pages/WrittenPages.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace foreslice;

/// Where copies have gone unread, one byte in TrialShare is copied all the
/// same: the program may begin to read.
static constexpr uint64_t TrialShare = 16;
/// At first, copies get one TrustShare-th of the room: the first touch of
/// memory takes longer than the copy.
static constexpr uint64_t TrustShare = 8;

//===----------------------------------------------------------------------===//
// One page
//===----------------------------------------------------------------------===//

/// Calls F(word, mask) for each word that has bits of Range, until F gives
/// false. Gives the last answer.
template <class WordsT, class Fn>
static bool forBits(WordsT &Words, ByteRange Range, Fn F) {
  for (uint64_t At = Range.Begin; At < Range.End;) {
    const uint64_t First = At % 64, Some = std::min(64 - First, Range.End - At);
    const uint64_t Mask =
        (Some == 64 ? ~uint64_t(0) : (uint64_t(1) << Some) - 1) << First;
    if (!F(Words[At / 64], Mask))
      return false;
    At += Some;
  }
  return true;
}

static void setBits(std::vector<uint64_t> &Bits, ByteRange Range, bool To) {
  forBits(Bits, Range, [To](uint64_t &Word, uint64_t Mask) {
    Word = To ? Word | Mask : Word & ~Mask;
    return true;
  });
}

bool WrittenPages::Kept::has(ByteRange Some) const {
  return Bytes.contains(Some) &&
         (Bits.empty() ||
          forBits(Bits, Some, [](const uint64_t &Word, uint64_t Mask) {
            return (Word & Mask) == Mask;
          }));
}

void WrittenPages::Kept::useBits(uint64_t PageSize) {
  if (!Bits.empty())
    return;
  Bits.assign((PageSize + 63) / 64, 0);
  setBits(Bits, Bytes, true);
}

void WrittenPages::Kept::add(ByteRange Some, uint64_t PageSize) {
  if (Bytes.Begin == Bytes.End) {
    Bytes = Some;
    return;
  }
  if (Some.Begin > Bytes.End || Bytes.Begin > Some.End)
    useBits(PageSize);
  if (!Bits.empty())
    setBits(Bits, Some, true);
  Bytes = Bytes.with(Some);
}

bool WrittenPages::Kept::remove(ByteRange Some, uint64_t PageSize) {
  if (!Bytes.overlaps(Some))
    return true;
  if (Some.contains(Bytes))
    return false;
  if (Some.Begin <= Bytes.Begin)
    Bytes.Begin = Some.End;
  else if (Some.End >= Bytes.End)
    Bytes.End = Some.Begin;
  else
    useBits(PageSize);
  if (!Bits.empty())
    setBits(Bits, Some, false);
  return true;
}

//===----------------------------------------------------------------------===//
// All pages
//===----------------------------------------------------------------------===//

WrittenPages::WrittenPages(PageGrid Grid, uint64_t MostBytes)
    : Grid(Grid), MostPages(MostBytes / Grid.pageSize()),
      MostBytes(MostPages * Grid.pageSize()),
      Trust(this->MostBytes / TrustShare) {}

bool WrittenPages::wants(uint64_t Length) {
  MutexLock L(M);
  if (Length == 0 || Length > MostBytes)
    return false;
  if (Unread != 0 && Unread + Length > Trust) {
    Passed += Length;
    if (Passed < TrialShare * std::max(Trust, Unread))
      return false;
    Unread = Passed = 0;
  }
  Unread += Length;
  return true;
}

void WrittenPages::used() {
  MutexLock L(M);
  Unread = Passed = 0;
  Trust = std::min(2 * Trust, MostBytes);
}

/// Pages for what may be unread, and two that are cut by the ends of a write.
size_t WrittenPages::room() const {
  constexpr size_t Edges = 2;
  return std::min<size_t>(std::max(Trust, Unread) / Grid.pageSize() + Edges,
                          MostPages);
}

WrittenPages::Place WrittenPages::make(PagedFile &File, uint64_t Page) {
  while (!Pages.empty() && Pages.size() >= room())
    remove(std::prev(Pages.end()));
  if (Spare.empty()) {
    std::unique_ptr<std::byte[]> Data(new std::byte[Grid.pageSize()]);
    Spare.emplace_front().Data = std::move(Data);
  }
  Place &Entry = Found[{&File, Page}];
  Pages.splice(Pages.begin(), Spare, Spare.begin());
  Entry = Pages.begin();
  Kept &New = Pages.front();
  New.File = &File;
  New.Page = Page;
  New.Bytes = {0, 0};
  New.Bits.clear();
  File.WrittenPages.fetch_add(1, std::memory_order_relaxed);
  Count.fetch_add(1, std::memory_order_relaxed);
  return Pages.begin();
}

void WrittenPages::remove(Place P) {
  P->File->WrittenPages.fetch_sub(1, std::memory_order_relaxed);
  Count.fetch_sub(1, std::memory_order_relaxed);
  Found.erase({P->File, P->Page});
  Spare.splice(Spare.begin(), Pages, P);
}

void WrittenPages::keep(PagedFile &File, uint64_t Offset,
                        std::span<const std::byte> Bytes, For Who) {
  const uint64_t Page = Grid.pageAt(Offset), In = Grid.offsetInPage(Offset);
  MutexLock L(M);
  auto Known = Found.find({&File, Page});
  if (Known != Found.end() && Known->second->Who != Who) {
    remove(Known->second);
    Known = Found.end();
  }
  const Place P = Known == Found.end() ? make(File, Page) : Known->second;
  P->Who = Who;
  memcpy(P->Data.get() + In, Bytes.data(), Bytes.size());
  P->add({In, In + Bytes.size()}, Grid.pageSize());
}

void WrittenPages::drop(PagedFile &File, ByteRange Bytes) {
  if (File.WrittenPages.load(std::memory_order_relaxed) == 0 ||
      Bytes.Begin >= Bytes.End)
    return;
  MutexLock L(M);
  auto Next = Found.lower_bound({&File, Grid.pageAt(Bytes.Begin)});
  while (Next != Found.end() && Next->first.first == &File &&
         Grid.beginOf(Next->first.second) < Bytes.End) {
    const Place P = (Next++)->second;
    const ByteRange Page = Grid.bytesOf(P->Page), Some = Bytes.within(Page);
    bool IsLeft = false;
    try {
      IsLeft = P->remove({Some.Begin - Page.Begin, Some.End - Page.Begin},
                         Grid.pageSize());
    } catch (const std::bad_alloc &) {
    }
    if (!IsLeft)
      remove(P);
  }
}

const WrittenPages::Kept *WrittenPages::find(const PagedFile &File,
                                             ByteRange Bytes, For Who) const {
  auto Known = Found.find({&File, Grid.pageAt(Bytes.Begin)});
  if (Known == Found.end())
    return nullptr;
  const Kept &P = *Known->second;
  return (P.Who == For::Anybody || P.Who == Who) && P.has(inPage(Bytes))
             ? &P
             : nullptr;
}

bool WrittenPages::has(const PagedFile &File, ByteRange Bytes, For Who) const {
  if (File.WrittenPages.load(std::memory_order_relaxed) == 0)
    return false;
  MutexLock L(M);
  return find(File, Bytes, Who) != nullptr;
}

bool WrittenPages::copy(const PagedFile &File, uint64_t Offset,
                        std::span<std::byte> To, For Who) const {
  MutexLock L(M);
  const Kept *P = find(File, {Offset, Offset + To.size()}, Who);
  if (!P)
    return false;
  memcpy(To.data(), P->Data.get() + Grid.offsetInPage(Offset), To.size());
  return true;
}
