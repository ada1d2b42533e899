//===- FortranLines.h - formatted READ of a unit --------------------------===//
//
// Records are lines, or have RECL= bytes for direct access. Only the data tell
// the lengths, and the number of records read by a statement. Prefetch thread
// only, between execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H

#include "frontend/posix/slice/FortranRecords.h"

namespace foreslice::fortran_lines {

SliceEnd read(FortranUnit &U, const FortranItem &Item);
/// Reads an item of a NAMELIST from the group, counted from Lower if the item
/// is an array.
SliceEnd readNamed(FortranUnit &U, std::string_view Name,
                   const FortranItem &Item, int64_t Lower);
/// READ is over. Unless READ Advances, the next READ goes on in the line.
void finish(FortranUnit &U, bool Advances);
void backspace(FortranUnit &U);

} // namespace foreslice::fortran_lines

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANLINES_H
