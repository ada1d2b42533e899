//===- PagesAtOpen.h - what an open does to a file's pages ----------------===//
//
// On FUSE an open(2) throws away all that the operating system has in memory of
// the file, unless the server sets keep_cache, which libfuse leaves out by
// default. There the run time's own open costs the program what the program has
// read, and the program's next open throws away what was fetched ahead. Each
// mount is asked once, by a page of the first file that is opened there.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_PAGESATOPEN_H
#define FORESLICE_STORAGE_PAGESATOPEN_H

#include <sys/types.h>

namespace foreslice::pages_at_open {

/// Whether files of Device were seen to lose their pages when they are opened,
/// or not to have any. Any thread; no system call.
bool areLost(dev_t Device);

/// The same, having looked if nobody has yet: reads one byte in the middle of
/// the regular file that Fd has open, opens the file once more, and asks for
/// the page. Waits for storage. Of empty files, and where the kernel does not
/// say what is in memory, nothing is learnt, and that counts as not lost.
bool lookForLoss(int Fd);

} // namespace foreslice::pages_at_open

#endif // FORESLICE_STORAGE_PAGESATOPEN_H
