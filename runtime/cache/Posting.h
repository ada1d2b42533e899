//===- Posting.h - how sources post pages, and what comes of it -----------===//
//
// The words of PageCache::prefetch, which the parts of the cache share.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_POSTING_H
#define FORESLICE_CACHE_POSTING_H

#include <cstdint>

namespace foreslice {

/// A page that a source has posted, and the call that it is for.
struct PostedPage {
  uint64_t Page, Call;
};

enum class PostResult {
  Accepted,
  Behind,    ///< The main thread has come to the call: the source should
             ///< catch up.
  Cancelled, ///< *Cancel became true while waiting for room in the queue.
  Full,      ///< There is no room in the queue, and Room is Leave.
};
/// Whether a source waits for room in the queue.
enum class Room { Wait, Leave };

} // namespace foreslice

#endif // FORESLICE_CACHE_POSTING_H
