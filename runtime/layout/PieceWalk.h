//===- PieceWalk.h - file and memory of an access together ----------------===//
//
// The pieces of an access that lie together in the file and in memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_PIECEWALK_H
#define FORESLICE_LAYOUT_PIECEWALK_H

#include "layout/Access.h"
#include "layout/PageGrid.h"

#include <algorithm>
#include <cstddef>

namespace foreslice {

/// Calls F(offset in the file, memory, length) for each piece, cut where a page
/// begins, until F gives false. Gives the last answer. Memory has as many bytes
/// of data as the access.
template <class Fn>
bool walkPieces(const Access &A, const LayoutPtr &Memory, const void *Buffer,
                PageGrid Grid, Fn F) {
  const View &V = *A.FileView;
  LayoutCursor InFile(V.Tiles, A.Begin, A.Length),
      InMemory(Memory, 0, A.Length);
  while (InFile.piece().Length > 0) {
    const auto Offset =
        static_cast<uint64_t>(V.Displacement + InFile.piece().Offset);
    const uint64_t Length =
        std::min({InFile.piece().Length, InMemory.piece().Length,
                  Grid.pageSize() - Grid.offsetInPage(Offset)});
    // The integer form: with MPI_BOTTOM the offset is an address.
    auto *At = reinterpret_cast<std::byte *>(
        reinterpret_cast<intptr_t>(Buffer) + InMemory.piece().Offset);
    if (!F(Offset, At, Length))
      return false;
    InFile.advance(Length);
    InMemory.advance(Length);
  }
  return true;
}

} // namespace foreslice

#endif // FORESLICE_LAYOUT_PIECEWALK_H
