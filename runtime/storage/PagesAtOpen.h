//===- PagesAtOpen.h - pages that an open drops ---------------------------===//
//
// On FUSE an open(2) drops all pages of the file in the operating system's
// memory, unless the server sets keep_cache, which libfuse leaves out by
// default. There the run time's own open drops pages that the program has read,
// and the program's next open drops pages fetched ahead. Each mount is asked
// once, by a page of the first file opened there.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_PAGESATOPEN_H
#define FORESLICE_STORAGE_PAGESATOPEN_H

#include <sys/types.h>

namespace foreslice::pages_at_open {

/// Whether files of Device were seen to lose their pages at an open, or to have
/// no pages. Any thread; no system call. Waits while another thread looks, for
/// a bounded time.
bool areLost(dev_t Device);

/// Whether a page of Device was seen to outlive an open.
bool areKept(dev_t Device);

/// Whether files of Device were seen to have no pages at all, as with direct
/// I/O on FUSE: then an open drops nobody's pages. Any thread; no system call.
bool areNone(dev_t Device);

/// areLost() of Fd's device, after a look at the first call: reads one byte in
/// the middle of the regular file Fd, unless the first page stays in memory,
/// opens the file again, and asks for the page. Waits for storage. Empty files,
/// and kernels that do not say what is in memory, teach nothing, and count as
/// not lost.
bool lookForLoss(int Fd);

} // namespace foreslice::pages_at_open

#endif // FORESLICE_STORAGE_PAGESATOPEN_H
