//===- Page.h - a page in a frame of the pool -----------------------------===//
//
// Slot numbers link the pages, so that the tables in use are small: the system
// maps zero pages at the first touch.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGE_H
#define FORESLICE_PAGES_PAGE_H

#include "pages/PagedFile.h"

#include <cstddef>
#include <cstdint>

namespace foreslice {

/// The number of a frame; 0 is none.
using Slot = uint32_t;

struct Page {
  enum class State : uint8_t { Free, Loading, Ready };

  PagedFile *File;
  uint64_t Index;      ///< In the file, in pages.
  uint64_t CallId;     ///< Latest call that the page was fetched for.
  uint64_t LastTouch;  ///< The pool's clock: orders the lists.
  uint64_t Generation; ///< The lane's, at the latest request.
  /// RequestQueue::Entry::Order of the request that fetched the page or, for a
  /// used page, of the next queued request; 0 if none is queued.
  uint64_t Order;
  uint32_t Valid; ///< Bytes of the page before the end of the file.
  uint32_t Pins;
  Slot Newer, Older; ///< Neighbours in the list; Older in the free list, too.
  Slot HashNext;
  State Is;
  LaneId Lane;   ///< Lane of CallId or Order.
  bool Linked;   ///< Lookups find the page.
  bool Pure;     ///< Counts as pure prefetch content.
  bool EverUsed; ///< Used since the page was fetched.
  bool Again;    ///< The request was RequestQueue::Entry::Again.
  /// Fetched for another process, which has not read the page yet; no call of
  /// this process is known to need the page.
  bool Owed;
  /// Memory of another pool that has the bytes; null if the frame has them.
  std::byte *TakenOver;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGE_H
