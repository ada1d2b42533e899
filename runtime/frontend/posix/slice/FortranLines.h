//===- FortranLines.h - what formatted READ reads of a unit ---------------===//
//
// Records are lines, or have RECL= bytes for direct access. How long they are,
// and how many of them a statement reads, the data tell. Prefetch thread only,
// between execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H

#include "frontend/posix/slice/FortranRecords.h"

namespace foreslice::fortran_lines {

SliceEnd read(FortranUnit &U, const FortranItem &Item);
/// An item of a NAMELIST: what the group says of it, from Lower on if the item
/// is an array.
SliceEnd readNamed(FortranUnit &U, std::string_view Name,
                   const FortranItem &Item, int64_t Lower);
/// READ is over. Unless it Advances, the next one goes on in the line.
void finish(FortranUnit &U, bool Advances);
void backspace(FortranUnit &U);

} // namespace foreslice::fortran_lines

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H
