//===- ReadPlan.cpp - walking file and memory together --------------------===//
//
// Walks both layouts at once, so that no byte is copied twice. Where a page is
// absent, long pieces are read straight into the buffer and short pieces by one
// read of the page.
//
//===----------------------------------------------------------------------===//

#include "cache/ReadPlan.h"

#include "cache/CachedFile.h"

#include <algorithm>
#include <cstring>

namespace foreslice {

namespace {

/// Bytes of one absent page, for pieces too short to be read singly.
class PageScratch {
public:
  PageScratch(const CachedFile &File, PageGrid Grid) : File(File), Grid(Grid) {}

  const std::byte *bytes(uint64_t Page, uint64_t Begin, uint64_t Length) {
    if (!Loaded || Page != Current) {
      Data.resize(Grid.pageSize());
      Valid = File.read(Data, Grid.beginOf(Page));
      Current = Page;
      Loaded = true;
    }
    return Begin + Length <= Valid ? Data.data() + Begin : nullptr;
  }

private:
  const CachedFile &File;
  PageGrid Grid;
  uint64_t Current = 0, Valid = 0;
  bool Loaded = false;
  std::vector<std::byte> Data;
};

} // namespace

void ReadPlan::divide(Access NewRead, LayoutPtr NewMemory, PageGrid NewGrid) {
  Read = std::move(NewRead);
  Memory = std::move(NewMemory);
  Grid = NewGrid;
  if (Read.Length == 0)
    return;
  FileEnd = static_cast<int64_t>(Read.range().End);
  Pages = Read.parts(Grid).all();
}

void ReadPlan::shorten(uint64_t Bytes) {
  Read.Length = Bytes;
  divide(std::move(Read), std::move(Memory), Grid);
}

bool ReadPlan::covered(std::span<const PageView> Views) const {
  for (size_t I = 0; I < Views.size(); ++I)
    if (Views[I].Data && Views[I].Valid < Grid.pageSize() &&
        Grid.beginOf(Pages[I].Page) + Views[I].Valid <
            static_cast<uint64_t>(FileEnd))
      return false;
  return true;
}

bool ReadPlan::copy(std::span<const PageView> Views, const CachedFile &File,
                    void *Buffer) const {
  const uint64_t PageSize = Grid.pageSize();
  PageScratch Scratch(File, Grid);
  const View &V = *Read.FileView;
  LayoutCursor From(V.Tiles, Read.Begin, Read.Length),
      To(Memory, 0, Read.Length);
  size_t I = 0;
  while (From.piece().Length > 0) {
    int64_t Offset = V.Displacement + From.piece().Offset;
    uint64_t Page = Grid.pageAt(static_cast<uint64_t>(Offset));
    uint64_t InPage = Grid.offsetInPage(static_cast<uint64_t>(Offset));
    while (Pages[I].Page != Page)
      ++I;
    uint64_t N = std::min(From.piece().Length, To.piece().Length);
    // The integer form: with MPI_BOTTOM the offset is an address.
    auto *Out = reinterpret_cast<std::byte *>(
        reinterpret_cast<intptr_t>(Buffer) + To.piece().Offset);
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
        if (File.read({Out, N}, static_cast<uint64_t>(Offset)) != N)
          return false;
      } else {
        N = std::min(N, PageSize - InPage);
        const std::byte *Bytes = Scratch.bytes(Page, InPage, N);
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
