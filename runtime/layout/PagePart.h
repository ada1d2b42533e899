//===- PagePart.h - what is asked for of a page ---------------------------===//
//
// The cache keeps whole pages, but calls read and write parts of them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_PAGEPART_H
#define FORESLICE_LAYOUT_PAGEPART_H

#include "layout/ByteRange.h"

namespace foreslice {

/// What a call reads of a page: Bytes holds all of it, and lies in the page.
struct PagePart {
  uint64_t Page;
  ByteRange Bytes;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_PAGEPART_H
