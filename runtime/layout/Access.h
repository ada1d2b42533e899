//===- Access.h - one read or write of a program --------------------------===//
//
// Every front end turns its calls into accesses, and a slice its own calls: a
// range of the stream that a view shows of a file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_ACCESS_H
#define FORESLICE_LAYOUT_ACCESS_H

#include "layout/View.h"

#include <optional>

namespace foreslice {

struct Access {
  /// Null if the place in the file is unknown.
  std::shared_ptr<const View> FileView;
  uint64_t Begin = 0, Length = 0; ///< In bytes of the view's stream.

  /// Count items of a datatype at Offset etypes of a view. Nothing without a
  /// range of the view: a datatype or a view that is not understood, a negative
  /// count, part of an etype, more than 63 bits.
  static std::optional<Access> of(std::shared_ptr<const View> V, int64_t Offset,
                                  int64_t Count, const LayoutRef &Item);
  /// Bytes of Count items; nothing if more than 64 bits, or unknown.
  static std::optional<uint64_t> lengthOf(int64_t Count, const LayoutRef &Item);

  int64_t etypes() const {
    return static_cast<int64_t>(Length / FileView->EtypeSize);
  }
  /// The touched part of each page of the file: the one walk from an access to
  /// its pages. The access outlives the parts.
  PageParts parts(PageGrid Grid) const & {
    return {*FileView->Tiles, FileView->Displacement, Begin, Length, Grid};
  }
  PageParts parts(PageGrid Grid) const && = delete;
  /// The smallest range of the file with all bytes; the whole file if the place
  /// is unknown; empty without bytes.
  ByteRange range() const;
  /// The bytes before FileEnd, the end of the file.
  uint64_t bytesBefore(uint64_t FileEnd) const;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_ACCESS_H
