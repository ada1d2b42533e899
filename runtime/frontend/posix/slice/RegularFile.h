//===- RegularFile.h - opening a file once more ---------------------------===//
//
// Prefetch threads open files that the program reads, or will.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
#define FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H

namespace foreslice {

/// Opens the file of that name to read. Only regular files: opening others may
/// be noticed. -1 for others, and for none.
int openRegular(const char *Path, bool &IsFolder);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
