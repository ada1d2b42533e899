//===- PosixCalls.h - POSIX and stdio in slices ---------------------------===//
//
// The functions of the families that read by POSIX. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_POSIXCALLS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_POSIXCALLS_H

#include "frontend/slice/SliceFamily.h"

namespace foreslice {

const SliceFamily &streamSlices();
const SliceFamily &fortranSlices();
/// Adds these families and POSIX, before the first slice runs.
void addPosixFamilies();

/// The functions of POSIX.
namespace posix_slices {

int64_t readText(const SliceAccess &A);
int64_t awaitMapped();
foreslice_handle map(const SliceOpen &O);
foreslice_handle openFolder(const SliceOpen &O);
int64_t queryFolder(const SliceQuery &Q);
void rewindFolder(const SliceMove &M);
foreslice_handle openListing(const SliceOpen &O);
int64_t queryListing(const SliceQuery &Q);
int64_t statusOf(const SliceQuery &Q);

} // namespace posix_slices
} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_POSIXCALLS_H
