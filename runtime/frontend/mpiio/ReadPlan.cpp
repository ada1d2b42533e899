//===- ReadPlan.cpp - walking file and memory together --------------------===//
//
// Both layouts are walked at once, so that no byte is copied twice. Where a
// page is absent, long pieces are read straight into the buffer and short ones
// by way of one read of the page.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/ReadPlan.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace foreslice {

namespace {

/// All of Length bytes at Offset; false at end of file or on an error.
bool readFully(int Fd, void *Buffer, uint64_t Length, int64_t Offset) {
  auto *To = static_cast<char *>(Buffer);
  while (Length > 0) {
    ssize_t N = pread(Fd, To, Length, Offset);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    To += N;
    Offset += N;
    Length -= static_cast<uint64_t>(N);
  }
  return true;
}

/// Bytes of one absent page, for pieces too short to be read one by one.
class PageScratch {
public:
  PageScratch(int Fd, uint64_t PageSize) : Fd(Fd), PageSize(PageSize) {}

  const char *bytes(uint64_t Page, uint64_t Begin, uint64_t Length) {
    if (!Loaded || Page != Current) {
      Data.resize(PageSize);
      Valid = 0;
      while (Valid < PageSize) {
        ssize_t N = pread(Fd, Data.data() + Valid, PageSize - Valid,
                          static_cast<off_t>(Page * PageSize + Valid));
        if (N < 0 && errno == EINTR)
          continue;
        if (N <= 0)
          break;
        Valid += static_cast<uint64_t>(N);
      }
      Current = Page;
      Loaded = true;
    }
    return Begin + Length <= Valid ? Data.data() + Begin : nullptr;
  }

private:
  int Fd;
  uint64_t PageSize;
  uint64_t Current = 0, Valid = 0;
  bool Loaded = false;
  std::vector<char> Data;
};

} // namespace

bool ReadPlan::prepare(const ReadRequest &R, const OpenFile &File) {
  if (R.Count < 0 || !File.Cached || File.Shared->suspended())
    return false;
  LayoutRef Item = TypeRegistry::get().layout(R.Type);
  FileView = File.view();
  if (!Item || !FileView->Tiles)
    return false;
  std::optional<int64_t> At =
      R.From == Pointer::None ? R.Offset : File.position(R.From);
  if (!At)
    return false;
  Memory = Item->items(static_cast<uint64_t>(R.Count));
  if (!Memory)
    return false;
  Length = Memory->size();
  if (!FileView->range(*At, Length, Begin))
    return false;
  if (Length == 0)
    return true;
  PageSize = PageCache::get().pageSize();
  Piece Last = FileView->Tiles->locate(Begin + Length - 1).First;
  FileEnd = FileView->Displacement + Last.Offset + 1;
  PageWalker Walk(*FileView->Tiles, FileView->Displacement, Begin, Length,
                  PageSize);
  while (std::optional<PagePart> Part = Walk.next())
    Pages.push_back(*Part);
  return true;
}

int64_t ReadPlan::etypes() const {
  return static_cast<int64_t>(Length / FileView->EtypeSize);
}

bool ReadPlan::covered(std::span<const PageView> Views) const {
  for (size_t I = 0; I < Views.size(); ++I)
    if (Views[I].Data && Views[I].Valid < PageSize &&
        Pages[I].Page * PageSize + Views[I].Valid <
            static_cast<uint64_t>(FileEnd))
      return false;
  return true;
}

bool ReadPlan::copy(std::span<const PageView> Views, int Fd,
                    void *Buffer) const {
  PageScratch Scratch(Fd, PageSize);
  LayoutCursor From(FileView->Tiles, Begin, Length), To(Memory, 0, Length);
  size_t I = 0;
  while (From.piece().Length > 0) {
    int64_t Offset = FileView->Displacement + From.piece().Offset;
    uint64_t Page = static_cast<uint64_t>(Offset) / PageSize;
    uint64_t InPage = static_cast<uint64_t>(Offset) % PageSize;
    while (Pages[I].Page != Page)
      ++I;
    uint64_t N = std::min(From.piece().Length, To.piece().Length);
    // The integer form: with MPI_BOTTOM the offset is an address.
    char *Out = reinterpret_cast<char *>(reinterpret_cast<intptr_t>(Buffer) +
                                         To.piece().Offset);
    if (Views[I].Data) {
      N = std::min(N, PageSize - InPage);
      memcpy(Out, Views[I].Data + InPage, N);
    } else {
      size_t Absent = I + 1;
      while (Absent < Pages.size() && !Views[Absent].Data &&
             Pages[Absent].Page == Page + (Absent - I))
        ++Absent;
      N = std::min(N, (Absent - I) * PageSize - InPage);
      if (N >= PageSize / 4) {
        if (!readFully(Fd, Out, N, Offset))
          return false;
      } else {
        N = std::min(N, PageSize - InPage);
        const char *Bytes = Scratch.bytes(Page, InPage, N);
        if (!Bytes)
          return false;
        memcpy(Out, Bytes, N);
      }
    }
    From.advance(N);
    To.advance(N);
  }
  return true;
}

} // namespace foreslice
