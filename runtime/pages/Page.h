//===- Page.h - what the pool knows of a page in a frame ------------------===//
//
// Pages are linked by slot numbers, so that the tables are as small as the part
// of them in use: the system maps their zero pages when first touched.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGE_H
#define FORESLICE_PAGES_PAGE_H

#include "pages/PagedFile.h"

#include <cstdint>

namespace foreslice {

/// The number of a frame; 0 is none.
using Slot = uint32_t;

struct Page {
  enum class State : uint8_t { Free, Loading, Ready };

  PagedFile *File;
  uint64_t Index;      ///< In the file, in pages.
  uint64_t CallId;     ///< The latest call that the page was fetched for.
  uint64_t LastTouch;  ///< The pool's clock: orders the two lists.
  uint64_t Generation; ///< Of the lane, when it was last asked for.
  /// RequestQueue::Entry::Order of the request that it was fetched for or, if
  /// it was used, of the next one, which is queued; 0 if none is.
  uint64_t Order;
  uint32_t Valid; ///< Bytes that the file had in it.
  uint32_t Pins;
  Slot Newer, Older; ///< Neighbours in its list; Older in the free list too.
  Slot HashNext;
  State Is;
  LaneId Lane;   ///< Whose request CallId or Order is.
  bool Linked;   ///< Lookups find it.
  bool Pure;     ///< Counts as pure prefetch content.
  bool EverUsed; ///< Since it was fetched.
  bool Again;    ///< The request was RequestQueue::Entry::Again.
  /// It was fetched for another process, which has not read it yet, and no call
  /// of this one is known to need it.
  bool Owed;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGE_H
