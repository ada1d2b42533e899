//===- FortranRecords.h - READ of a unit ----------------------------------===//
//
// Records in the layout of flang's run time: RECL= bytes for direct access,
// with lengths before and behind for sequential access, none for streams.
// Prefetch thread only, between execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANRECORDS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANRECORDS_H

#include "frontend/posix/slice/FortranUnits.h"
#include "source/slice/SliceEnd.h"

namespace foreslice {

/// An item of READ.
struct FortranItem {
  void *Buffer; ///< Null if the slice does not need the data.
  int64_t Bytes;
  int32_t Type;
  int64_t Element, Piece, Stride;
  uintptr_t Frame;

  /// Whether the item is a structure with another layout in the file.
  bool isStructure() const;
  /// Stores for the slice, behind the bytes of this item stored before.
  SliceEnd store(const std::byte *From, int64_t Count, int64_t Rest) const;
};

namespace fortran_records {

SliceEnd read(FortranUnit &U, const FortranItem &Item);
/// READ is over, with any items.
SliceEnd finish(FortranUnit &U);
SliceEnd backspace(FortranUnit &U);
/// POS= of INQUIRE.
SliceEnd position(FortranUnit &U, int64_t &Position);

} // namespace fortran_records

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANRECORDS_H
