//===- Access.h - one read or write of a program --------------------------===//
//
// What every front end turns its calls into, and a slice its own: a range of
// the stream that a view shows of a file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_ACCESS_H
#define FORESLICE_LAYOUT_ACCESS_H

#include "layout/View.h"

#include <optional>

namespace foreslice {

struct Access {
  /// Null if nobody knows where in the file it is.
  std::shared_ptr<const View> FileView;
  uint64_t Begin = 0, Length = 0; ///< In bytes of the view's stream.

  /// Count items of a datatype at Offset etypes of a view. Nothing if that is
  /// no range of the view: a datatype or a view that is not understood, a
  /// negative count, part of an etype, more than 63 bits.
  static std::optional<Access> of(std::shared_ptr<const View> V, int64_t Offset,
                                  int64_t Count, const LayoutRef &Item);
  /// Bytes that Count items have; nothing if that is more than 64 bits, or not
  /// known.
  static std::optional<uint64_t> lengthOf(int64_t Count, const LayoutRef &Item);

  int64_t etypes() const {
    return static_cast<int64_t>(Length / FileView->EtypeSize);
  }
  /// What the access touches of each page of the file: the one walk from an
  /// access to its pages. The access outlives the parts.
  PageParts parts(PageGrid Grid) const & {
    return {*FileView->Tiles, FileView->Displacement, Begin, Length, Grid};
  }
  PageParts parts(PageGrid Grid) const && = delete;
  /// The smallest range of the file that holds all bytes; the whole file if it
  /// is not known where they are; empty if there are none.
  ByteRange range() const;
  /// The bytes before FileEnd, of which the file has no more.
  uint64_t bytesBefore(uint64_t FileEnd) const;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_ACCESS_H
